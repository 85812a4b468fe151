/**
 * Starts thousands of children by child_process, in a worker too, each of which leaves an orphan,
 * and counts what child_process and reapOrphans tell of them.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const [library, rounds] = process.argv.slice(2);
const WIDTH = 40;

/** A child that ends with `status` after it has left an orphan that ends with another one. */
function startChild(status) {
  const script = `(exec sh -c 'exit ${100 + (status % 100)}' &); exit ${status}`;
  return new Promise((done, fail) => {
    const child = spawn("sh", ["-c", script], { stdio: "ignore" });
    child.on("error", fail).on("exit", (code) => done(code === status ? 0 : 1));
  });
}

async function startAll(count) {
  let wrong = 0;
  for (let at = 0; at < count; at += WIDTH) {
    const wide = Array.from({ length: WIDTH }, (_, i) => startChild((at + i) % 100));
    for (const one of await Promise.all(wide)) wrong += one;
    if (spawnSync("sh", ["-c", "exit 5"]).status !== 5) wrong++;
  }
  return wrong;
}

if (!isMainThread) {
  parentPort.postMessage(await startAll(Number(rounds) / 2));
} else {
  const { becomeSubreaper, reapOrphans } = await import(library);
  if (process.pid !== 1) becomeSubreaper();
  let bad = 0;
  const reaping = reapOrphans(({ status, signal, command }) => {
    if (status < 100 || status >= 200 || signal !== null || command !== "sh") bad++;
  });
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
  const fromWorker = new Promise((done) => worker.once("message", done));
  const wrong = (await startAll(Number(rounds))) + (await fromWorker);
  const all = Number(rounds) * 1.5;
  while (reaping.count < all) await new Promise((again) => setTimeout(again, 5));
  const left = readFileSync("/proc/thread-self/children", "latin1").trim();
  console.log(JSON.stringify({ wrong, bad, reaped: reaping.count, left }));
  reaping.stop();
  await worker.terminate();
}

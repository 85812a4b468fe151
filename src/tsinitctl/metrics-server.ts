/** Owns the server that Prometheus asks: zombies and pids of each container. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Gauge, Registry } from "prom-client";
import { controlGroups } from "../library/cgroups.ts";
import { TsinitError, wordsOf } from "../library/errors.ts";
import type { Zombie } from "../library/zombie-report.ts";
import { zombieReport } from "../library/zombies.ts";
import { remember } from "./remember.ts";

export interface Address {
  /** Empty: every address. */
  readonly host: string;
  readonly port: number;
}

const LABELS = ["container", "pod"] as const;

function labelsOf({ container, pod }: { container: string | null; pod: string | null }) {
  return { container: container ?? "", pod: pod ?? "" };
}

/** Milliseconds for which one look answers all who ask. */
const AGE = 1000;

/** What is measured, and only when somebody asks: between two scrapes there is no work. */
function makeRegistry(cgroups: string): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: readonly string[], collect: Collect) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      collect(): void {
        this.reset();
        collect(this);
      },
    });
  let zombies: readonly Zombie[] = [];
  gauge(
    "tsinit_zombies",
    "Zombies, by the process that does not reap them.",
    [...LABELS, "parent"],
    (found) => {
      zombies = zombieReport().zombies;
      for (const zombie of zombies) found.inc({ ...labelsOf(zombie), parent: zombie.parent ?? "" });
    },
  );
  gauge(
    "tsinit_zombie_oldest_seconds",
    "Age of the oldest zombie since its start.",
    LABELS,
    (found) => {
      const known = zombies.flatMap(({ age, ...rest }) => (age === null ? [] : { ...rest, age }));
      const rising = known.sort((one, other) => one.age - other.age);
      for (const zombie of rising) found.set(labelsOf(zombie), zombie.age);
    },
  );
  measurePids(gauge, cgroups);
  return registry;
}

type Collect = (found: Gauge) => void;
type MakeGauge = (name: string, help: string, labels: readonly string[], collect: Collect) => void;

/** Containers only: their pods and slices would count the same processes again. */
function measurePids(gauge: MakeGauge, cgroups: string): void {
  const containers = () => controlGroups(cgroups).filter(({ container }) => container !== null);
  gauge("tsinit_pids_current", "Processes and threads of a container.", LABELS, (found) => {
    for (const group of containers()) found.set(labelsOf(group), group.current);
  });
  gauge("tsinit_pids_max", "How many it may have; absent without a limit.", LABELS, (found) => {
    for (const group of containers()) {
      if (group.max !== null) found.set(labelsOf(group), group.max);
    }
  });
}

type Look = () => Promise<string>;

/** What all who ask within a second are answered, by `now` in milliseconds. */
export function makeLook(cgroups: string, now: () => number): { look: Look; contentType: string } {
  const registry = makeRegistry(cgroups);
  const look = remember(async () => await registry.metrics(), AGE, now);
  return { look, contentType: registry.contentType };
}

async function answer(
  look: Look,
  type: string,
  url: string,
  response: ServerResponse,
): Promise<void> {
  const reply = (status: number, body: string, kind = "text/plain; charset=utf-8"): void => {
    response.writeHead(status, { "content-type": kind }).end(body);
  };
  const path = url.split("?")[0];
  if (path === "/healthz") return reply(200, "ok\n");
  if (path !== "/metrics") return reply(404, "see /metrics\n");
  try {
    reply(200, await look(), type);
  } catch (error) {
    reply(500, `${wordsOf(error)}\n`);
  }
}

async function listen(server: Server, { host, port }: Address): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen({ host: host === "" ? undefined : host, port }, done);
  }).catch((cause: unknown) => {
    throw new TsinitError(
      "ERR_TSINIT_SYSTEM",
      `cannot listen on ${host}:${port}: ${wordsOf(cause)}`,
      { cause },
    );
  });
}

/** Serves until TERM or INT, which end it with 0: a pod's stop is no failure. */
export async function serve(address: Address, cgroups: string): Promise<void> {
  // A folder that cannot be read is better told now than to whoever asks.
  controlGroups(cgroups);
  const { look, contentType } = makeLook(cgroups, () => performance.now());
  const server = createServer({ requestTimeout: 10_000 }, ({ url, method }, response) => {
    if (method === "GET" || method === "HEAD") void answer(look, contentType, url ?? "", response);
    else response.writeHead(405, { allow: "GET, HEAD" }).end();
  });
  const ended = new Promise<void>((end) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => {
        server.close(() => end());
        server.closeAllConnections();
      });
    }
  });
  await listen(server, address);
  const { address: host, port, family } = server.address() as AddressInfo;
  const named = family === "IPv6" ? `[${host}]` : host;
  process.stderr.write(`tsinitctl: listening on http://${named}:${port}/metrics\n`);
  await ended;
}

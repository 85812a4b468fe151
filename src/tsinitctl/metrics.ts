/** Owns the words of `tsinitctl metrics`. */
import { Command, InvalidArgumentError } from "commander";
import type { Address } from "./metrics-server.ts";

/** `HOST:PORT`, `[::1]:PORT`, `:PORT` for every address, or `PORT`. */
function readAddress(text: string): Address {
  const found = /^(?:(?<host>\[[^\]]*\]|[^:]*):)?(?<port>\d{1,5})$/.exec(text);
  const { host, port } = found?.groups ?? {};
  if (port === undefined || Number(port) > 65535) {
    throw new InvalidArgumentError("Use HOST:PORT, such as 127.0.0.1:9464 or :9464.");
  }
  return { host: host?.replace(/^\[|\]$/g, "") ?? "", port: Number(port) };
}

export function metricsCommand(): Command {
  return new Command("metrics")
    .description("serve zombies and pids of each container to Prometheus")
    .option("--listen <host:port>", "where; port 0 takes a free one", readAddress, {
      host: "127.0.0.1",
      port: 9464,
    })
    .option("--cgroups <folder>", "where control groups are mounted", "/sys/fs/cgroup")
    .addHelpText(
      "after",
      `
GET /metrics answers in Prometheus' text format, from a look that is at most a second old, /healthz
with 200. It sees the processes of its own PID namespace: for a whole machine run it with the host's
(hostPID: true).

Examples:
  tsinitctl metrics --listen 127.0.0.1:9464
  tsinitctl metrics --listen :9464 --cgroups /host/sys/fs/cgroup`,
    )
    .action(async (choices: { listen: Address; cgroups: string }) => {
      // No other command is to wait for what only this one needs.
      const { serve } = await import("./metrics-server.ts");
      await serve(choices.listen, choices.cgroups);
    });
}

/** tsinitctl pids: control groups of version 1 and 2, those near their limit first. */
import { describe, expect, it } from "vitest";
import { controlGroups } from "../../src/library/cgroups.ts";
import { scratch } from "../support/probes.ts";
import { CONTAINER, lay, POD, tsinitctl } from "../support/tsinitctl.ts";

const OTHER = "f".repeat(64);
const SLICE = `kubepods.slice/kubepods-pod${POD.replaceAll("-", "_")}.slice`;

/** `current/max` of each path. */
function groups(prefix: string, all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([path, counts]) => {
      const [current, max] = counts.split("/");
      const folder = [prefix, path].filter(Boolean).join("/");
      return [
        [`${folder}/pids.current`, `${current}\n`],
        [`${folder}/pids.max`, `${max}\n`],
      ];
    }),
  );
}

const TREE = {
  [`docker/${CONTAINER}`]: "3/max",
  [`${SLICE}/cri-containerd-${OTHER}.scope`]: "45/100",
  [SLICE]: "46/4000",
  "system.slice/busy.service": "9/10",
  "system.slice/free.service": "7/max",
  "system.slice/empty.service": "0/10",
};

const FOUND = [
  {
    path: "/system.slice/busy.service",
    container: null,
    pod: null,
    current: 9,
    max: 10,
    percent: 90,
  },
  {
    path: `/${SLICE}/cri-containerd-${OTHER}.scope`,
    container: OTHER,
    pod: POD,
    current: 45,
    max: 100,
    percent: 45,
  },
  { path: `/${SLICE}`, container: null, pod: POD, current: 46, max: 4000, percent: 1.2 },
  {
    path: `/docker/${CONTAINER}`,
    container: CONTAINER,
    pod: null,
    current: 3,
    max: null,
    percent: null,
  },
];

describe("containers and control groups with a limit, those near it first", () => {
  it("of version 2", () => {
    const folder = scratch();
    lay(folder, { "cgroup.controllers": "cpu pids\n", ...groups("", TREE) });
    expect(controlGroups(folder)).toEqual(FOUND);
  });

  it("of version 1", () => {
    const folder = scratch();
    lay(folder, groups("pids", TREE));
    expect(controlGroups(folder)).toEqual(FOUND);
  });

  it("of Podman, whose pods may be called as containers are", () => {
    const folder = scratch();
    lay(
      folder,
      groups("pids", {
        [`libpod_parent/${OTHER}`]: "9/max",
        [`libpod_parent/${OTHER}/libpod-${CONTAINER}`]: "5/max",
        [`machine.slice/libpod_pod_${OTHER}/libpod-${CONTAINER}`]: "4/max",
      }),
    );
    const found = controlGroups(folder).map(({ container, pod, current }) => {
      return { container, pod, current };
    });
    expect(found).toEqual([
      { container: CONTAINER, pod: OTHER, current: 5 },
      { container: CONTAINER, pod: OTHER, current: 4 },
    ]);
  });

  it("of a container, which sees its own as the root", () => {
    const folder = scratch();
    lay(folder, { "cgroup.controllers": "pids\n", "pids.current": "5\n", "pids.max": "50\n" });
    expect(controlGroups(folder)).toEqual([
      { path: "/", container: null, pod: null, current: 5, max: 50, percent: 10 },
    ]);
  });
});

describe("tsinitctl pids", () => {
  it("writes a table", async () => {
    const folder = scratch();
    lay(folder, groups("pids", TREE));
    const { status, out, err } = await tsinitctl(["pids", "--cgroups", folder]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out.split("\n").slice(0, 3)).toEqual([
      "PIDS   MAX  USED  CONTAINER     POD                                   CONTROL GROUP",
      "   9    10   90%  -             -                                     " +
        "/system.slice/busy.service",
      `  45   100   45%  ffffffffffff  ${POD}  /${SLICE}/cri-containerd-ffffffffffff....scope`,
    ]);
  });

  it("--json writes one array", async () => {
    const folder = scratch();
    lay(folder, groups("pids", TREE));
    const { out } = await tsinitctl(["pids", "--json", "--cgroups", folder]);
    expect(JSON.parse(out)).toEqual(FOUND);
  });

  it("says so where there is nothing to show", async () => {
    expect(await tsinitctl(["pids", "--cgroups", scratch()])).toEqual({
      status: 0,
      err: "",
      out: "no container, and no control group with a limit\n",
    });
  });

  it("says in one line, with status 1, that there is no such folder", async () => {
    expect(await tsinitctl(["pids", "--cgroups", "/nonexistent"])).toEqual({
      status: 1,
      out: "",
      err: "tsinitctl: cannot read /nonexistent: no such file or directory\n",
    });
  });
});

/** Container and pod of a zombie, for every shape that its control group's path can have. */
import { describe, expect, it } from "vitest";
import type { Entry, Look } from "../../sim/looks.ts";
import { ENOENT, ESRCH } from "../../sim/numbers.ts";
import { EMPTY_PATHS, ID, OUTER, PATHS, UID, v1 } from "../../support/cgroup-paths.ts";
import { lookTwice } from "../../support/reports.ts";

const PARENT: Entry = { pid: 7, state: "S", command: "parent" };
const ZOMBIE: Entry = { pid: 30, parent: 7 };

function originOf(cgroup: string, scene: Look = {}): (string | null)[] {
  const entries = [PARENT, { ...ZOMBIE, cgroup }];
  const { json } = lookTwice({ entries, ...scene });
  expect(json.zombies).toHaveLength(1);
  return [json.zombies[0]!.container, json.zombies[0]!.pod];
}

describe("a control group's path names container and pod", () => {
  it.each(PATHS)("$name", ({ text, container, pod }) => {
    expect(originOf(text)).toEqual([container, pod]);
  });
});

describe("a control group's path that names neither leaves both unknown", () => {
  it.each(EMPTY_PATHS)("$name", ({ text }) => {
    expect(originOf(text)).toEqual([null, null]);
  });
});

describe("a zombie that v1 has moved to the root is where its parent is", () => {
  const inContainer = (path: string): Look => ({
    entries: [
      { ...PARENT, cgroup: path },
      { ...ZOMBIE, cgroup: v1("/") },
    ],
  });

  it.each(PATHS)("$name", ({ text, container, pod }) => {
    expect(originOf("", inContainer(text))).toEqual([container, pod]);
  });

  it("not so one that has a container of its own", () => {
    const entries = [
      { ...PARENT, cgroup: v1(`/docker/${OUTER}`) },
      { ...ZOMBIE, cgroup: v1(`/kubepods/pod${UID}/${ID}`) },
    ];
    expect(originOf("", { entries })).toEqual([ID, UID]);
  });

  it("not so one whose parent is outside of the namespace", () => {
    const files = { "/proc/0/cgroup": `0::/docker/${ID}\n`, "/proc/self/cgroup": `0::/${ID}\n` };
    const entries = [{ pid: 30, parent: 0, cgroup: v1("/") }];
    expect(originOf("", { entries, files })).toEqual([null, null]);
  });

  it.each([{ open: ENOENT }, { read: ESRCH }])("unless that has vanished: %j", (file) => {
    const files = { "/proc/7/cgroup": file };
    expect(originOf(v1("/"), { files })).toEqual([null, null]);
  });
});

describe("a zombie that vanishes before its control group is asked", () => {
  it.each([{ open: ENOENT }, { read: ESRCH }])("is where its parent is: %j", (file) => {
    const entries = [{ ...PARENT, cgroup: `0::/docker/${ID}\n` }, ZOMBIE];
    const files = { "/proc/30/cgroup": file };
    expect(originOf("", { entries, files })).toEqual([ID, null]);
  });
});

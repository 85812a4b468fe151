/** The PIDs in use and their limit, wherever the control groups are mounted, or in the system. */
import { describe, expect, it } from "vitest";
import { look } from "../../sim/looks.ts";
import { LIMITS } from "../../support/pid-limits.ts";
import { mount } from "../../support/pid-mounts.ts";
import { lookTwice } from "../../support/reports.ts";

describe("the PIDs in use are those of the nearest limit, or else the system's", () => {
  it.each(LIMITS)("$name: $pids", ({ files, pids }) => {
    const { plain, status } = lookTwice({ files });
    expect([plain.pids, status]).toEqual([pids, 0]);
  });
});

describe("the reading of mountinfo", () => {
  it("ends where the mount is found, and closes the file", () => {
    const mounts = mount("cgroup2", "/cg") + mount("ext4", "/data").repeat(3000);
    const files = { "/proc/self/mountinfo": mounts, "/proc/self/cgroup": "0::/\n" };
    const { kernel } = look({ files });
    expect(kernel.openFiles).toBe(0);
    const first = mount("cgroup2", "/cg").length;
    expect(first).toBeLessThan(512);
    // Once for a mount of v1, to the end; once for one of v2, and no further than that.
    expect(kernel.counts.get("read")).toBeLessThan(20 + mounts.length / 512);
  });
});

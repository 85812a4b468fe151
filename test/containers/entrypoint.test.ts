/** How an image or a user puts the init in front of a program, and what status comes out. */
import { expect, it } from "vitest";
import { type Docker, describeDocker, fillScratch } from "./docker.ts";

function starts(docker: Docker): void {
  it("runs the program of the command line and adds nothing to its streams", async () => {
    const words = ["tsinit", "sh", "-c", "echo out; echo err >&2; exit 7"];
    expect(await docker.result(...words)).toEqual({ status: 7, out: "out\n", err: "err\n" });
  });

  it("is PID 1, and the program its only child", async () => {
    const { out } = await docker.result("tsinit", "ps", "-o", "pid,ppid,args");
    expect(
      out
        .split("\n")
        .slice(1, -1)
        .map((line) => line.trim().split(/ +/).join(" ")),
    ).toEqual(["1 0 /tsinit -- ps -o pid,ppid,args", expect.stringMatching(/^\d+ 1 ps -o/)]);
  });

  it("runs the CMD of the image", async () => {
    await docker.build("commanded", ["FROM tsinit", 'CMD ["sh","-c","exit 9"]']);
    expect((await docker.result("commanded")).status).toBe(9);
  });

  it("is put there for one run by --entrypoint", async () => {
    const words = ["--entrypoint", "/tsinit", "bare", "--", "sh", "-c", "exit 5"];
    expect(await docker.result(...words)).toEqual({ status: 5, out: "", err: "" });
  });

  it("takes options before the program", async () => {
    const words = ["--entrypoint", "/tsinit", "bare", "-e", "143", "--", "sh", "-c", "kill $$"];
    expect((await docker.result(...words)).status).toBe(0);
  });

  it("passes arguments that are empty, long or not ASCII unchanged", async () => {
    const odd = ["", "two words", "$HOME", "é", "x".repeat(100_000)];
    const { out } = await docker.result("tsinit", "sh", "-c", 'printf "[%s]" "$@"', "sh", ...odd);
    expect(Buffer.from(out, "latin1").toString()).toBe(odd.map((word) => `[${word}]`).join(""));
  });
}

function statuses(docker: Docker): void {
  it("reports 128+n when signal n killed the program", async () => {
    expect((await docker.result("tsinit", "sh", "-c", "kill -KILL $$")).status).toBe(137);
  });

  it("reports 127 for a program that is not there, in one line", async () => {
    const { status, out, err } = await docker.result("tsinit", "no-such-program");
    expect({ status, out }).toEqual({ status: 127, out: "" });
    expect(err).toMatch(/^tsinit: fatal: cannot run "no-such-program": no such file in PATH\n$/);
  });

  it("reports 126 for a file that is no program, in one line", async () => {
    const { status, out, err } = await docker.result("tsinit", "/plain");
    expect({ status, out }).toEqual({ status: 126, out: "" });
    expect(err).toMatch(/^tsinit: fatal: cannot run "\/plain": permission denied\n$/);
  });
}

describeDocker("tsinit as the entry point of an image", (docker) => {
  starts(docker);
  statuses(docker);
});

describeDocker("tsinit in an image from scratch", (docker) => {
  const build = async (program: string, command: string): Promise<void> => {
    const context = fillScratch(docker.ground.make(`scratch-${program}`), program);
    await docker.build(
      `only-${program}`,
      ["FROM scratch", "COPY . /", 'ENTRYPOINT ["/tsinit","--"]', `CMD ${command}`],
      context,
    );
  };

  it("needs no file but itself and a static program", async () => {
    await build("bare", '["/bare"]');
    expect(await docker.result("only-bare")).toEqual({ status: 7, out: "", err: "" });
  });

  it("forwards the stop signal there", async () => {
    await build("record", '["/record","until=15:4"]');
    const { name, run } = docker.container(["only-record"]);
    await run.line(/^ready/m);
    await docker.get("stop", "--time", "60", name);
    expect(await run.ended).toMatchObject({ status: 4, err: "" });
  });

  it("reports 127 there for a program that is not in the image", async () => {
    await build("bare", '["/bare"]');
    expect((await docker.result("only-bare", "sh")).status).toBe(127);
  });
});

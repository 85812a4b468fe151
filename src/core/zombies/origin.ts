/** Owns the answer to "which container and pod is this process of?", read off its cgroup's path. */

import { ProcFile } from "../linux/proc-file.ts";
import {
  DASH,
  isDigit,
  LOWER_A,
  LOWER_D,
  LOWER_F,
  LOWER_O,
  LOWER_P,
  NEWLINE,
  UNDERSCORE,
} from "../text/characters.ts";
import { Report } from "./report.ts";

/** A container's id, and how much of it people are shown. */
const ID: i32 = 64;
const SHORT_ID: i32 = 12;

/** A pod's uid, and that of a pod that has no manifest but a file (its hash). */
const UID: i32 = 36;
const STATIC_UID: i32 = 32;

/** The length of `/libpod-`. */
const LIBPOD: i32 = 8;

/** Where they are kept; no id is at 0. */
const KEPT_CONTAINER: i32 = 1;
const KEPT_POD: i32 = KEPT_CONTAINER + ID;

export class Origin {
  private readonly file: ProcFile;
  private readonly report: Report;
  /** Where the ids are in what was read, 0 for none. */
  private container: i32 = 0;
  private pod: i32 = 0;
  private podLength: i32 = 0;
  /** What the places are in: what was read, or `kept`. */
  private bytes: Uint8Array;
  /** The ids of the parent that was asked last, for as a rule the next zombie has the same. */
  private parent: i32 = 0;
  private readonly kept: Uint8Array = new Uint8Array(KEPT_POD + ID);
  private hasContainer: bool = false;
  private keptPodLength: i32 = 0;

  constructor(file: ProcFile, report: Report) {
    this.file = file;
    this.report = report;
    this.bytes = file.bytes;
  }

  /**
   * Writes container and pod. cgroup v1 moves a zombie to the root (cgroups(7)), so that its
   * parent, which is in the same container as a rule, is asked as well.
   */
  write(process: i32, parent: i32): void {
    const report = this.report;
    this.find(process);
    if (this.container == 0 && parent > 0) this.ask(parent);
    report.key(',"container":', 55);
    this.writeId(this.container, ID);
    report.key(',"pod":', 68);
    this.writeId(this.pod, this.podLength);
  }

  private ask(parent: i32): void {
    if (parent != this.parent) {
      this.find(parent);
      this.parent = parent;
      this.hasContainer = this.container > 0;
      this.keptPodLength = this.pod > 0 ? this.podLength : 0;
      if (this.hasContainer) this.keep(this.container, ID, KEPT_CONTAINER);
      this.keep(this.pod, this.keptPodLength, KEPT_POD);
    }
    this.bytes = this.kept;
    this.container = this.hasContainer ? KEPT_CONTAINER : 0;
    this.podLength = this.keptPodLength;
    this.pod = this.podLength > 0 ? KEPT_POD : 0;
  }

  private keep(from: i32, length: i32, to: i32): void {
    for (let i = 0; i < length; i++) this.kept[to + i] = this.file.bytes[from + i];
  }

  /**
   * Every engine's path has the container's id of 64 digits in its last part that has one, in front
   * of it the pod's uid behind `pod`, with dashes or (systemd) underscores, or Podman's own id of a
   * pod behind `pod_`. The lines for different controllers name the same container: the first that
   * does is enough, and a later one may be cut.
   */
  private find(process: i32): void {
    const file = this.file;
    const bytes = file.bytes;
    this.bytes = bytes;
    this.container = 0;
    this.pod = 0;
    const length = file.read(process, "/cgroup");
    for (let at = 2; at < length; ) {
      const digits = this.run(at, false);
      if (digits == ID) {
        // With cgroupfs Podman's path is /libpod_parent/POD/libpod-CONTAINER.
        if (this.container == at - ID - LIBPOD && bytes[at - 2] == LOWER_D) {
          this.setPod(this.container, ID);
        }
        if (bytes[at - 1] == UNDERSCORE) this.setPod(at, ID);
        else this.container = at;
      }
      if (this.isPod(at)) {
        const uid = this.run(at + 1, true);
        if (uid == UID || uid == STATIC_UID) this.setPod(at + 1, uid);
      }
      if (bytes[at] == NEWLINE && this.container > 0) return;
      at += digits == 0 ? 1 : digits;
    }
  }

  /** The word `pod` ends at `at`. */
  private isPod(at: i32): bool {
    const bytes = this.file.bytes;
    return bytes[at - 2] == LOWER_P && bytes[at - 1] == LOWER_O && bytes[at] == LOWER_D;
  }

  private setPod(at: i32, length: i32): void {
    this.pod = at;
    this.podLength = length;
  }

  /** How many hexadecimal digits, or what joins those of a uid as well, there are from `at` on. */
  private run(at: i32, joined: bool): i32 {
    const bytes = this.file.bytes;
    let end = at;
    for (; ; end++) {
      const byte: i32 = bytes[end];
      const isHex = isDigit(byte) || (byte >= LOWER_A && byte <= LOWER_F);
      if (!isHex && !(joined && (byte == DASH || byte == UNDERSCORE))) break;
    }
    return end - at;
  }

  private writeId(at: i32, length: i32): void {
    const report = this.report;
    if (at == 0) return report.missing();
    const shown = length == ID && !report.isJson ? SHORT_ID : length;
    report.quote(true);
    for (let i = at; i < at + shown; i++) {
      const byte = this.bytes[i];
      report.line.byte(byte == UNDERSCORE ? DASH : byte);
    }
    report.quote(false);
  }
}

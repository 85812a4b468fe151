/** Owns the shapes of a process's path in the control groups, engine by engine. */

export interface PathShape {
  readonly name: string;
  /** /proc/PID/cgroup. */
  readonly text: string;
  readonly container: string | null;
  readonly pod: string | null;
}

export const ID = "01a23b45c67d89ef".repeat(4);
export const OUTER = "fe98d76c54b32a10".repeat(4);
const POD_ID = "13579bdf02468ace".repeat(4);
export const UID = "c0ffee00-1234-5678-9abc-def012345678";
/** systemd takes a dash for the level above (systemd.slice(5)). */
const UNDERSCORED = UID.replaceAll("-", "_");
const STATIC = "a1b2c3d4e5f60718293a4b5c6d7e8f90";

const v2 = (path: string): string => `0::${path}\n`;

const CONTROLLERS = [
  "misc",
  "rdma",
  "pids",
  "hugetlb",
  "net_prio",
  "perf_event",
  "net_cls",
  "freezer",
  "devices",
  "memory",
  "blkio",
  "cpuacct",
  "cpu,cpuset",
  "name=systemd",
];

/** The same path in every hierarchy of v1. */
export const v1 = (path: string): string =>
  CONTROLLERS.map((one, i) => `${CONTROLLERS.length - i}:${one}:${path}\n`).join("");

const ROOTLESS = "/user.slice/user-1000.slice/user@1000.service/user.slice";

type Row = readonly [name: string, text: string, container: string | null, pod: string | null];

const DOCKER: readonly Row[] = [
  ["Docker, cgroupfs, v1", v1(`/docker/${ID}`), ID, null],
  ["Docker, cgroupfs, v2", v2(`/docker/${ID}`), ID, null],
  ["Docker, systemd, v1", v1(`/system.slice/docker-${ID}.scope`), ID, null],
  ["Docker, systemd, v2", v2(`/system.slice/docker-${ID}.scope`), ID, null],
  ["Docker, a parent of one's own", v2(`/my/own/${ID}`), ID, null],
  ["Docker, a group within the container", v2(`/docker/${ID}/init.scope`), ID, null],
  ["Docker rootless", v2(`${ROOTLESS}/docker-${ID}.scope`), ID, null],
];

const unit = "/system.slice/containerd.service";

function kubernetes(): Row[] {
  const rows: Row[] = [];
  for (const [quality, level] of [
    ["guaranteed", ""],
    ["burstable", "burstable"],
    ["besteffort", "besteffort"],
  ] as const) {
    const folder = `/kubepods${level && `/${level}`}/pod${UID}`;
    const dash = level && `-${level}`;
    const upper = level === "" ? "" : `/kubepods-${level}.slice`;
    const slice = `/kubepods.slice${upper}/kubepods${dash}-pod${UNDERSCORED}.slice`;
    for (const [version, make] of [
      ["v1", v1],
      ["v2", v2],
    ] as const) {
      const add = (name: string, path: string): void => {
        rows.push([`${name}, ${quality}, ${version}`, make(path), ID, UID]);
      };
      add("containerd, CRI, cgroupfs", `${folder}/${ID}`);
      add("containerd, CRI, systemd", `${slice}/cri-containerd-${ID}.scope`);
      add(
        "containerd, CRI, systemd, as a part of a unit",
        `${unit}/kubepods${dash}-pod${UNDERSCORED}.slice:cri-containerd:${ID}`,
      );
      add("CRI-O, cgroupfs", `${folder}/crio-${ID}`);
      add("CRI-O, systemd", `${slice}/crio-${ID}.scope`);
      add("CRI-O, a group within the container", `${slice}/crio-${ID}.scope/container`);
      add("CRI-O, the container's monitor", `${slice}/crio-conmon-${ID}.scope`);
      add("Docker under Kubernetes, systemd", `${slice}/docker-${ID}.scope`);
    }
  }
  return rows;
}

const machine = "/machine.slice";
const podSlice = `machine-libpod_pod_${POD_ID}.slice`;
const userSlice = `user-libpod_pod_${POD_ID}.slice`;

const PODMAN: readonly Row[] = [
  ["Podman, systemd", v2(`${machine}/libpod-${ID}.scope`), ID, null],
  ["Podman, systemd, v1", v1(`${machine}/libpod-${ID}.scope`), ID, null],
  ["Podman, systemd, a group within", v2(`${machine}/libpod-${ID}.scope/container`), ID, null],
  ["Podman, systemd, a pod", v2(`${machine}/${podSlice}/libpod-${ID}.scope`), ID, POD_ID],
  [
    "Podman, systemd, a pod, a group within",
    v2(`${machine}/${podSlice}/libpod-${ID}.scope/container`),
    ID,
    POD_ID,
  ],
  ["Podman rootless, systemd", v2(`${ROOTLESS}/libpod-${ID}.scope/container`), ID, null],
  [
    "Podman rootless, systemd, a pod",
    v2(`${ROOTLESS}/${userSlice}/libpod-${ID}.scope/container`),
    ID,
    POD_ID,
  ],
  ["Podman, cgroupfs", v2(`/libpod_parent/libpod-${ID}`), ID, null],
  ["Podman, cgroupfs, v1", v1(`/libpod_parent/libpod-${ID}`), ID, null],
  ["Podman, cgroupfs, a pod", v2(`/libpod_parent/${POD_ID}/libpod-${ID}`), ID, POD_ID],
  ["Podman, cgroupfs, a pod, v1", v1(`/libpod_parent/${POD_ID}/libpod-${ID}`), ID, POD_ID],
  [
    "Podman rootless, cgroupfs, a pod",
    v2(`/user.slice/libpod_parent/${POD_ID}/libpod-${ID}/container`),
    ID,
    POD_ID,
  ],
];

const NESTED: readonly Row[] = [
  ["a pod without a manifest, cgroupfs", v2(`/kubepods/burstable/pod${STATIC}/${ID}`), ID, STATIC],
  [
    "a pod without a manifest, systemd",
    v2(
      "/kubepods.slice/kubepods-burstable.slice" +
        `/kubepods-burstable-pod${STATIC}.slice/crio-${ID}.scope`,
    ),
    ID,
    STATIC,
  ],
  ["kind, cgroupfs", v2(`/docker/${OUTER}/kubelet/kubepods/besteffort/pod${UID}/${ID}`), ID, UID],
  [
    "kind, systemd",
    v2(
      `/system.slice/docker-${OUTER}.scope/kubelet.slice/kubelet-kubepods.slice` +
        `/kubelet-kubepods-pod${UNDERSCORED}.slice/cri-containerd-${ID}.scope`,
    ),
    ID,
    UID,
  ],
  [
    "kind, v1: its lines are longer than what is read",
    v1(`/docker/${OUTER}/kubelet/kubepods/besteffort/pod${UID}/${ID}`),
    ID,
    UID,
  ],
  ["Docker in Docker", v2(`/docker/${OUTER}/docker/${ID}`), ID, null],
  ["Docker in a pod", v2(`/kubepods/pod${UID}/${OUTER}/docker/${ID}`), ID, UID],
  ["a folder in which the container is long gone", v2(`/docker/${ID} (deleted)`), ID, null],
  ["v1 and v2 side by side, and a container in v2", `${v1("/")}0::/docker/${ID}\n`, ID, null],
  ["v1 and v2 side by side, and a container in v1", `${v1(`/docker/${ID}`)}0::/\n`, ID, null],
  ["a container in a namespace above", v2(`/../../docker/${ID}`), ID, null],
];

const NOTHING: readonly Row[] = [
  ["the root, v2", v2("/"), null, null],
  ["the root, v1", v1("/"), null, null],
  ["the root of another namespace", v2("/../.."), null, null],
  ["a user's session", v2("/user.slice/user-1000.slice/session-2.scope"), null, null],
  ["systemd itself", v2("/init.scope"), null, null],
  ["a service", v2("/system.slice/podman.service"), null, null],
  ["Podman's own folder", v2("/libpod_parent/conmon"), null, null],
  ["an empty file", "", null, null],
  ["an id of 63 digits", v2(`/docker/${ID.slice(1)}`), null, null],
  ["an id of 65 digits", v2(`/docker/${ID}0`), null, null],
  ["an id of 128 digits", v2(`/docker/${ID}${ID}`), null, null],
  ["an id in capitals", v2(`/docker/${ID.toUpperCase()}`), null, null],
  ["a pod's uid that is too short", v2(`/kubepods/pod${UID.slice(1)}`), null, null],
  ["a pod's uid that is too long", v2(`/kubepods/pod${UID}0`), null, null],
  ["a pod's uid in capitals", v2(`/kubepods/pod${UID.toUpperCase()}`), null, null],
  ["a pod that is only called one", v2("/kubepods/podcast/pod-1/pod"), null, null],
];

const shapes = (rows: readonly Row[]): PathShape[] =>
  rows.map(([name, text, container, pod]) => ({ name, text, container, pod }));

/** Where there is a container, or a pod. */
export const PATHS = shapes([...DOCKER, ...kubernetes(), ...PODMAN, ...NESTED]);

/** Where there is neither. */
export const EMPTY_PATHS = shapes(NOTHING);

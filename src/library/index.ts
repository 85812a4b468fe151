/** The library: what `import ... from "tsinit"` gives. */
export { type ControlGroup, controlGroups } from "./cgroups.ts";
export { type ErrorCode, type ErrorDetails, TsinitError } from "./errors.ts";
export type { Ending, Hooks, SignalDecision, SignalEvent } from "./hooks.ts";
export type { SuperviseOptions } from "./options.ts";
export type { Orphan } from "./orphan.ts";
export type { Reaping, ReapOptions } from "./orphans.ts";
export { becomeSubreaper, reapOrphans } from "./orphans.ts";
export { supervise } from "./supervise.ts";
export type { Pids, Zombie, ZombieParent, ZombieReport } from "./zombie-report.ts";
export { pids, zombieReport, zombies } from "./zombies.ts";

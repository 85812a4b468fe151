/** The library: what `import ... from "tsinit"` gives. */
export { controlGroups, type ControlGroup } from "./cgroups.ts";
export { TsinitError, type ErrorCode, type ErrorDetails } from "./errors.ts";
export type { Ending, Hooks, SignalDecision, SignalEvent } from "./hooks.ts";
export type { SuperviseOptions } from "./options.ts";
export { becomeSubreaper, reapOrphans } from "./orphans.ts";
export type { Orphan, Reaping, ReapOptions } from "./orphans.ts";
export { supervise } from "./supervise.ts";
export type { Pids, Zombie, ZombieParent, ZombieReport } from "./zombies.ts";
export { pids, zombieReport, zombies } from "./zombies.ts";

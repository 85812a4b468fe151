/** Owns `supervise`: the core's supervisor, driven by Node's event loop, with hooks in between. */
import { Socket } from "node:net";
import { isForwardable, isOfWrite, SIGCHLD, SIGTERM } from "../core/linux/signals.ts";
import { killSignal } from "../core/linux/status.ts";
import { Init, STARTED } from "../core/main.ts";
import { EmbeddedKernel, type TakenSignal } from "./embedded-kernel.ts";
import { TsinitError } from "./errors.ts";
import { checkHooks, type Ending, HookCaller, type Hooks, type SignalDecision } from "./hooks.ts";
import { native } from "./native.ts";
import { checkOptions, entriesOf, type SuperviseOptions, wordsOfOptions } from "./options.ts";
import { warn } from "./orphans.ts";
import { runtime } from "./runtime.ts";
import { signalName, signalNumber } from "./signal-names.ts";

/** Signals are a process's own: there is one supervision at a time. */
let isActive = false;

/**
 * Runs `command`, a program and its arguments, as tsinit runs it, and gives its end. Every signal
 * that comes to this process meanwhile goes to the child, through `hooks.onSignal` if there is one,
 * in place of Node's own handlers; orphans are reaped, children of child_process are left to Node.
 * The program inherits the standard streams and the working directory.
 *
 * Rejects with `ERR_TSINIT_OPTION` (nothing was started), `ERR_TSINIT_START` (`status` is 127 when
 * there is no such program, 126 when it cannot be run), `ERR_TSINIT_PLATFORM`, or with the reason
 * of a signal that was aborted before the start.
 */
export async function supervise(
  command: readonly string[],
  options: SuperviseOptions = {},
  hooks: Hooks = {},
): Promise<Ending> {
  checkOptions(command, options);
  checkHooks(hooks);
  options.signal?.throwIfAborted();
  const words = wordsOfOptions(command, options);
  if (isActive) throw new TsinitError("ERR_TSINIT_PLATFORM", "a child is supervised already");
  const supervision = new Supervision(words, options, hooks);
  isActive = true;
  try {
    return await supervision.run(options.signal);
  } finally {
    supervision.close();
    isActive = false;
  }
}

class Supervision {
  private readonly kernel: EmbeddedKernel;
  private readonly init: Init;
  private readonly hooks: Hooks;
  private readonly caller: HookCaller;
  private readonly pipe: Socket;
  private timer: NodeJS.Timeout | undefined;
  private again: NodeJS.Immediate | undefined;
  private finish: () => void = () => undefined;
  private child = 0;

  /** From here on no signal is lost. */
  constructor(words: readonly string[], options: SuperviseOptions, hooks: Hooks) {
    const caller = new HookCaller(options.hookTimeout, options.onError ?? warn);
    const { onReap } = hooks;
    this.kernel = new EmbeddedKernel(words, entriesOf(options.env ?? process.env), (orphan) => {
      if (onReap) void caller.call("onReap", () => onReap(orphan), undefined);
    });
    this.hooks = hooks;
    this.caller = caller;
    this.init = new Init(this.kernel);
    runtime.begin();
    const file = native().calls.watchSignals();
    if (file < 0) {
      runtime.end();
      throw new TsinitError("ERR_TSINIT_SYSTEM", `cannot watch signals: error ${-file}`, {
        errno: -file,
      });
    }
    this.pipe = new Socket({ fd: file, readable: true, writable: false });
    this.pipe.on("error", (error) => caller.fail(error));
  }

  async run(signal: AbortSignal | undefined): Promise<Ending> {
    this.start();
    const ended = new Promise<void>((finish) => (this.finish = finish));
    process.on("SIGCHLD", this.onChild);
    process.on("newListener", this.onListener).on("removeListener", this.onListener);
    this.pipe.on("data", this.takeAll);
    const abort = (): void => this.receive({ number: SIGTERM, code: 0, sender: process.pid });
    signal?.addEventListener("abort", abort, { once: true });
    // What came before anybody listened is looked for now.
    this.takeAll();
    this.onChild();
    await ended;
    signal?.removeEventListener("abort", abort);
    this.caller.end();
    return await this.tellOfEnd();
  }

  close(): void {
    process.off("newListener", this.onListener).off("removeListener", this.onListener);
    process.off("SIGCHLD", this.onChild);
    clearTimeout(this.timer);
    clearImmediate(this.again);
    native().calls.forgetSignals();
    this.pipe.destroy();
    runtime.reserved.delete(this.child);
    runtime.end();
  }

  private start(): void {
    const { kernel } = this;
    const status = this.init.begin();
    this.child = kernel.childId;
    if (status === STARTED) return;
    const message = (kernel.failure ?? "not started").replace(/; see tsinit --help$/, "");
    throw new TsinitError(kernel.hasTried ? "ERR_TSINIT_START" : "ERR_TSINIT_OPTION", message, {
      status,
    });
  }

  private readonly onChild = (): void => this.step({ number: SIGCHLD, code: 0, sender: 0 });

  /** A listener that somebody adds or removes meanwhile, as a hook may, is not to take a signal. */
  private readonly onListener = (name: string | symbol): void => {
    if (String(name).startsWith("SIG")) native().calls.watchAgain();
  };

  private readonly takeAll = (): void => {
    const { calls } = native();
    for (let number = calls.takeNoted(); number > 0; number = calls.takeNoted()) {
      this.receive({ number, code: calls.signalCode(), sender: calls.signalSender() });
    }
  };

  private receive(taken: TakenSignal): void {
    const { onSignal } = this.hooks;
    // A write of this process's own raised it, and a hook that writes would raise it again.
    if (isOfWrite(taken.number) && taken.sender === process.pid) return;
    if (onSignal === undefined || !isForwardable(taken.number)) {
      this.step(taken);
      return;
    }
    const signal = signalName(taken.number);
    const { sender } = taken;
    const { child } = this;
    void this.caller
      .call<SignalDecision>(
        `onSignal(${signal})`,
        (over) => {
          return onSignal({ signal, sender, child, over });
        },
        true,
      )
      .then((decision) => this.step(this.decided(taken, decision)));
  }

  /** What cannot be forwarded in a signal's place leaves it as it came; 0 is nothing. */
  private decided(taken: TakenSignal, decision: SignalDecision): TakenSignal {
    if (decision === undefined || decision === true) return taken;
    if (decision === false || decision === null) return { ...taken, number: 0 };
    try {
      const number = signalNumber(decision as string | number);
      if (number === 0 || isForwardable(number)) return { ...taken, number, code: 0 };
      throw new TsinitError("ERR_TSINIT_HOOK", `${signalName(number)} is never forwarded`);
    } catch (error) {
      this.caller.fail(error);
      return taken;
    }
  }

  /** One step of the core's supervisor, and what it waits for next. */
  private step(taken: TakenSignal): void {
    const { supervisor } = this.init;
    if (supervisor.isOver()) return;
    this.kernel.current = taken;
    this.kernel.isHidden = false;
    try {
      supervisor.step(taken.number);
    } catch (error) {
      // Whatever is broken, the child goes on, and so must its init.
      this.caller.fail(error);
    }
    clearTimeout(this.timer);
    if (supervisor.isOver()) {
      this.finish();
      return;
    }
    const patience = supervisor.patience();
    if (this.kernel.isHidden) this.again ??= setImmediate(this.comeAgain);
    if (patience >= 0) this.timer = setTimeout(() => this.step(NOTHING), patience);
  }

  private readonly comeAgain = (): void => {
    this.again = undefined;
    this.onChild();
  };

  /** Signals are still kept from Node's handlers, so that none of them ends this process now. */
  private async tellOfEnd(): Promise<Ending> {
    const status = this.init.end();
    const killer = killSignal(this.kernel.childEnd);
    const signal = killer > 0 ? signalName(killer) : null;
    const ending = { status, signal, pid: this.child };
    const { onExit } = this.hooks;
    if (onExit === undefined) return ending;
    const given = await this.caller.call<unknown>("onExit", () => onExit(ending), undefined);
    const isStatus = typeof given === "number" && given >= 0 && given <= 255;
    return isStatus ? { ...ending, status: Math.trunc(given) } : ending;
  }
}

/** No signal came in time. */
const NOTHING: TakenSignal = { number: 0, code: 0, sender: 0 };

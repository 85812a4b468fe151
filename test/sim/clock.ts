/** Owns the grace period as the contract has it: when SIGKILL is due, and how long to wait. */

/** The period that --on-exit=stop has by itself, and that between two SIGKILLs. */
export const STOP_GRACE = 10_000;
/** What was told to stop has that long for it, whenever the child ends. */
const MOMENT = 1000;
const RETRY = 100;
const TRIES = 50;

export class Clock {
  /** SIGKILL's time, or null when there is none. */
  deadline: number | null = null;
  kills = 0;
  /** When SIGKILL was due first, and when it was first sent. */
  due = -1;
  /** What ends at the deadline is a moment, without SIGKILL. */
  isMoment = false;
  private began = -Infinity;
  sent = -1;

  /** The first stop signal was forwarded; later ones only prolong a moment without --grace. */
  begin(now: number, period: number): void {
    if (this.isMoment && period < 0) {
      this.began = now;
      this.deadline = now + MOMENT;
    }
    if (this.deadline !== null || this.kills > 0) return;
    this.began = now;
    if (period < 0) return;
    this.deadline = now + period;
    this.due = this.deadline;
  }

  /** The child has ended: true while there is a moment left, or SIGKILL is due before its end. */
  shorten(now: number): boolean {
    const end = this.began + MOMENT;
    if (this.kills > 0) return false;
    if (this.deadline === null || this.deadline > end) {
      this.deadline = end;
      this.isMoment = true;
    }
    return this.deadline > now;
  }

  isOver(now: number): boolean {
    return this.deadline !== null && this.deadline <= now;
  }

  /** SIGKILL was sent; what all refused is not tried again. */
  killed(now: number, refused: boolean): void {
    if (!this.isOver(now)) throw new Error(`SIGKILL at ${now}, due at ${this.deadline}`);
    if (this.kills === 0) this.sent = now;
    this.kills++;
    this.deadline = this.kills < TRIES && !refused ? now + RETRY : null;
  }

  /** A wait of `milliseconds` at `now` ends when SIGKILL is due, and without that never. */
  checkWait(milliseconds: number, now: number): void {
    const left = this.deadline === null ? -1 : Math.max(this.deadline - now, 0);
    if (milliseconds !== left) throw new Error(`a wait of ${milliseconds} ms, not ${left}`);
  }
}

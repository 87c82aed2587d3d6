import { TooBusy } from './unavailable.ts';

/** A user of the queue. Turns alternate between the groups; within a group, the first to arrive is first. */
export interface Visitor {
  readonly group: string;
  /** Has a bounded number of tickets. */
  readonly owner: string;
  /** Aborted when the work is no longer awaited: it then gives up its ticket and is not started. */
  readonly signal?: AbortSignal | undefined;
}

/** The ticket of a piece of work in the queue, from its first turn to its last. */
export interface Ticket {
  /**
   * Runs the work when its turn comes; what is slow but not work, such as sending, happens between two turns.
   * @throws TooBusy if the first turn doesn't come in time, or wouldn't, or the reason of the visitor's signal
   */
  turn<Result>(work: () => Promise<Result>): Promise<Result>;
  leave(): void;
}

export interface FairQueueLimits {
  /** The number of concurrent turns. */
  readonly atOnce: number;
  /** The maximum number of tickets per owner. */
  readonly perOwner: number;
  /** How long to wait for a first turn, in ms. */
  readonly patience?: number;
  /** New work is refused if other work of its group has already waited longer than this, in ms. Default: no limit. */
  readonly maxWaitMs?: number;
  /** Monotonic milliseconds; replaceable by tests. */
  readonly elapsed?: () => number;
}

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}

const usual = {
  /** Less than the time in which a call must be answered, so that work that waits too long still gets an answer. */
  patience: 8_000,
  maxWaitMs: Number.POSITIVE_INFINITY,
  elapsed: () => performance.now(),
} as const;

/** Runs the work of many owners in turns, so that none can block the others. */
export class FairQueue {
  readonly #limits: Required<FairQueueLimits>;
  #running = 0;
  readonly #tickets = new Map<string, number>();
  /** By group, in the order of their next turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(limits: FairQueueLimits) {
    this.#limits = { ...usual, ...limits };
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, group) => sum + group.length, 0);
  }

  /** @throws TooBusy if the owner already holds all its tickets */
  enter({ group, owner, signal }: Visitor): Ticket {
    signal?.throwIfAborted();
    const ticketCount = this.#tickets.get(owner) ?? 0;
    if (ticketCount >= this.#limits.perOwner) throw new TooBusy(`${ticketCount} are under way for the same owner.`);
    this.#tickets.set(owner, ticketCount + 1);
    let [isHeld, isFirst] = [true, true];
    const leave = (): void => {
      if (!isHeld) return;
      isHeld = false;
      // A signal may outlive many tickets.
      signal?.removeEventListener('abort', leave);
      const rest = (this.#tickets.get(owner) ?? 1) - 1;
      if (rest > 0) this.#tickets.set(owner, rest);
      else this.#tickets.delete(owner);
    };
    signal?.addEventListener('abort', leave, { once: true });
    const turn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      signal?.throwIfAborted();
      if (this.#running < this.#limits.atOnce) this.#running += 1;
      else await this.#wait(group, signal, isFirst);
      isFirst = false;
      try {
        return await work();
      } finally {
        // New arrivals are handled first: the work may have blocked the event loop.
        setImmediate(() => this.#grant());
      }
    };
    return { turn, leave };
  }

  /** Enters, does all of the work in one turn, and leaves. @throws TooBusy */
  async run<Result>(visitor: Visitor, work: () => Promise<Result>): Promise<Result> {
    const ticket = this.enter(visitor);
    try {
      return await ticket.turn(work);
    } finally {
      ticket.leave();
    }
  }

  #wait(group: string, signal: AbortSignal | undefined, isFirst: boolean): Promise<void> {
    const { patience, maxWaitMs, elapsed } = this.#limits;
    const since = elapsed();
    const before = this.#waiting.get(group)?.[0];
    if (isFirst && before && since - before.since > maxWaitMs) throw new TooBusy('Others wait for too long.');
    return new Promise((resolve, reject) => {
      const giveUp = (error: unknown): void => {
        end();
        const others = (this.#waiting.get(group) ?? []).filter((entry) => entry.begin !== begin);
        if (others.length > 0) this.#waiting.set(group, others);
        else this.#waiting.delete(group);
        reject(error);
      };
      const onAbort = (): void => giveUp(signal?.reason);
      const onOverdue = (): void => giveUp(new TooBusy('Its turn did not come in time.'));
      const timer = isFirst ? setTimeout(onOverdue, patience) : undefined;
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const begin = (): void => {
        end();
        resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(group, [...(this.#waiting.get(group) ?? []), { since, begin }]);
    });
  }

  /** Passes a turn on to the group that has waited longest, which then goes to the end of the line. */
  #grant(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [group, [first, ...rest]] = next;
    this.#waiting.delete(group);
    if (rest.length > 0) this.#waiting.set(group, rest);
    first?.begin();
  }
}

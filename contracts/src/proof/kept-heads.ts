import { isSignedHead, type KeptHead, type SignedHead } from './signed-head.ts';

/** The comparison of an export with heads that were kept elsewhere. */
export interface KeptHeadsVerdict {
  readonly given: number;
  readonly compared: number;
  /** Before the export begins: not covered. */
  readonly earlier: readonly KeptHead[];
  /** After the export's last head: not covered. */
  readonly later: readonly KeptHead[];
  /** In a part of which the export has neither entries nor hashes: not covered. */
  readonly skipped: readonly KeptHead[];
}

type Point = Pick<KeptHead, 'position' | 'events'>;

/** Compares kept heads with an export while it is read. */
export class KeptHeads {
  readonly #waiting: Set<KeptHead>;
  readonly #byEvents = new Map<number, KeptHead[]>();
  readonly #given: number;
  #compared = 0;

  constructor(heads: readonly KeptHead[]) {
    this.#given = heads.length;
    this.#waiting = new Set(heads);
    for (const head of heads) {
      const heads = this.#byEvents.get(head.events);
      if (heads) heads.push(head);
      else this.#byEvents.set(head.events, [head]);
    }
  }

  /** Compares the heads with this number of events; returns those that differ. */
  reach({ events, digest }: Pick<KeptHead, 'events' | 'digest'>, position?: string): KeptHead[] {
    const here = (this.#byEvents.get(events) ?? []).filter((head) => this.#waiting.delete(head));
    this.#compared += here.length;
    return here.filter((head) => head.digest !== digest || (position !== undefined && head.position !== position));
  }

  /**
   * Ends the comparison after the last line. Returns the heads that the export should have reached and didn't; `ahead`,
   * if the log had more events before the export was made than the export reaches.
   * @param everyHead whether it has each signed head of its stretch of the log
   * @param reachedAt when it reached the log's end (UTC); null if it ends before
   */
  finish(begin: Point | null, last: Point | null, everyHead: boolean, reachedAt: string | null) {
    const found = { earlier: [] as KeptHead[], later: [] as KeptHead[], skipped: [] as KeptHead[] };
    const lacking: KeptHead[] = [];
    const newerHeads: SignedHead[] = [];
    for (const head of this.#waiting) {
      if (last && reachedAt !== null && isAhead(head, last, reachedAt)) newerHeads.push(head);
      else if (!last || isBefore(last, head)) found.later.push(head);
      else if (begin && isBefore(head, begin)) found.earlier.push(head);
      else if (!everyHead || !isSignedHead(head)) found.skipped.push(head);
      else lacking.push(head);
    }
    const verdict: KeptHeadsVerdict = {
      given: this.#given,
      compared: this.#compared + lacking.length + newerHeads.length,
      ...found,
    };
    return { verdict, lacking, ahead: newerHeads };
  }
}

/** The words for kept heads, in English. */
export const keptHeadText = {
  none: 'No kept head was given. Without one, a rewritten log would not be noticed.',
  nothing: 'None of the kept heads could be compared, so the file proves nothing about their log.',
  compared: (comparedCount: number, headCount: number) => `Kept heads compared: ${comparedCount} of ${headCount}.`,
  later: (heads: string) => `Not covered because they are later than the file: ${heads}.`,
  earlier: (heads: string) => `Not covered because they are earlier than the file: ${heads}.`,
  skipped: (heads: string) => `Not covered because the file skips that part: ${heads}.`,
};

/** The comparison of kept heads in sentences; `nameOf` names a head. */
export function keptHeadWords(
  { given, compared, ...uncovered }: KeptHeadsVerdict,
  nameOf: (head: KeptHead) => string,
  text = keptHeadText,
): string[] {
  if (given === 0) return [text.none];
  const countsByReason = (['later', 'earlier', 'skipped'] as const).flatMap((reason) =>
    uncovered[reason].length === 0 ? [] : [text[reason](uncovered[reason].map(nameOf).join(', '))],
  );
  const nothing = compared === 0 ? [text.nothing] : [];
  return [text.compared(compared, given), ...countsByReason, ...nothing];
}

/** Signed before the log's end was reached, with more events than the log had: it was set back, or written anew. */
const isAhead = (head: KeptHead, last: Point, reachedAt: string): head is SignedHead =>
  isSignedHead(head) && head.events > last.events && Date.parse(head.signedAt) < Date.parse(reachedAt);

/** Sorted by both, so that a log with added positions or events can't skip a head. */
const isBefore = (a: Point, b: Point): boolean => a.position < b.position && a.events < b.events;

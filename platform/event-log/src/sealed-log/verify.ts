import { hash } from 'node:crypto';
import type { Position } from '@dayline/contracts/ids';
import { digestStart, digestText, leafText } from '@dayline/contracts/proof/log-digest';
import type { KeptHead } from '@dayline/contracts/proof/signed-head';
import type { LogScan, ScannedEvent } from '../scan.ts';
import { chainIn, chainStart, storedChain } from './chain.ts';

/** A fault and its location. Never includes event content. */
export interface LogFault {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly fault: /** The stored text doesn't match its checksum or chain. */
    | { readonly kind: 'altered'; readonly by: 'checksum' | 'chain' }
    /** Events with these revisions are missing before it in the stream. */
    | { readonly kind: 'missingRevisions'; readonly from: number; readonly to: number }
    /** Events at these positions are missing before it in the log. */
    | { readonly kind: 'missingPositions'; readonly from: number; readonly to: number }
    /** Its position is taken by another event, or precedes the first. */
    | { readonly kind: 'added' };
}

/** Result of comparing a kept head with the log. */
export interface HeadVerdict {
  readonly head: KeptHead;
  /**
   * `gone`: the log ends before the position or has no event there. `differs`: the events up to there differ in content
   * or order.
   */
  readonly verdict: 'fits' | 'differs' | 'gone';
}

interface StreamEnd {
  revision: number;
  /** Null if unknown; the next event's chain is then not compared. */
  chain: string | null;
}

type Report = (fault: LogFault['fault']) => void;

/** Checks events one by one. Keeps only the last revision and chain of each stream. */
export class LogVerifier {
  readonly #isGapless: boolean;
  readonly #onFault: (fault: LogFault) => void;
  readonly #heads: readonly KeptHead[];
  readonly #positions: ReadonlySet<Position>;
  readonly #found = new Map<Position, string>();
  readonly #ends = new Map<string, StreamEnd>();
  #digest = digestStart;
  #nextPosition = 1;
  /** The number of events checked. */
  events = 0;
  /** Position of the last event; null before the first. */
  position: Position | null = null;

  constructor(
    { gapless }: Pick<LogScan, 'gapless'>,
    onFault: (fault: LogFault) => void,
    heads: readonly KeptHead[] = [],
  ) {
    this.#isGapless = gapless;
    this.#onFault = onFault;
    this.#heads = heads;
    this.#positions = new Set(heads.map(({ position }) => position));
  }

  get streams(): number {
    return this.#ends.size;
  }

  /** Number of events per stream up to the first gap. */
  lengths(): ReadonlyMap<string, number> {
    return new Map([...this.#ends].map(([stream, end]) => [stream, end.revision + 1]));
  }

  /** Verdicts on the given heads, available at the end. */
  verdicts(): readonly HeadVerdict[] {
    return this.#heads.map((head) => {
      const here = this.#found.get(head.position);
      if (here === undefined) return { head, verdict: 'gone' };
      return { head, verdict: here === `${head.events} ${head.digest}` ? 'fits' : 'differs' };
    });
  }

  /** Checks the next event in order of position. */
  check(event: ScannedEvent): void {
    this.events += 1;
    this.position = event.position;
    const { stream, revision } = event;
    if (this.#positions.size > 0) this.#digestWith(event);
    const report: Report = (fault) => this.#onFault({ position: event.position, stream, revision, fault });
    if (!this.#hasPlace(event, report)) return;
    const before = this.#stateBefore(event, report);
    const { chain, fits } = storedChain(before.chain ?? '', event);
    const isAltered = chain === null || (before.chain !== null && !fits);
    if (!event.fitsChecksum) report({ kind: 'altered', by: 'checksum' });
    else if (isAltered) report({ kind: 'altered', by: 'chain' });
    if (revision > before.revision) this.#ends.set(stream, { revision, chain });
  }

  #digestWith(event: ScannedEvent): void {
    this.#digest = nextDigest(this.#digest, event);
    if (this.#positions.has(event.position)) this.#found.set(event.position, `${this.events} ${this.#digest}`);
  }

  /** False if its position precedes the first of the log. */
  #hasPlace({ position }: ScannedEvent, report: Report): boolean {
    if (!this.#isGapless) return true;
    const ordinal = Number(position);
    const next = this.#nextPosition;
    if (ordinal > next) report({ kind: 'missingPositions', from: next, to: ordinal - 1 });
    if (ordinal < next) report({ kind: 'added' });
    this.#nextPosition = Math.max(next, ordinal + 1);
    return ordinal > 0;
  }

  /** The stream's state before the event; its chain is null if events are missing in between. */
  #stateBefore({ stream, revision }: ScannedEvent, report: Report): StreamEnd {
    const end = this.#ends.get(stream) ?? { revision: -1, chain: chainStart };
    if (revision === end.revision + 1) return end;
    if (revision <= end.revision) report({ kind: 'added' });
    else report({ kind: 'missingRevisions', from: end.revision + 1, to: revision - 1 });
    return { revision: end.revision, chain: null };
  }
}

/** The running digest of a whole log; null if it is empty. @throws EventLogUnavailable */
export async function headOfLog(scan: Pick<LogScan, 'pages'>): Promise<KeptHead | null> {
  let [position, events, digest] = ['', 0, digestStart];
  for await (const page of scan.pages()) {
    for (const event of page) [position, events, digest] = [event.position, events + 1, nextDigest(digest, event)];
  }
  return events === 0 ? null : { position, events, digest };
}

function nextDigest(digest: string, event: ScannedEvent): string {
  const { stream, revision } = event;
  const leaf = hash('sha256', leafText({ stream, revision, metadata: { chain: chainIn(event) ?? '' } }), 'hex');
  return hash('sha256', digestText(digest, leaf), 'hex');
}

/** Checks a whole log in one pass and returns its size. @throws EventLogUnavailable */
export async function verifyLog(
  scan: LogScan,
  onFault: (fault: LogFault) => void,
  heads: readonly KeptHead[] = [],
): Promise<Omit<LogVerifier, 'check'>> {
  const verifier = new LogVerifier(scan, onFault, heads);
  for await (const page of scan.pages()) for (const event of page) verifier.check(event);
  return verifier;
}

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

export interface LogVerifier {
  /** Checks the next event in order of position. */
  check(event: ScannedEvent): void;
  readonly events: number;
  readonly streams: number;
  /** Position of the last event; null before the first. */
  readonly position: Position | null;
  /** Number of events per stream up to the first gap. */
  lengths(): ReadonlyMap<string, number>;
  /** Verdicts on the given heads, available at the end. */
  verdicts(): readonly HeadVerdict[];
}

interface StreamEnd {
  revision: number;
  /** Null if unknown; the next event's chain is then not compared. */
  chain: string | null;
}

/** Checks events one by one. Keeps only the last revision and chain of each stream. */
export function logVerifier(
  { gapless }: Pick<LogScan, 'gapless'>,
  onFault: (fault: LogFault) => void,
  heads: readonly KeptHead[] = [],
): LogVerifier {
  const wanted = new Set(heads.map((head) => head.position));
  const found = new Map<Position, string>();
  let digest = digestStart;
  const ends = new Map<string, StreamEnd>();
  let events = 0;
  let position: Position | null = null;
  let nextPosition = 1;

  /** False if its position precedes the first of the log. */
  function hasPlace(event: ScannedEvent, say: (fault: LogFault['fault']) => void): boolean {
    position = event.position;
    if (!gapless) return true;
    const ordinal = Number(event.position);
    if (ordinal > nextPosition) say({ kind: 'missingPositions', from: nextPosition, to: ordinal - 1 });
    if (ordinal < nextPosition) say({ kind: 'added' });
    nextPosition = Math.max(nextPosition, ordinal + 1);
    return ordinal > 0;
  }

  /** The stream's state before the event; its chain is null if events are missing in between. */
  function checkRevision({ stream, revision }: ScannedEvent, say: (fault: LogFault['fault']) => void): StreamEnd {
    const end = ends.get(stream) ?? { revision: -1, chain: chainStart };
    if (revision > end.revision + 1) {
      say({ kind: 'missingRevisions', from: end.revision + 1, to: revision - 1 });
      return { revision: end.revision, chain: null };
    }
    if (revision <= end.revision) {
      say({ kind: 'added' });
      return { revision: end.revision, chain: null };
    }
    return end;
  }

  return {
    get events() {
      return events;
    },
    get streams() {
      return ends.size;
    },
    get position() {
      return position;
    },
    lengths: () => new Map([...ends].map(([stream, end]) => [stream, end.revision + 1])),
    verdicts: () =>
      heads.map((head) => {
        const here = found.get(head.position);
        if (here === undefined) return { head, verdict: 'gone' };
        return { head, verdict: here === `${head.events} ${head.digest}` ? 'fits' : 'differs' };
      }),
    check(event) {
      events += 1;
      const { stream, revision } = event;
      if (wanted.size > 0) {
        const metadata = { chain: chainIn(event) ?? '' };
        const leaf = hash('sha256', leafText({ stream, revision, metadata }), 'hex');
        digest = hash('sha256', digestText(digest, leaf), 'hex');
        if (wanted.has(event.position)) found.set(event.position, `${events} ${digest}`);
      }
      const say = (fault: LogFault['fault']) => onFault({ position: event.position, stream, revision, fault });
      if (!hasPlace(event, say)) return;
      const before = checkRevision(event, say);
      const { chain, fits } = storedChain(before.chain ?? '', event);
      const isAltered = chain === null || (before.chain !== null && !fits);
      if (!event.fitsChecksum) say({ kind: 'altered', by: 'checksum' });
      else if (isAltered) say({ kind: 'altered', by: 'chain' });
      if (revision > before.revision) ends.set(stream, { revision, chain });
    },
  };
}

/** Checks a whole log in one pass and returns its size. @throws EventLogUnavailable */
export async function verifyLog(
  scan: LogScan,
  onFault: (fault: LogFault) => void,
  heads: readonly KeptHead[] = [],
): Promise<Omit<LogVerifier, 'check'>> {
  const verifier = logVerifier(scan, onFault, heads);
  for await (const page of scan.pages()) for (const event of page) verifier.check(event);
  return verifier;
}

import type { KeptHead } from '@dayline/contracts/proof/signed-head';
import type { HeadVerdict, LogFault } from './verify.ts';

const numbers = (from: number, to: number): string => (from === to ? String(from) : `${from} to ${to}`);

/** A fault in one line. */
export function faultWords({ position, stream, revision, fault }: LogFault): string {
  const where = `position ${position}, ${stream}@${revision}`;
  switch (fault.kind) {
    case 'altered':
      return `${where}: altered, its ${fault.by} doesn't fit`;
    case 'missingRevisions':
      return `${where}: revision ${numbers(fault.from, fault.to)} of the stream is missing before it`;
    case 'missingPositions':
      return `${where}: position ${numbers(fault.from, fault.to)} is missing before it`;
    case 'added':
      return `${where}: added, its place was taken or is none`;
  }
}

/**
 * The heads that don't match the log, one line each. Each head covers all events before it: the last that matches and
 * the first that differs show between which positions the log differs.
 * @param labelOf who kept a head
 */
export function mismatches(verdicts: readonly HeadVerdict[], labelOf: (head: KeptHead) => string) {
  const inOrder = [...verdicts].sort((a, b) => a.head.events - b.head.events);
  const first = inOrder.findIndex(({ verdict }) => verdict === 'differs');
  const before = inOrder.slice(0, Math.max(first, 0)).findLast(({ verdict }) => verdict === 'fits');
  const from = before ? `position ${before.head.position}` : 'the start';
  return inOrder.flatMap(({ head, verdict }, index) => {
    const { position, events } = head;
    if (verdict === 'fits') return [];
    const texts = {
      gone: `gone, though the head of ${labelOf(head)} has ${events} events up to there`,
      differs:
        index === first
          ? `between ${from} and here stand other events, or in another order, than in the head of ${labelOf(head)}`
          : `other events than in the head of ${labelOf(head)}, as before`,
    };
    return [{ head, text: `position ${position}: ${texts[verdict]}` }];
  });
}

/** Streams that are shorter than the activity has seen them, one line each. */
export function shortStreams(seenCounts: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>): string[] {
  return [...seenCounts].flatMap(([stream, length]) => {
    const count = there.get(stream) ?? 0;
    if (count >= length) return [];
    if (count === 0) return [`${stream}: vanished, the activity has seen ${length} of its events`];
    return [`${stream}: its end was cut off, the activity has seen ${length} of its events and ${count} are left`];
  });
}

/** The positions after `after`, up to and including `upTo`. */
export interface DifferingStretch {
  readonly after: string;
  readonly upTo: string;
}

/**
 * Where the log's events differ from what a head covers: between the last head that fits and the first that doesn't.
 */
export function differingStretch(verdicts: readonly HeadVerdict[]): DifferingStretch | null {
  const inOrder = [...verdicts].sort((a, b) => a.head.events - b.head.events);
  const first = inOrder.find(({ verdict }) => verdict === 'differs');
  if (!first) return null;
  const before = inOrder.slice(0, inOrder.indexOf(first)).findLast(({ verdict }) => verdict === 'fits');
  return { after: before?.head.position ?? '', upTo: first.head.position };
}

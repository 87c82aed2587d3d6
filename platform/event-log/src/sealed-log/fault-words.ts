import type { HeadVerdict, KeptHead, LogFault } from './verify.ts';

const numbers = (from: number, to: number): string => (from === to ? String(from) : `${from} to ${to}`);

/** A fault in one line. */
export function faultWords({ position, stream, revision, fault }: LogFault): string {
  const place = `position ${position}, ${stream}@${revision}`;
  switch (fault.kind) {
    case 'altered':
      return `${place}: altered, its ${fault.by} doesn't fit`;
    case 'missingRevisions':
      return `${place}: revision ${numbers(fault.from, fault.to)} of the stream is missing before it`;
    case 'missingPositions':
      return `${place}: position ${numbers(fault.from, fault.to)} is missing before it`;
    case 'added':
      return `${place}: added, its place was taken or is none`;
  }
}

/** A kept head that doesn't fit the log; `whose` is who kept it. */
export const headWords = ({ position, events }: KeptHead, verdict: HeadVerdict['verdict'], whose: string): string =>
  verdict === 'gone'
    ? `position ${position}: gone, though the head of ${whose} has ${events} events up to there`
    : `position ${position}: up to here stand other events, or in another order, than in the head of ${whose}`;

/** Streams that are shorter than the activity has seen them, one line each. */
export function shortStreams(seen: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>): string[] {
  return [...seen].flatMap(([stream, length]) => {
    const left = there.get(stream) ?? 0;
    if (left >= length) return [];
    if (left === 0) return [`${stream}: vanished, the activity has seen ${length} of its events`];
    return [`${stream}: its end was cut off, the activity has seen ${length} of its events and ${left} are left`];
  });
}

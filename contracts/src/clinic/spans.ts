import { z } from 'zod';
import { endTimeSchema, timeSchema } from '../ids.ts';
import { minutesOf, timeOf } from './schedule.ts';

/** A part of a clinic's day: from HH:mm, inclusive, to HH:mm, exclusive. Both sort as text. */
export interface Span {
  readonly from: string;
  /** At most '24:00', the day's end. */
  readonly to: string;
}

export const endOfDay = '24:00';
export const wholeDay: Span = { from: '00:00', to: endOfDay };
export const spanSchema = z.object({ from: timeSchema, to: endTimeSchema });

/** The span of a start and a length in minutes, cut at the day's end. */
export const spanFrom = (time: string, minutes: number): Span => ({
  from: time,
  to: timeOf(Math.min(minutesOf(endOfDay), minutesOf(time) + minutes)),
});

export const overlaps = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to;
export const isSame = (one: Span, other: Span): boolean => one.from === other.from && one.to === other.to;
/** Sorts by start, then by end. */
export const inTimeOrder = (one: Span, other: Span): number => {
  if (one.from !== other.from) return one.from < other.from ? -1 : 1;
  return one.to < other.to ? -1 : Number(one.to > other.to);
};

/** The spans without the removed ones; a span may be cut in two. */
export function without<Of extends Span>(spans: readonly Of[], takenOut: readonly Span[]): Of[] {
  return takenOut.reduce<Of[]>(
    (left, out) =>
      left.flatMap((span) => {
        if (!overlaps(span, out)) return [span];
        const before = span.from < out.from ? [{ ...span, to: out.from }] : [];
        return out.to < span.to ? [...before, { ...span, from: out.to }] : before;
      }),
    [...spans],
  );
}

/** The same minutes as spans that neither touch nor overlap, by time. */
export function joined(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const { from, to } of [...spans].sort(inTimeOrder)) {
    const last = apart.at(-1);
    if (last && from <= last.to) apart[apart.length - 1] = { from: last.from, to: to > last.to ? to : last.to };
    else apart.push({ from, to });
  }
  return apart;
}

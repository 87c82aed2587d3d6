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

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;
export const isSame = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;
/** Sorts by start, then by end. */
export const inTimeOrder = (a: Span, b: Span): number => {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  return a.to < b.to ? -1 : Number(a.to > b.to);
};

/** The spans without the removed ones; a span may be cut in two. */
export function without<Of extends Span>(spans: readonly Of[], exceptions: readonly Span[]): Of[] {
  return exceptions.reduce<Of[]>(
    (rest, out) =>
      rest.flatMap((span) => {
        if (!overlaps(span, out)) return [span];
        const before = span.from < out.from ? [{ ...span, to: out.from }] : [];
        return out.to < span.to ? [...before, { ...span, from: out.to }] : before;
      }),
    [...spans],
  );
}

/** The same minutes as spans that neither touch nor overlap, by time. */
export function joined(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of [...spans].sort(inTimeOrder)) {
    const last = merged.at(-1);
    if (last && from <= last.to) merged[merged.length - 1] = { from: last.from, to: to > last.to ? to : last.to };
    else merged.push({ from, to });
  }
  return merged;
}

import type { BothFigures, Figures } from './report.ts';

export const noFigures: Figures = {
  ...{ visits: 0, noShows: 0, cancellations: 0, movedAway: 0, overbooked: 0 },
  ...{ paid: 0, paise: 0, withoutAmount: 0, taken: 0, refunded: 0 },
};
export const noneOfBoth: BothFigures = { earlier: noFigures, later: noFigures, moved: noFigures };
// Cast is safe: Object.keys lists the fields of the literal above.
const names = Object.keys(noFigures) as (keyof Figures)[];

const eachOf = (one: Figures, other: Figures, combine: (one: number, other: number) => number): Figures => {
  const all = { ...noFigures };
  for (const name of names) all[name] = combine(one[name], other[name]);
  return all;
};
export const plus = (one: Figures, other: Figures): Figures => eachOf(one, other, (a, b) => a + b);
export const minus = (one: Figures, other: Figures): Figures => eachOf(one, other, (a, b) => a - b);
export const sizesOf = (change: Figures): Figures => eachOf(change, noFigures, Math.abs);
export const plusBoth = (one: BothFigures, other: BothFigures): BothFigures => ({
  earlier: plus(one.earlier, other.earlier),
  later: plus(one.later, other.later),
  moved: plus(one.moved, other.moved),
});
export const isNone = (figures: Figures): boolean => names.every((name) => figures[name] === 0);

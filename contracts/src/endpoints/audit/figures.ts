import type { BothFigures, Figures } from './report.ts';

export const noFigures: Figures = {
  ...{ visits: 0, noShows: 0, cancellations: 0, movedAway: 0, overbooked: 0 },
  ...{ reminded: 0, remindedNoShows: 0 },
  ...{ paid: 0, paise: 0, withoutAmount: 0, taken: 0, refunded: 0 },
};
export const noBothFigures: BothFigures = {
  ...{ earlier: noFigures, later: noFigures, moved: noFigures },
  messages: { earlier: 0, later: 0 },
};
// Cast is safe: Object.keys lists the fields of the literal above.
const names = Object.keys(noFigures) as (keyof Figures)[];

const combineFigures = (a: Figures, b: Figures, combine: (x: number, y: number) => number): Figures => {
  const all = { ...noFigures };
  for (const name of names) all[name] = combine(a[name], b[name]);
  return all;
};
export const plus = (first: Figures, second: Figures): Figures => combineFigures(first, second, (a, b) => a + b);
export const minus = (first: Figures, second: Figures): Figures => combineFigures(first, second, (a, b) => a - b);
export const sizesOf = (change: Figures): Figures => combineFigures(change, noFigures, Math.abs);
export const plusBoth = (first: BothFigures, second: BothFigures): BothFigures => ({
  earlier: plus(first.earlier, second.earlier),
  later: plus(first.later, second.later),
  moved: plus(first.moved, second.moved),
  messages: {
    earlier: first.messages.earlier + second.messages.earlier,
    later: first.messages.later + second.messages.later,
  },
});
export const isNone = (figures: Figures): boolean => names.every((name) => figures[name] === 0);

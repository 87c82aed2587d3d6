import type { BothFigures, Figures } from '@dayline/contracts/endpoints/audit/report';

const none: Figures = { visits: 0, noShows: 0, cancellations: 0, paid: 0, paise: 0 };
const plus = (one: Figures, other: Figures): Figures => ({
  visits: one.visits + other.visits,
  noShows: one.noShows + other.noShows,
  cancellations: one.cancellations + other.cancellations,
  paid: one.paid + other.paid,
  paise: one.paise + other.paise,
});

/** The figures of several together. */
export const sumOf = (all: readonly BothFigures[]): BothFigures =>
  all.reduce<BothFigures>(
    (sum, each) => ({
      earlier: plus(sum.earlier, each.earlier),
      later: plus(sum.later, each.later),
      moved: plus(sum.moved, each.moved),
    }),
    { earlier: none, later: none, moved: none },
  );

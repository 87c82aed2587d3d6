import type { CountsRow } from '@dayline/contracts/views';

type Figures = Readonly<Record<string, number>>;

/** The sums of the figures of both. */
function sumOf<Both extends Figures>(a: Both, b: Both): Both {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  // Cast is safe: both have these fields.
  return Object.fromEntries([...names].map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)])) as Both;
}

/** The counts of both, under the key of the first. */
export const plus = (a: CountsRow, b: CountsRow): CountsRow => ({
  ...a,
  byStatus: sumOf(a.byStatus, b.byStatus),
  byType: sumOf(a.byType, b.byType),
  byHour: sumOf(a.byHour, b.byHour),
  departments: a.departments + b.departments,
  doctors: a.doctors + b.doctors,
  patients: a.patients + b.patients,
});

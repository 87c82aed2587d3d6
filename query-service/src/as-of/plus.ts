import type { CountsRow } from '@dayline/contracts/views';

type Figures = Readonly<Record<string, number>>;

/** The sums of the figures of both. */
function added<Both extends Figures>(one: Both, other: Both): Both {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  // Cast is safe: the names are those of both.
  return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)])) as Both;
}

/** The counts of both, under the key of the first. */
export const plus = (one: CountsRow, other: CountsRow): CountsRow => ({
  ...one,
  byStatus: added(one.byStatus, other.byStatus),
  byType: added(one.byType, other.byType),
  byHour: added(one.byHour, other.byHour),
  departments: one.departments + other.departments,
  doctors: one.doctors + other.doctors,
  patients: one.patients + other.patients,
});

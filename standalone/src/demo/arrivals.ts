import type { DemoStep } from './steps.ts';

const second = 1_000;
const minute = 60 * second;

type Booked = Extract<DemoStep, { kind: 'book' }> & { readonly slotAt: number };
type Came = Extract<DemoStep, { kind: 'arrive' | 'call' }>;

/** The day that the steps make, in ms since the epoch. */
interface Today {
  readonly date: string;
  readonly began: number;
  readonly anchor: number;
  slotAt(step: { readonly date: string; readonly time: string }): number;
}

/**
 * Who of today arrived and was called: everybody who was visited, and of those who are due now most; one of each doctor's
 * is called. Who comes by video stays away.
 */
export function arrivalSteps(steps: readonly DemoStep[], today: Today): DemoStep[] {
  const marks = groupedBy(
    steps.flatMap((step) => (step.kind === 'mark' || step.kind === 'undo' ? [step] : [])),
    ({ booking }) => booking,
  );
  const booked = steps.flatMap((step) =>
    step.kind === 'book' && step.date === today.date && step.type === 'Direct Consultation'
      ? [{ ...step, slotAt: today.slotAt(step) }]
      : [],
  );
  const visited = booked.flatMap((step): Came[] => {
    const [mark, ...others] = marks.get(step.booking) ?? [];
    if (mark?.kind !== 'mark' || mark.status !== 'Availed' || others.length > 0) return [];
    return cameBefore(step, today, {
      arrivedAt: mark.at - 25 * minute,
      calledAt: mark.at - 8 * minute,
      before: mark.at,
    });
  });
  const due = booked.filter((step) => !marks.has(step.booking) && isDue(step, today));
  const byDoctor = [...groupedBy(due, ({ doctor }) => doctor).values()];
  return [...visited, ...byDoctor.flatMap((those) => waitingOf(those, today))];
}

function groupedBy<One>(all: readonly One[], keyOf: (one: One) => number): Map<number, One[]> {
  const groups = new Map<number, One[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** Most of those whose time is about now. */
const isDue = ({ slotAt, booking }: Booked, { anchor }: Today): boolean =>
  slotAt > anchor - 90 * minute && slotAt < anchor + 30 * minute && booking % 5 !== 0;

function waitingOf(those: readonly Booked[], today: Today): Came[] {
  const { anchor } = today;
  const came = those
    .map((step) => ({
      step,
      arrivedAt: Math.min(step.slotAt - 10 * minute, anchor - (2 + (step.booking % 9)) * minute),
    }))
    .sort((one, other) => one.arrivedAt - other.arrivedAt);
  return came.flatMap(({ step, arrivedAt }, index) => {
    const calledAt = came.length > 1 && index === 0 ? Math.max(arrivedAt + minute, anchor - 6 * minute) : null;
    return cameBefore(step, today, { arrivedAt, calledAt, before: anchor - 30 * second });
  });
}

/** None if there is no time for it between the booking and what comes after. */
function cameBefore(
  { booking, at: bookedAt }: Booked,
  { began }: Today,
  {
    calledAt,
    before,
    ...times
  }: { readonly arrivedAt: number; readonly calledAt: number | null; readonly before: number },
): Came[] {
  const arrivedAt = Math.max(times.arrivedAt, bookedAt + 30 * second, began + second);
  if (arrivedAt >= before) return [];
  const arrival = { kind: 'arrive', at: arrivedAt, who: 0, booking } as const;
  if (calledAt === null) return [arrival];
  const called = Math.max(calledAt, arrivedAt + second);
  return called < before ? [arrival, { kind: 'call', at: called, who: 0, booking }] : [];
}

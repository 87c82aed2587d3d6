import { type PlanSlot, type Weekday, weekdayOf, weekdays } from '@dayline/contracts/clinic/schedule';
import { spanOf } from '@dayline/contracts/clinic/slots';
import { type HoursPreview, previewSizeLimit } from '@dayline/contracts/endpoints/hours-preview';

type Times = HoursPreview['removedSlots'];

/** The capacity that the slots have beyond the others, by time. */
export const placesWithout = (slots: readonly PlanSlot[], others: readonly PlanSlot[]): PlanSlot[] =>
  slots.flatMap((slot) => {
    const same = others.find(({ time, minutes }) => time === slot.time && minutes === slot.minutes);
    const capacity = slot.capacity - (same?.capacity ?? 0);
    return capacity > 0 ? [{ ...slot, capacity }] : [];
  });

interface Stretch {
  readonly weekday: Weekday;
  readonly from: string;
  readonly to: string;
  places: number;
  readonly dates: Set<string>;
}

/** Removed or added capacity, counted by weekday and stretch of time. */
export class ChangedTimes {
  readonly #stretches = new Map<string, Stretch>();

  /** @param slots of one doctor on a date, by time; adjacent ones are one stretch */
  add(date: string, slots: readonly PlanSlot[]): void {
    const weekday = weekdayOf(date);
    for (const { from, to, places } of stretchesOf(slots)) {
      const key = `${weekdays.indexOf(weekday)} ${from} ${to}`;
      const stretch = this.#stretches.get(key) ?? { weekday, from, to, places: 0, dates: new Set() };
      stretch.places += places;
      stretch.dates.add(date);
      this.#stretches.set(key, stretch);
    }
  }

  summary(): Times {
    const all = [...this.#stretches].sort(([key], [next]) => (key < next ? -1 : 1)).map(([, stretch]) => stretch);
    return {
      places: all.reduce((sum, { places }) => sum + places, 0),
      first: all.slice(0, previewSizeLimit).map(({ dates, ...stretch }) => {
        const sorted = [...dates].sort();
        return { ...stretch, dates: dates.size, firstDate: sorted[0] ?? '', lastDate: sorted.at(-1) ?? '' };
      }),
    };
  }
}

function stretchesOf(slots: readonly PlanSlot[]) {
  const stretches: { from: string; to: string; places: number }[] = [];
  for (const slot of slots) {
    const { from, to } = spanOf(slot);
    const last = stretches.at(-1);
    if (last?.to === from) {
      last.to = to;
      last.places += slot.capacity;
    } else stretches.push({ from, to, places: slot.capacity });
  }
  return stretches;
}

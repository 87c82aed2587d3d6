import { z } from 'zod';
import { minutesOf } from '../clinic/schedule.ts';
import type { JsonObject } from '../json.ts';

/** The length of a slot or visit of which only the start is known. */
export const minutesAlone = 30;

/** Converts one event's data from version `from` to `from + 1`. Pure; never removed once released. */
export interface Upcaster {
  readonly type: string;
  readonly from: number;
  readonly upcast: (data: JsonObject) => JsonObject;
}

/** Version 1 knew starts only. An upcaster sees one event, so the day's fold finds the spans (`day-book.ts`). */
const withoutMinutes = (type: string): Upcaster => ({ type, from: 1, upcast: (data) => ({ ...data, minutes: null }) });
const withoutEnds = (type: string): Upcaster => ({
  type,
  from: 1,
  upcast({ times, ...data }) {
    return { ...data, spans: starts(times).map((from) => ({ from, to: null })) };
  },
});

/** The new version has more optional fields. */
const unchanged = (type: string, from: number): Upcaster => ({ type, from, upcast: (data) => data });

/** A plan names its slots, so their lengths follow from it alone. */
const planOfStarts: Upcaster = {
  type: 'SlotsPlanned',
  from: 1,
  upcast({ slots, scheduleRevision = null }) {
    const planned = z.array(z.object({ time: z.string(), capacity: z.number() })).parse(slots);
    const times = planned.map(({ time }) => time).sort();
    return {
      sessions: [],
      slots: planned.map((slot) => ({ ...slot, minutes: minutesAmong(times, slot.time), session: null })),
      weekRevision: scheduleRevision,
      calendarRevision: null,
    };
  },
};

const starts = (times: unknown): string[] => z.array(z.string()).parse(times);

/** The smaller distance to a slot's neighbours, at most 60 minutes; 30 if it is alone. */
function minutesAmong(times: readonly string[], time: string): number {
  const before = times.findLast((other) => other < time);
  const after = times.find((other) => other > time);
  const distances = [before, after].flatMap((other) =>
    other === undefined ? [] : [Math.abs(minutesOf(other) - minutesOf(time))],
  );
  return distances.length === 0 ? minutesAlone : Math.min(60, ...distances);
}

/** Version 1 knew whether something was paid, and neither how much nor how. */
const withoutAmount = (type: string, method: 'unknown' | null): Upcaster => ({
  type,
  from: 1,
  upcast: (data) => ({ ...data, amount: null, method }),
});

/** Version 1 knew one payment, and that what is paid is what was to be paid. */
const movedMoney: Upcaster = {
  type: 'AppointmentMovedIn',
  from: 1,
  upcast: ({ payment, ...data }) => {
    const { status, amount, method } = z
      .object({ status: z.string(), amount: z.number().nullable(), method: z.string() })
      .parse(payment);
    return { ...data, payment: { status, due: amount, payments: status === 'Paid' ? [{ amount, method }] : [] } };
  },
};

const noWords = { guardianRelation: null, guardianName: null, phoneNote: null };

/** Upcasters of Dayline's events. */
export const upcasters: readonly Upcaster[] = [
  planOfStarts,
  withoutMinutes('AppointmentBooked'),
  withoutMinutes('AppointmentMarkedVisited'),
  withoutMinutes('AppointmentMarkedNotVisited'),
  withoutMinutes('AppointmentCancelled'),
  withoutMinutes('AppointmentMarkUndone'),
  withoutMinutes('AppointmentCancellationUndone'),
  withoutMinutes('AppointmentStatusCorrected'),
  // Version 2 knew no sessions.
  unchanged('AppointmentBooked', 2),
  unchanged('AppointmentMarkedVisited', 2),
  unchanged('AppointmentMarkedNotVisited', 2),
  unchanged('AppointmentCancelled', 2),
  unchanged('AppointmentMarkUndone', 2),
  unchanged('AppointmentCancellationUndone', 2),
  unchanged('AppointmentStatusCorrected', 2),
  withoutAmount('AppointmentPaymentRecorded', 'unknown'),
  withoutAmount('AppointmentPaymentCorrected', 'unknown'),
  unchanged('AppointmentPaymentCorrected', 2),
  { type: 'PaymentRefunded', from: 1, upcast: (data) => ({ ...data, reason: null }) },
  withoutAmount('PaymentRefundUndone', null),
  unchanged('PaymentRefundUndone', 2),
  unchanged('AppointmentMoveStarted', 1),
  movedMoney,
  unchanged('AppointmentRescheduled', 1),
  unchanged('FeeDecided', 1),
  unchanged('FeeRulesSet', 1),
  unchanged('ClientFeeRulesSet', 1),
  withoutEnds('SlotsBlocked'),
  withoutEnds('SlotsUnblocked'),
  { type: 'WeeklyScheduleSet', from: 1, upcast: (data) => ({ ...data, from: null, name: null }) },
  unchanged('WeeklyScheduleSet', 2),
  // Version 2 knew no hospital's days, and version 3 no sessions.
  unchanged('SlotsPlanned', 2),
  unchanged('SlotsPlanned', 3),
  unchanged('DayHoursSet', 1),
  {
    type: 'PatientRegistered',
    from: 1,
    upcast: (data) => ({ ...data, ...{ uhid: null, sex: null, bornOn: null, ageText: null }, ...noWords }),
  },
  unchanged('DayClosed', 1),
  unchanged('PatientDetailsCorrected', 1),
  unchanged('PatientErased', 1),
  unchanged('DoctorAdded', 1),
  // Only the stored version says whether the client's accounts are recorded.
  unchanged('ClientOnboarded', 1),
  // Version 1 named the file and its columns.
  {
    type: 'ImportStarted',
    from: 1,
    upcast: ({ fileName: _fileName, headers: _headers, ...data }) => ({ ...data, headings: null }),
  },
  { type: 'LogSetBackAccepted', from: 1, upcast: (data) => ({ ...data, lost: null }) },
];

/** Applies upcasters from the stored version to the newest. */
export function upcastData(
  type: string,
  version: number,
  data: JsonObject,
  chain: readonly Upcaster[] = upcasters,
): { data: JsonObject; version: number } {
  let current = { data, version };
  for (;;) {
    const step = chain.find((upcaster) => upcaster.type === type && upcaster.from === current.version);
    if (!step) return current;
    current = { data: step.upcast(current.data), version: current.version + 1 };
  }
}

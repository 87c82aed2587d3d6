import { z } from 'zod';
import type { PublicEventType } from '../api-keys/public-event-types.ts';
import { appointmentStatusSchema, paymentStatusSchema, type StoredStatus } from '../appointments.ts';
import { addDays } from '../clinic/clinic-time.ts';
import { streamKey } from '../events/categories.ts';
import type { EventMetadata } from '../events/metadata.ts';
import { type EventType, eventsByCategory, isKnownEvent, type RecordedDaylineEvent } from '../events/table.ts';
import { upcastData } from '../events/upcast.ts';
import {
  appointmentIdSchema,
  dateSchema,
  doctorDayOf,
  idSchema,
  positionSchema,
  slotId,
  slotIdSchema,
} from '../ids.ts';
import type { JsonObject } from '../json.ts';

const visit = { appointmentId: appointmentIdSchema, patientId: idSchema, pocId: idSchema, date: dateSchema };
const status = appointmentStatusSchema;
const day = { pocId: idSchema, date: dateSchema };

/** @param data ids and statuses only: no name, phone or other personal detail leaves in an event */
const publicEvent = <const Type extends PublicEventType, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({
    /** The id of the event in the log; the same whenever it is sent again. */
    id: idSchema,
    type: z.literal(type),
    position: positionSchema,
    recordedAt: z.iso.datetime(),
    data: z.object(data),
  });

/** What partners learn of the log, by webhook and by the feed. */
const definitions = [
  publicEvent('appointment.booked', { ...visit, slotId: slotIdSchema, status }),
  /** One event for each move, within a day too, when the appointment is at its new place. */
  publicEvent('appointment.moved', { ...visit, status, from: appointmentIdSchema, to: appointmentIdSchema }),
  publicEvent('appointment.cancelled', { ...visit, status }),
  publicEvent('appointment.marked', { ...visit, status }),
  /** A cancellation, mark, arrival, call, payment or refund was undone; the other fields say what applies now. */
  publicEvent('appointment.undone', {
    ...visit,
    undoneId: idSchema,
    status: status.optional(),
    payment: paymentStatusSchema.optional(),
  }),
  publicEvent('appointment.arrived', { ...visit, status }),
  publicEvent('appointment.called', { ...visit, status }),
  /** Also a correction, after which nothing may be paid. */
  publicEvent('appointment.paid', { ...visit, payment: paymentStatusSchema }),
  publicEvent('appointment.refunded', { ...visit, payment: paymentStatusSchema }),
  publicEvent('slots.blocked', day),
  publicEvent('slots.unblocked', day),
  /** `pocId` is null for every doctor, `to` where the hours have no end. */
  publicEvent('schedule.changed', { pocId: idSchema.nullable(), from: dateSchema, to: dateSchema.nullable() }),
  /** It is of another record of the person now, `patientId`: two records that had been merged were split. */
  publicEvent('appointment.reassigned', { ...visit, status, patientBefore: idSchema }),
] as const;

export const publicEventSchema = z.discriminatedUnion('type', definitions);
export type PublicEvent = z.infer<typeof publicEventSchema>;

/** What an event of the log says in public. */
type Published = { readonly [Type in PublicEventType]: Pick<Extract<PublicEvent, { type: Type }>, 'type' | 'data'> };
type PublicContent = Published[PublicEventType] | null;
type Of<Type extends EventType> = Extract<RecordedDaylineEvent, { readonly type: Type }>;

const visitOf = ({ appointmentId, patientId }: { readonly appointmentId: string; readonly patientId: string }) => ({
  ...{ appointmentId, patientId },
  ...doctorDayOf(appointmentId),
});

interface StatusData {
  readonly appointmentId: string;
  readonly patientId: string;
  readonly statusAfter: StoredStatus;
}
type Statuses = 'appointment.cancelled' | 'appointment.marked';
const changed = (type: Statuses, { data }: { readonly data: StatusData }): PublicContent =>
  data.statusAfter === 'Moved' ? null : { type, data: { ...visitOf(data), status: data.statusAfter } };

const present = (
  type: 'appointment.arrived' | 'appointment.called',
  { data }: Of<'PatientArrived' | 'PatientCalled'>,
) => ({ type, data: { ...visitOf(data), status: 'Confirmed' } }) as const;

const undone = (
  { data }: { readonly data: { readonly appointmentId: string; readonly patientId: string } },
  more: Omit<Published['appointment.undone']['data'], keyof ReturnType<typeof visitOf>>,
): PublicContent => ({ type: 'appointment.undone', data: { ...visitOf(data), ...more } });

const withdrawn = (event: Of<'ArrivalWithdrawn' | 'CallWithdrawn'>): PublicContent =>
  undone(event, { undoneId: event.data.undoneEventId, status: 'Confirmed' });
const unmarked = (event: Of<'AppointmentMarkUndone' | 'AppointmentCancellationUndone'>): PublicContent =>
  undone(event, { undoneId: event.data.undoneEventId, status: event.data.statusAfter });

function corrected(event: Of<'AppointmentPaymentCorrected'>): PublicContent {
  const { undoneEventId: undoneId, paymentAfter: payment } = event.data;
  if (undoneId !== null) return undone(event, { undoneId, payment });
  return { type: 'appointment.paid', data: { ...visitOf(event.data), payment } };
}

const moved = (from: string, to: string, patientId: string): PublicContent => ({
  type: 'appointment.moved',
  data: { ...visitOf({ appointmentId: to, patientId }), status: 'Confirmed', from, to },
});

/** At the old place of a move it says nothing: the id is no longer the appointment's. */
const reassigned = ({ data }: Of<'AppointmentReassigned'>): PublicContent =>
  data.status === 'Moved'
    ? null
    : {
        type: 'appointment.reassigned',
        data: { ...visitOf(data), status: data.status, patientBefore: data.patientBefore },
      };

const ofDay = (type: 'slots.blocked' | 'slots.unblocked', { stream }: { readonly stream: string }): PublicContent => ({
  type,
  data: doctorDayOf(streamKey(stream)),
});

const hoursOfDay = ({ stream }: { readonly stream: string }): PublicContent => {
  const { pocId, date } = doctorDayOf(streamKey(stream));
  return { type: 'schedule.changed', data: { pocId, from: date, to: date } };
};
const hoursOf = (pocId: string | null, from: string, to: string | null): PublicContent => ({
  type: 'schedule.changed',
  data: { pocId, from, to },
});

/** Booked again. The day before is today somewhere: which day it is in the hospital isn't in the event. */
const returned = ({ stream, metadata }: Of<'DoctorReturned'>): PublicContent =>
  hoursOf(streamKey(stream), addDays(metadata.recordedAt.slice(0, 10), -1), null);

/** What each event says in public; the others say nothing. */
const table: { readonly [Type in EventType]?: (event: Of<Type>) => PublicContent } = {
  AppointmentBooked: ({ data }) => {
    const { pocId, date } = doctorDayOf(data.appointmentId);
    const slot = slotId(pocId, date, data.time);
    return { type: 'appointment.booked', data: { ...visitOf(data), slotId: slot, status: 'Confirmed' } };
  },
  AppointmentMovedAway: ({ data }) => moved(data.appointmentId, data.to, data.patientId),
  AppointmentRescheduled: ({ data }) => moved(data.appointmentId, data.appointmentId, data.patientId),
  AppointmentCancelled: (event) => changed('appointment.cancelled', event),
  AppointmentMarkedVisited: (event) => changed('appointment.marked', event),
  AppointmentMarkedNotVisited: (event) => changed('appointment.marked', event),
  AppointmentStatusCorrected: (event) =>
    changed(event.data.statusAfter === 'Cancelled' ? 'appointment.cancelled' : 'appointment.marked', event),
  AppointmentMarkUndone: unmarked,
  AppointmentCancellationUndone: unmarked,
  PatientArrived: (event) => present('appointment.arrived', event),
  PatientCalled: (event) => present('appointment.called', event),
  ArrivalWithdrawn: withdrawn,
  CallWithdrawn: withdrawn,
  AppointmentPaymentRecorded: ({ data }) =>
    data.payment === 'Paid' ? { type: 'appointment.paid', data: { ...visitOf(data), payment: 'Paid' } } : null,
  AppointmentPaymentCorrected: corrected,
  PaymentRefunded: ({ data }) => ({
    type: 'appointment.refunded',
    data: { ...visitOf(data), payment: data.money.status },
  }),
  PaymentRefundUndone: (event) =>
    undone(event, { undoneId: event.data.undoneEventId, payment: event.data.money.status }),
  DayBlocked: (event) => ofDay('slots.blocked', event),
  SlotsBlocked: (event) => ofDay('slots.blocked', event),
  DayUnblocked: (event) => ofDay('slots.unblocked', event),
  SlotsUnblocked: (event) => ofDay('slots.unblocked', event),
  DayHoursSet: hoursOfDay,
  DayHoursCleared: hoursOfDay,
  WeeklyScheduleSet: ({ stream, data }) => hoursOf(streamKey(stream), data.from, null),
  ScheduleChangeWithdrawn: ({ stream, data }) => hoursOf(streamKey(stream), data.from, null),
  HospitalDaySet: ({ data }) => hoursOf(null, data.from, data.to),
  HospitalDayLifted: ({ data }) => hoursOf(null, data.from, null),
  DoctorLeft: ({ stream, data }) => hoursOf(streamKey(stream), data.from, null),
  DoctorReturned: returned,
  AppointmentReassigned: reassigned,
};
export const publishedTypes: readonly string[] = Object.keys(table);

const publishedCategories: ReadonlySet<string> = new Set(
  Object.entries(eventsByCategory).flatMap(([category, events]) =>
    events.some(({ type }) => type in table) ? [category] : [],
  ),
);

/** Whether an event of a newer build may be public there: it is not passed, since it would never be sent. */
export const isUnknownPublic = (event: LoggedEvent): boolean =>
  !isKnownEvent(event) && publishedCategories.has(event.stream.slice(0, event.stream.indexOf('-')));

/** An event as read from the log; personal fields may be encrypted. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
}

/** Events next to each other that one append made. */
export function appendsOf<Event extends Pick<LoggedEvent, 'stream' | 'metadata'>>(events: readonly Event[]): Event[][] {
  const appends: Event[][] = [];
  for (const event of events) {
    const last = appends.at(-1);
    const before = last?.[0];
    const isSame = before?.stream === event.stream && before.metadata.commandId === event.metadata.commandId;
    if (last && isSame) last.push(event);
    else appends.push([event]);
  }
  return appends;
}

/** Cast is safe: the data is of the newest version. */
const upcast = (event: LoggedEvent & RecordedDaylineEvent): LoggedEvent & RecordedDaylineEvent =>
  ({ ...event, ...upcastData(event.type, event.metadata.schemaVersion, event.data) }) as typeof event;

/**
 * The public events of one append, in its order. The booking at the place that an appointment moves to is a part of the
 * move, which is public once it is complete.
 */
export function publicEventsOf(append: readonly LoggedEvent[]): readonly PublicEvent[] {
  const events = append.filter((event) => isKnownEvent(event)).map(upcast);
  const movedIn = events.flatMap(({ type, data }) => (type === 'AppointmentMovedIn' ? [data.appointmentId] : []));
  return events.flatMap((event) => {
    if (event.type === 'AppointmentBooked' && movedIn.includes(event.data.appointmentId)) return [];
    // Cast is safe: each type has the function of its own events.
    const content = (table[event.type] as ((event: RecordedDaylineEvent) => PublicContent) | undefined)?.(event);
    if (!content) return [];
    const { id, position, metadata } = event;
    return [{ id, position, recordedAt: metadata.recordedAt, ...content }];
  });
}

import { type Calendar, type HospitalDay, liftedDay, type Occasion, withDay } from '@dayline/contracts/clinic/calendar';
import { joined, overlaps, type Span } from '@dayline/contracts/clinic/spans';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { ClientCalendarEvent } from '@dayline/contracts/events/calendar';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { FieldError } from '@dayline/contracts/fields/field-errors';
import { canonicalJson } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';

export interface SetHospitalDay {
  readonly kind: 'setHospitalDay';
  readonly dayId: string;
  /** Null if neither date nor weekday was chosen. */
  readonly on: Occasion | null;
  /** The first and the last date of a weekday; absent: from today on, without an end. */
  readonly from?: string | undefined;
  readonly to?: string | null | undefined;
  readonly name: string;
  /** Null applies to every branch. */
  readonly branchId: number | null;
  /** Empty: closed. */
  readonly open: readonly Span[];
  /** When bookings for the day close; absent: as usual. */
  readonly bookUntil?: string | undefined;
}

export interface LiftHospitalDay {
  readonly kind: 'liftHospitalDay';
  readonly dayId: string;
}

export type ClientCalendarCommand = SetHospitalDay | LiftHospitalDay;

export interface ClientCalendarContext {
  /** The clinic's date. */
  readonly today: string;
  readonly branchIds: readonly number[];
}

/** A client's hospital days; null before the first. Changes apply from today on: past dates don't change. */
export const clientCalendar: Decider<
  Calendar | null,
  ClientCalendarCommand,
  ClientCalendarEvent,
  ClientCalendarContext
> = {
  initial: null,
  fold: (calendar, events) => events.reduce(foldOne, calendar),
  decide(calendar, command, context) {
    switch (command.kind) {
      case 'setHospitalDay':
        return setDay(calendar, command, context);
      case 'liftHospitalDay':
        return liftDay(calendar, command, context);
      default:
        return unreachable(command);
    }
  },
};

function setDay(
  calendar: Calendar | null,
  { dayId, on, name, branchId, bookUntil, ...request }: SetHospitalDay,
  context: ClientCalendarContext,
): Decision<ClientCalendarEvent> {
  if (on === null) return refuse('calendar.no-date');
  const [from, to] = 'date' in on ? [on.date, on.date] : [request.from ?? context.today, request.to ?? null];
  const open = joined(request.open);
  const day = { dayId, on, from, to, name, branchId, open, ...(bookUntil !== undefined && { bookUntil }) };
  const refusal = refusalOfDay({ ...day, open: request.open }, context);
  if (refusal) return refusal;
  const isThere = calendar?.days.some((existing) => existing.liftedFrom === null && isSame(existing, day));
  return isThere ? [] : [{ type: 'HospitalDaySet', data: day }];
}

type Day = Omit<HospitalDay, 'revision' | 'by' | 'liftedFrom'>;

/** Whether two days are equal but for their ids. */
const isSame = (a: Day, b: Day): boolean => canonicalJson(partsOf(a)) === canonicalJson(partsOf(b));
const partsOf = ({ on, from, to, name, branchId, open, bookUntil }: Day) => ({
  ...{ on, from, to, name, branchId, open: [...open] },
  bookUntil: bookUntil ?? null,
});

function refusalOfDay(
  { from, to, branchId, open }: Pick<Day, 'from' | 'to' | 'branchId'> & { readonly open: readonly Span[] },
  { today, branchIds }: ClientCalendarContext,
): Refusal | null {
  if (from < today) return refuse('calendar.past');
  const fields: FieldError[] = [
    ...(branchId === null || branchIds.includes(branchId)
      ? []
      : [{ field: 'branchId', message: 'This branch does not exist.' }]),
    ...(to !== null && to < from ? [{ field: 'to', message: 'The last date is before the first.' }] : []),
    ...open.flatMap((span, index) =>
      span.from < span.to ? [] : [{ field: `open.${index}.to`, message: 'The end must be after the start.' }],
    ),
    ...open.flatMap((span, index) =>
      open.slice(0, index).some((earlier) => overlaps(earlier, span))
        ? [{ field: `open.${index}.from`, message: `${span.from} to ${span.to} overlaps earlier hours.` }]
        : [],
    ),
  ];
  const [first] = fields;
  return first ? refuse('request.invalid', { message: first.message, details: { fields } }) : null;
}

function liftDay(
  calendar: Calendar | null,
  { dayId }: LiftHospitalDay,
  { today }: ClientCalendarContext,
): Decision<ClientCalendarEvent> {
  const day = calendar?.days.find((day) => day.dayId === dayId);
  if (!day) return refuse('calendar.unknown');
  if (day.liftedFrom !== null) return [];
  if (day.to !== null && day.to < today) return refuse('calendar.past');
  return [{ type: 'HospitalDayLifted', data: { dayId, from: today, name: day.name } }];
}

function foldOne(calendar: Calendar | null, event: Recorded<ClientCalendarEvent>): Calendar {
  switch (event.type) {
    case 'HospitalDaySet':
      return withDay(calendar, {
        ...event.data,
        revision: event.revision,
        by: event.metadata.actor.name,
        liftedFrom: null,
      });
    case 'HospitalDayLifted':
      return liftedDay(calendar, { ...event.data, revision: event.revision });
    default:
      return unreachable(event);
  }
}

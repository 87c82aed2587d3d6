import { z } from 'zod';
import { fieldMessage } from './fields/field-errors.ts';

const unknown = fieldMessage('is not known here');

/** A ULID: 26 characters of Crockford base 32, the first 10 of them the time in ms, so ids sort by creation time. */
export const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const idSchema = z.string().regex(ulidPattern, unknown);

/** A clinic's calendar date, yyyy-mm-dd, in the clinic's time zone. In these years all arithmetic on days stays valid. */
export const dateSchema = z.iso
  .date()
  .regex(/^(?:1[89]|[2-8]\d)\d\d-/, 'Use a year from 1800 to 8999.')
  .meta({ format: 'date' });
/** UTC, ISO 8601. The clinic's days around the instant are dates in every zone. */
export const instantSchema = z.iso
  .datetime()
  .regex(/^(?:19|[2-7]\d)\d\d-/, 'Use a year from 1900 to 7999.')
  .meta({ format: 'date-time' });
/** yyyy-mm. */
export const monthSchema = z
  .string()
  .regex(/^(?:19|[2-7]\d)\d\d-(?:0[1-9]|1[0-2])$/, 'Use a month of a year from 1900 to 7999.');
/** A clinic's time of day, HH:mm, in the clinic's time zone. */
export const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;
export const timeSchema = z
  .string()
  .regex(timePattern, fieldMessage('must be a time from 00:00 to 23:59, such as 09:30'));
/** The end of hours: 24:00 is the end of the day, and a typed 00:00 means the same. */
export const endTimeSchema = z
  .string()
  .overwrite((time) => (time === '00:00' ? '24:00' : time))
  .regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/, fieldMessage('must be a time up to 24:00, such as 17:30'));

const compactDate = (date: string): string => date.replaceAll('-', '');
const expandDate = (compact: string): string => `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6, 8)}`;

/** An appointment's id contains its doctor, its day and a part of its own. */
export const appointmentIdSchema = z
  .string()
  .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}_\d{8}_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, unknown);
/** A slot's id is its doctor, date and time. */
export const slotIdPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}_\d{8}_([01]\d|2[0-3])[0-5]\d$/;
export const slotIdSchema = z.string().regex(slotIdPattern, unknown);

/** A photo's id contains the doctor's id and a part of its own. */
export const photoIdSchema = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, unknown);
export const photoId = (pocId: string, own: string): string => `${pocId}_${own}`;
export const doctorOfPhoto = (id: string): string => id.slice(0, 26);

export interface DoctorDay {
  readonly pocId: string;
  readonly date: string;
}

export const appointmentId = (pocId: string, date: string, own: string): string =>
  `${pocId}_${compactDate(date)}_${own}`;

/** A leave's id contains its doctor. */
export const leaveIdSchema = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, unknown);
export const leaveId = (pocId: string, own: string): string => `${pocId}_${own}`;
export const doctorOfLeave = (id: string): string => id.slice(0, 26);

/** The doctor and the day of an appointment, a slot or a doctor-day, from its id. */
export function doctorDayOf(id: string): DoctorDay {
  return { pocId: id.slice(0, 26), date: expandDate(id.slice(27, 35)) };
}

export const slotId = (pocId: string, date: string, time: string): string =>
  `${pocId}_${compactDate(date)}_${time.replace(':', '')}`;

export function slotOf(id: string): DoctorDay & { readonly time: string } {
  const hhmm = id.slice(36);
  return { ...doctorDayOf(id), time: `${hhmm.slice(0, 2)}:${hhmm.slice(2)}` };
}

export const doctorDayKey = (pocId: string, date: string): string => `${pocId}_${compactDate(date)}`;

export const clientDayKey = (clientId: string, date: string): string => `${clientId}_${compactDate(date)}`;
export const dateOfClientDay = (key: string): string => expandDate(key.slice(27, 35));

/** A position in the log: opaque, fixed width, sortable as text. This one precedes every event. */
export type Position = string;
const noPosition = 'is not a position of the log';
/** A position of SQLite's log, or of EventStoreDB's. */
export const positionSchema = z.string().regex(/^(?:\d{16}|\d{20}-\d{20})$/, fieldMessage(noPosition));
/** The fault of a request's field that names a position beyond the log. */
export const notInLog = (field: string) => ({ details: { fields: [{ field, message: noPosition }] } });
/** Whether a position is in the log whose last event is at `head`, as far as the two show. */
export const isInLog = (position: Position, head: Position): boolean =>
  position.length === head.length && position <= head;
/** The leading number of a position, a count of events or bytes depending on the engine. For progress only. */
export const ordinalOf = (position: Position): number => Number(/^[0-9]+/.exec(position)?.[0] ?? 0);

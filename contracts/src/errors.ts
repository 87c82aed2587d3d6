import { z } from 'zod';
import { paymentStatusSchema, recordedMethodSchema } from './appointments.ts';
import { weekdays, weekSchema } from './clinic/schedule.ts';
import { fieldErrorSchema } from './fields/field-errors.ts';
import { appointmentIdSchema, idSchema, positionSchema } from './ids.ts';

/** The closed list of refusal codes, each with its HTTP status and sentence. */
export const errorCodes = {
  'request.malformed': [400, 'The request could not be read.'],
  'request.invalid': [400, 'Please check the fields marked below.'],
  'request.too-large': [413, 'The request is too large.'],
  'request.media-type': [415, 'Only application/json is accepted.'],
  'request.not-found': [404, 'There is no such call.'],
  'request.method': [405, 'This call takes another method.'],
  'request.timeout': [408, 'The request took too long to arrive.'],
  'request.foreign-origin': [403, 'The request came from another site.'],
  'session.missing': [401, 'Unauthorized - Session expired'],
  'access.role': [403, 'Your account may not do this.'],
  'access.foreign': [403, 'This belongs to somebody else.'],
  'sign-in.refused': [401, 'Invalid email or password.'],
  'sign-in.client-missing': [422, 'Please choose a client.'],
  'sign-in.busy': [429, 'Too many people are signing in at once. Please try again in a moment.'],
  'request.throttled': [429, 'Too many attempts. Please try again later.'],
  'key.reused': [422, 'This Idempotency-Key was used for another request.'],
  'slot.full': [409, 'This time was taken a moment ago.'],
  'overbook.limit': [409, 'No more can be booked beyond the places of this time.'],
  'slot.blocked': [409, 'This time is blocked.'],
  'slot.passed': [409, 'This time has passed.'],
  'slot.unknown': [409, 'The doctor has no such time on this day.'],
  'session.closed': [409, 'Bookings for this session are closed.'],
  'session.list-full': [409, 'This session takes no more bookings of this kind.'],
  'slot.beyond-horizon': [409, 'This date is not open for booking yet.'],
  'day.beyond-horizon': [409, 'Days can be blocked up to 366 days ahead.'],
  'day.without-hours': [409, 'The doctor has no hours on this day.'],
  'day.blocked': [409, 'This day is blocked. Please unblock it first.'],
  'hours.beyond-horizon': [409, 'Hours of a date can be set up to 366 days ahead.'],
  'payment.upfront': [422, 'Tele Consultation is paid upfront.'],
  'payment.reason-missing': [422, 'Please give a reason.'],
  'payment.changed': [409, 'The payment was changed since.'],
  'payment.cancelled': [409, 'This visit is cancelled: nothing is paid for it. What was paid can be refunded.'],
  'refund.nothing': [409, 'Nothing is paid that could be refunded.'],
  'refund.too-much': [422, 'No more can be refunded than was paid.'],
  'fee.reason-missing': [422, 'Please say why the fee is another one.'],
  'refund.undecided': [422, 'Please say whether what was paid is refunded.'],
  'fee.changed': [409, 'The fee has changed since.'],
  'fee.undecided': [422, 'The fee is another one there. Please say what becomes of the difference.'],
  'appointment.unknown': [404, 'There is no such appointment.'],
  'appointment.changed': [409, 'Somebody else has changed this appointment since.'],
  'appointment.not-confirmed': [409, 'Only a confirmed appointment can be changed.'],
  'appointment.too-early': [409, 'An appointment can be marked on its day, not before.'],
  'appointment.moving': [409, 'Somebody is moving this appointment right now.'],
  'appointment.moved': [409, 'This appointment was moved to another day or doctor.'],
  'move.called': [409, 'This patient is called. Please withdraw the call first.'],
  'move.past': [409, 'A visit of an earlier day is marked and booked anew, not moved.'],
  'queue.changed': [409, 'Somebody else is next now.'],
  'queue.not-today': [409, 'Only patients of today can arrive and be called.'],
  'queue.not-arrived': [409, 'This patient has not arrived yet.'],
  'close.early': [409, 'A day can be closed once it has begun.'],
  'close.again': [409, 'Somebody else has closed this day since.'],
  'close.changed': [409, 'Payments were changed since. Please look at the takings again.'],
  'undo.expired': [409, 'The time to undo this is over.'],
  'undo.unknown': [409, 'There is nothing to undo under this id.'],
  'cancel.admin-only': [403, 'Only an administrator can cancel an appointment.'],
  'schedule.invalid': [422, 'The schedule has intervals that do not fit.'],
  'schedule.changed': [409, 'Somebody else has changed these hours since.'],
  'fees.changed': [409, 'Somebody else has changed these fees since.'],
  'schedule.past': [409, 'Hours can change from today on, not before.'],
  'schedule.unknown': [409, 'No change of hours begins on this date.'],
  'calendar.past': [409, "The hospital's days can change from today on, not before."],
  'calendar.unknown': [409, 'There is no such day.'],
  'calendar.no-date': [422, 'Please choose a date or a weekday.'],
  'doctor.unknown': [404, 'There is no such doctor.'],
  'doctor.on-request': [409, 'Appointments here are on request only.'],
  'patient.unknown': [404, 'There is no such patient.'],
  'patient.leaving': [409, 'This patient is being removed, as an import is undone. Please try again in a moment.'],
  'patient.erased': [409, 'This patient was erased.'],
  'patient.already-booked': [409, 'This patient already has an appointment at this time.'],
  'patient.without-email': [409, 'This patient has no email address, and a booking needs one.'],
  'uhid.taken': [409, 'Another patient has this hospital number.'],
  'patient.too-many': [409, 'Too many people of this name are registered with this phone number.'],
  'department.unknown': [404, 'There is no such department.'],
  'email.taken': [409, 'This email is already in use.'],
  'external-id.taken': [409, 'This external POC ID is already in use.'],
  'unit.without-account': [409, 'A unit has no account.'],
  'link.invalid': [422, 'Please enter a valid Google Meet link.'],
  'token.invalid': [410, 'This link is no longer valid. Please ask for a new one.'],
  'password.common': [422, 'This password is too common. Please choose another.'],
  'photo.missing': [400, 'Unable to upload: missing required information'],
  'photo.too-large': [413, 'The photo is larger than 5 MB.'],
  'photo.type': [415, 'Only JPEG, PNG and WebP images can be a photo.'],
  'photo.broken': [422, 'This image is damaged and could not be read.'],
  'photo.too-many-pixels': [422, 'This image has too many pixels.'],
  'photo.busy': [429, 'Too many photos are being uploaded at once. Please try again in a moment.'],
  'photo.unknown': [404, 'There is no such photo.'],
  'import.missing': [400, 'Please choose a file.'],
  'import.too-large': [413, 'The file is larger than 10 MB. Please split it.'],
  'import.busy': [429, 'Too many files are being brought at once. Please try again in a moment.'],
  'import.too-heavy': [422, 'Reading this file takes too much time or memory. Please split it.'],
  'import.empty': [422, 'The file has no rows below the names of its columns.'],
  'import.no-headers': [422, 'The first line has values. Please write the names of the columns above it.'],
  'import.first-line': [422, 'Does the first line name the columns? If it is a row, write the names above it.'],
  'import.not-text': [415, 'This file is no list as text. Please save it as CSV in the spreadsheet.'],
  'import.too-many-rows': [422, 'The file has more than 50,000 rows. Please split it.'],
  'import.too-many-columns': [422, 'The file has more than 100 columns.'],
  'import.row-too-long': [422, 'A row is longer than 100,000 characters. Is a quotation mark in it never closed?'],
  'import.quote-open': [422, 'A quotation mark in the file is never closed.'],
  'import.column-missing': [422, 'Please choose the columns without which a row says nothing.'],
  'import.column-twice': [422, 'Two columns cannot become the same.'],
  'import.unknown': [404, 'This file is not here any more. Please bring it again.'],
  'import.changed': [409, 'The rows were rehearsed otherwise. Please rehearse them again.'],
  'import.running': [409, 'This import is still running.'],
  'import.too-late': [409, 'An import can be taken back within 24 hours.'],
  'display.revoked': [401, 'This screen is no longer connected.'],
  'display.unknown': [404, 'There is no such display.'],
  'value.taken': [409, 'This value is already in use.'],
  'log.conflict': [409, 'Others are changing this right now. Please try again.'],
  'search.too-slow': [
    422,
    'This search takes too long. Please narrow it: a longer text, a status, a doctor or fewer days.',
  ],
  'read.busy': [429, 'Too much is being read at once. Please try again in a moment.'],
  'replay.busy': [429, 'Too many people are replaying at once. Please try again in a moment.'],
  'views.building': [503, 'The lists are being built after an upgrade. They appear here by themselves.'],
  'views.behind': [503, 'The lists do not have the latest changes yet. Please try again in a moment.'],
  'log.damaged': [
    503,
    'Entries of this in the record are damaged. Trying again does not help: the operator has to look.',
  ],
  'service.unavailable': [503, 'The service is not available right now. Please try again in a moment.'],
  'service.fault': [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorCodes;
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);
export const statusOf = (code: ErrorCode): number => errorCodes[code][0];
export const sentenceOf = (code: ErrorCode): string => errorCodes[code][1];

/** Progress of views that are being built. */
export const buildingViewsSchema = z.object({
  position: positionSchema,
  head: positionSchema,
  /** Percent of the log, rounded down. */
  percent: z.int(),
  /** Null if unknown. */
  secondsLeft: z.number().nullable(),
});
export type BuildingViews = z.infer<typeof buildingViewsSchema>;

/** Whether a command that met an outage changed anything. If unknown, the same key sent again tells. */
export const outcomeSchema = z.enum(['notCarriedOut', 'unknown']);
export type CommandOutcome = z.infer<typeof outcomeSchema>;

/** The body of every failed call. `details` depends on the code: fields, free times, the current status. */
export const failureSchema = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  details: z
    .object({
      fields: z.array(fieldErrorSchema).optional(),
      /** `slot.full` and `session.list-full`: the nearest free times of the same doctor. */
      freeTimes: z.array(z.object({ date: z.string(), time: z.string(), left: z.number() })).optional(),
      /** `session.list-full`: which of its lists. */
      list: z.enum(['ahead', 'first', 'again']).optional(),
      /** `patient.already-booked`: the patient's own appointment at this time. */
      visit: z
        .object({ appointmentId: appointmentIdSchema, pocId: idSchema, date: z.string(), time: z.string() })
        .optional(),
      /** `queue.changed`: who is next now; null if nobody waits. */
      next: z.object({ appointmentId: appointmentIdSchema, token: z.int() }).nullable().optional(),
      /** `appointment.moving` and `appointment.moved`: where to, and by whom. */
      moved: z
        .object({
          appointmentId: appointmentIdSchema,
          pocId: idSchema,
          date: z.string(),
          time: z.string(),
          by: z.string(),
        })
        .optional(),
      /** `close.again`: the last time that the day was closed, and by whom. */
      closed: z.object({ at: z.iso.datetime(), by: z.string() }).optional(),
      /** `doctor.on-request`: how to ask for an appointment. */
      onRequest: z.string().optional(),
      /** `uhid.taken`: whose it is. */
      patient: z.object({ userId: z.string(), name: z.string().nullable() }).optional(),
      /** `appointment.changed`: the current status. */
      status: z.string().optional(),
      /** `payment.changed`: what stands now, and who changed it; the amount in paise. */
      payment: z
        .object({
          paymentStatus: paymentStatusSchema,
          amount: z.int().nullable().exactOptional(),
          method: recordedMethodSchema.exactOptional(),
          by: z.string(),
        })
        .optional(),
      /** `fee.changed` and `fee.undecided`: what was to be paid and what is there, in paise. */
      fee: z.object({ before: z.int().nullable(), after: z.int().nullable() }).optional(),
      /** `fees.changed`: the revision of the kinds of fees as they are now, and who set them. */
      fees: z.object({ revision: z.int(), by: z.string() }).optional(),
      /** `schedule.changed`: the week as it is now, its weekdays that were changed, and by whom. */
      schedule: z
        .object({
          revision: z.int(),
          week: weekSchema,
          days: z.array(z.enum(weekdays)),
          by: z.array(z.string()),
        })
        .optional(),
      /** `views.building`: the progress. */
      building: buildingViewsSchema.optional(),
      /** `service.unavailable` and `log.damaged` to a command. */
      outcome: outcomeSchema.optional(),
    })
    .optional(),
  requestId: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;
export type FailureDetails = NonNullable<Failure['details']>;

/** A refusal by the domain: a value, never thrown. */
export interface Refusal {
  readonly refused: ErrorCode;
  /** More specific than the code's sentence, where the specification has one. */
  readonly message?: string;
  readonly details?: FailureDetails;
  /** Seconds to wait before retrying. */
  readonly retryAfter?: number;
}
export const refuse = (refused: ErrorCode, more: Omit<Refusal, 'refused'> = {}): Refusal => ({ refused, ...more });
export const isRefusal = (value: object): value is Refusal => 'refused' in value;

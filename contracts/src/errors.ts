import { z } from 'zod';
import { paymentStatusSchema, recordedMethodSchema } from './appointments.ts';
import { tokenLetterSchema } from './clinic/queue.ts';
import { weekdays, weekSchema } from './clinic/schedule.ts';
import { fieldErrorSchema } from './fields/field-errors.ts';
import { appointmentIdSchema, idSchema, positionSchema } from './ids.ts';

/** The closed list of refusal codes, each with its HTTP status and sentence. */
export const errorCodes = {
  'request.malformed': [400, 'The request could not be read.'],
  'request.invalid': [400, 'Please check the fields marked below.'],
  'request.too-large': [413, 'The request is too large.'],
  'request.media-type': [415, 'Only application/json is accepted.'],
  'request.not-found': [404, 'This call does not exist.'],
  'request.method': [405, 'This HTTP method is not allowed for this call.'],
  'request.timeout': [408, 'The request took too long to arrive.'],
  'request.foreign-origin': [403, 'The request came from another site.'],
  'session.missing': [401, 'Unauthorized - Session expired'],
  'access.role': [403, 'Your account is not allowed to do this.'],
  'access.foreign': [403, 'You do not have access to this.'],
  'sign-in.refused': [401, 'Invalid email or password.'],
  'sign-in.closed': [403, 'This account is closed. An administrator of your hospital can reactivate it.'],
  'sign-in.client-missing': [422, 'Please choose a client.'],
  'sign-in.left': [403, 'Your last day at this hospital is over, so you can no longer sign in.'],
  'sign-in.provider-required': [403, 'Your hospital requires single sign-on: please sign in with its button.'],
  'sign-in.busy': [429, 'Too many people are signing in at once. Please try again in a moment.'],
  'proof.needed': [403, 'This was not done: it needs your password or a code again.'],
  'proof.refused': [422, 'The password is not right.'],
  'factor.refused': [422, 'This code is not valid. Each code works once: please enter the one shown now.'],
  'factor.proof-refused': [422, 'The password or the code is not right.'],
  'factor.sign-in-expired': [410, 'This sign-in has expired. Please sign in again.'],
  'factor.enrolment-expired': [410, 'This QR code has expired. Please start again.'],
  'passkey.refused': [422, 'This passkey was not accepted. Please try again, or use another way.'],
  'passkey.too-many': [409, 'You already have ten passkeys. Please remove one first.'],
  'passkey.none': [404, 'Your account has no passkey.'],
  'passkey.missing': [404, 'This passkey has already been removed.'],
  'provider.none': [409, 'This hospital has no single sign-on.'],
  'provider.unavailable': [424, 'The sign-in provider does not answer as it should. Please try again in a moment.'],
  'provider.address': [422, 'This address cannot be a sign-in provider: it must be public, and begin with https.'],
  'provider.state': [410, 'This sign-in has expired, was used, or began in another browser. Please start again.'],
  'provider.issuer': [422, 'The sign-in provider names another issuer than the settings of the hospital.'],
  'provider.audience': [422, 'The answer of the sign-in provider is meant for another application.'],
  'provider.nonce': [422, 'The answer of the sign-in provider belongs to another sign-in. Please start again.'],
  'provider.expired': [422, 'The answer of the sign-in provider has expired. Please start again.'],
  'provider.invalid': [422, 'The answer of the sign-in provider is not valid. Please tell your administrator.'],
  'provider.code': [422, 'The sign-in provider no longer accepts this sign-in. Please start again.'],
  'provider.secret': [
    424,
    'The sign-in provider does not accept the hospital’s secret. Please tell your administrator.',
  ],
  'provider.email': [422, 'The sign-in provider has not verified your email address.'],
  'provider.unknown': [403, 'No account of this hospital belongs to this sign-in. Please ask your administrator.'],
  'provider.not-bound': [409, 'This account is not bound to the sign-in provider of the hospital.'],
  'provider.secret-missing': [422, 'Please enter the secret that the provider gave for this issuer and client ID.'],
  'provider.required': [409, 'Single sign-on is required. Please allow other ways to sign in first.'],
  'provider.local-missing': [422, 'Please choose an active administrator who signs in without single sign-on.'],
  'factor.exists': [409, 'This account already has an authenticator app.'],
  'factor.required': [409, 'Your hospital requires a second factor. You can make new recovery codes.'],
  'factor.own-first': [409, 'Please add a second factor to your own account first.'],
  'factor.missing': [409, 'This account has no second factor.'],
  'account.own': [409, 'You cannot do this to your own account.'],
  'account.last-admin': [409, 'The last active administrator cannot be deactivated.'],
  'account.last-local': [
    409,
    'Nobody else signs in without single sign-on. Please choose another administrator first.',
  ],
  'account.deactivated': [409, 'This person is deactivated.'],
  'account.active': [409, 'This person has already set a password.'],
  'account.of-doctor': [409, 'A doctor’s name is changed in the doctor’s own details.'],
  'account.session-unknown': [404, 'This session has already ended.'],
  'request.throttled': [429, 'Too many attempts. Please try again later.'],
  'key.missing': [400, 'Send an Idempotency-Key with each command, one for each intent.'],
  'key.reused': [422, 'This Idempotency-Key was already used for a different request.'],
  'doctor.left': [409, 'This doctor can no longer be booked on this date.'],
  'slot.full': [409, 'This time was taken a moment ago.'],
  'waiting.unknown': [404, 'This patient is no longer on the waiting list.'],
  'waiting.offered': [409, 'A place is already offered to this patient.'],
  'waiting.already': [409, 'This patient is already on the waiting list for these days.'],
  'waiting.days': [422, 'Please choose bookable days, today or later.'],
  'offer.ended': [409, 'This place is no longer offered to this patient.'],
  'hold.unknown': [404, 'This hold does not exist.'],
  'hold.ended': [409, 'This hold was already booked or released.'],
  'hold.lapsed': [409, 'This hold has lapsed, and its time was taken since.'],
  'hold.phone': [409, 'A place is already held for this phone number.'],
  'hold.limit': [409, 'No more places can be held at once with this API key.'],
  'overbook.limit': [409, 'This time cannot be overbooked any further.'],
  'slot.blocked': [409, 'This time is blocked.'],
  'slot.passed': [409, 'This time has passed.'],
  'slot.unknown': [409, 'The doctor does not have this time on this day.'],
  'session.not-open': [409, 'Bookings for this session have not opened yet.'],
  'session.closed': [409, 'Bookings for this session are closed.'],
  'session.on-request': [409, 'Appointments at this time are on request only.'],
  'session.only-for': [409, 'This time is only for other patient classes.'],
  'session.list-full': [409, 'This session is full for this kind of booking.'],
  'slot.beyond-horizon': [409, 'This date is not open for booking yet.'],
  'day.beyond-horizon': [409, 'Days can be blocked up to 366 days ahead.'],
  'day.without-hours': [409, 'The doctor has no hours on this day.'],
  'leave.unknown': [404, 'This leave does not exist.'],
  'leave.past': [409, 'A leave starts today or later.'],
  'leave.too-long': [422, 'A leave has at most 92 days, and its last day is at most 366 days ahead.'],
  'leave.too-many': [422, 'There are too many appointments for one leave. Please choose fewer days.'],
  'leave.changed': [409, 'The appointments have changed since the preview. Nothing was written; please preview again.'],
  'leave.rows': [422, 'Every row must be an appointment of this doctor within the leave.'],
  'leave.desk-only': [403, 'Only the front desk can cancel an appointment or move it to another doctor.'],
  'leave.running': [409, 'This leave is still being carried out.'],
  'leave.ended': [409, 'This leave was already undone or ended.'],
  'day.blocked': [409, 'This day is blocked. Please unblock it first.'],
  'hours.beyond-horizon': [409, 'Hours can be set up to 366 days ahead.'],
  'payment.upfront': [422, 'Tele Consultation is paid upfront.'],
  'payment.reason-missing': [422, 'Please give a reason.'],
  'payment.changed': [409, 'The payment has changed since you opened it.'],
  'payment.cancelled': [
    409,
    'This appointment is cancelled, so it cannot be paid. An earlier payment can be refunded.',
  ],
  'refund.nothing': [409, 'There is no payment to refund.'],
  'refund.too-much': [422, 'You cannot refund more than was paid.'],
  'class.unknown': [422, 'This doctor has no such patient class.'],
  'fee.reason-missing': [422, 'Please give a reason for the different fee.'],
  'refund.undecided': [422, 'Please choose whether the payment is refunded.'],
  'fee.changed': [409, 'The fee has changed since you opened it.'],
  'fee.undecided': [422, 'The fee is different there. Please choose how to handle the difference.'],
  'appointment.unknown': [404, 'This appointment does not exist.'],
  'appointment.changed': [409, 'Someone else has changed this appointment.'],
  'appointment.not-confirmed': [409, 'Only a confirmed appointment can be changed.'],
  'appointment.too-early': [409, 'An appointment cannot be marked before its day.'],
  'appointment.moving': [409, 'Someone is moving this appointment right now.'],
  'appointment.moved': [409, 'This appointment was moved to another day or doctor.'],
  'move.called': [409, 'This patient has been called. Please undo the call first.'],
  'move.past': [409, 'An appointment in the past cannot be moved. Mark it and book a new one.'],
  'queue.changed': [409, 'Another patient is next now.'],
  'lateness.changed': [409, 'This delay was changed since. Please look again.'],
  'queue.not-today': [409, 'Only today’s patients can arrive or be called.'],
  'queue.not-arrived': [409, 'This patient has not arrived yet.'],
  'close.early': [409, 'A day cannot be closed before it has begun.'],
  'close.again': [409, 'Someone else has closed this day.'],
  'close.changed': [409, 'Payments have changed. Please check the takings again.'],
  'message.sent': [409, 'This message is on its way already.'],
  'undo.expired': [409, 'It is too late to undo this.'],
  'undo.unknown': [409, 'There is nothing to undo with this ID.'],
  'cancel.admin-only': [403, 'Only an administrator can cancel an appointment.'],
  'schedule.invalid': [422, 'Some hours of the schedule are not valid.'],
  'schedule.changed': [409, 'Someone else has changed these hours.'],
  'fees.changed': [409, 'Someone else has changed these fees.'],
  'schedule.past': [409, 'Hours can only be changed from today on.'],
  'schedule.unknown': [409, 'No new hours start on this date.'],
  'calendar.past': [409, 'Hospital days can only be changed from today on.'],
  'calendar.unknown': [409, 'This hospital day does not exist.'],
  'calendar.no-date': [422, 'Please choose a date or a weekday.'],
  'doctor.unknown': [404, 'This doctor does not exist.'],
  'doctor.on-request': [409, 'Appointments with this doctor are on request only.'],
  'patient.unknown': [404, 'This patient does not exist.'],
  'patient.leaving': [
    409,
    'This patient is being removed because an import is being undone. Please try again in a moment.',
  ],
  'patient.erased': [409, 'This patient was erased.'],
  'patient.merging': [409, 'This patient’s records are being merged. Please try again in a moment.'],
  'patient.merged': [409, 'This record is merged with another record of the same person.'],
  'patient.same-record': [409, 'Both records already belong to the same person.'],
  'patient.has-merged': [409, 'Other records are merged into both. Please split one of them first.'],
  'patient.moving': [409, 'An appointment of this patient is being moved. Please try again in a moment.'],
  'patient.called': [409, 'This patient has been called. Please merge the records after the visit.'],
  'patient.already-booked': [409, 'This patient already has an appointment at this time.'],
  'patient.without-email': [409, 'A booking needs an email address, and this patient has none.'],
  'uhid.taken': [409, 'Another patient already has this hospital number.'],
  'patient.too-many': [409, 'Too many patients with this name are registered under this phone number.'],
  'department.unknown': [404, 'This department does not exist.'],
  'department.name-taken': [409, 'A department of this name already exists.'],
  'department.has-doctors': [409, 'Doctors of this department can still be booked. Please move them first.'],
  'department.closed': [409, 'This department is closed.'],
  'client.name-taken': [409, 'Another client has this name.'],
  'branch.unknown': [404, 'This branch does not exist.'],
  'branch.name-taken': [409, 'A branch of this name already exists.'],
  'branch.in-use': [409, 'Doctors sit at this branch. Please move them first.'],
  'email.taken': [409, 'This email is already in use.'],
  'external-id.taken': [409, 'This external POC ID is already in use.'],
  'unit.without-account': [409, 'A unit cannot have an account.'],
  'link.invalid': [422, 'Please enter a valid Google Meet link.'],
  'token.invalid': [410, 'This link is no longer valid. Please request a new one.'],
  'pairing-code.invalid': [410, 'No screen shows this code. Please type the code that the screen shows now.'],
  'password.common': [422, 'This password is too common. Please choose another.'],
  'photo.missing': [400, 'Unable to upload: missing required information'],
  'photo.too-large': [413, 'The photo is larger than 5 MB.'],
  'photo.type': [415, 'The photo must be a JPEG, PNG or WebP image.'],
  'photo.broken': [422, 'This image is damaged and could not be read.'],
  'photo.too-many-pixels': [422, 'This image has too many pixels.'],
  'photo.busy': [429, 'Too many photos are being uploaded at once. Please try again in a moment.'],
  'photo.unknown': [404, 'This photo does not exist.'],
  'calendar-feed.unknown': [404, 'There is no calendar at this address.'],
  'import.missing': [400, 'Please choose a file.'],
  'import.too-large': [413, 'The file is larger than 10 MB. Please split it.'],
  'import.busy': [429, 'Too many files are being uploaded at once. Please try again in a moment.'],
  'import.too-heavy': [422, 'This file takes too long to read. Please split it.'],
  'import.empty': [422, 'The file has no rows below the header row.'],
  'import.no-header-row': [422, 'The file has no header row. Please add a row with the column names above the data.'],
  'import.header-row-unclear': [
    422,
    'Is the first row a header row? If it is data, add a row with the column names above it.',
  ],
  'import.not-text': [415, 'This file cannot be read as a list. Please save it as Excel (.xlsx) or CSV.'],
  'import.too-many-rows': [422, 'The file has more than 50,000 rows. Please split it.'],
  'import.too-many-columns': [422, 'The file has more than 100 columns.'],
  'import.row-too-long': [422, 'A row is longer than 100,000 characters. A closing quotation mark may be missing.'],
  'import.quote-open': [422, 'A closing quotation mark is missing in the file.'],
  'import.column-missing': [422, 'Please choose the required columns.'],
  'import.column-twice': [422, 'Two columns cannot be imported as the same field.'],
  'import.unknown': [404, 'This file is no longer available. Please upload it again.'],
  'import.changed': [409, 'The preview has changed. Please preview the rows again.'],
  'import.running': [409, 'This import is still running.'],
  'import.undo-expired': [409, 'An import can only be undone within 24 hours.'],
  'api-key.invalid': [401, 'This API key is not valid: it is unknown, has expired, or was revoked.'],
  'api-key.unknown': [404, 'This API key does not exist.'],
  'webhook.unknown': [404, 'This webhook does not exist.'],
  'chat.unknown': [404, 'No such conversation was handed over to the desk.'],
  'chat.not-handed-over': [409, 'The chatbot answers this conversation again.'],
  'chat.window-closed': [
    409,
    'The last message is more than 24 hours old, and WhatsApp takes no reply any more. Please call the patient.',
  ],
  'webhook.address': [422, 'This address cannot be a webhook: it must be public, and begin with https.'],
  'webhook.limit': [409, 'There are 20 webhooks already.'],
  'delivery.unknown': [404, 'This delivery is no longer kept.'],
  'request.two-credentials': [400, 'Send an API key or the cookie of a session, not both.'],
  'display.revoked': [401, 'This screen is no longer connected.'],
  'display.unknown': [404, 'This display does not exist.'],
  'value.taken': [409, 'This value is already in use.'],
  'log.conflict': [409, 'Someone else is changing this right now. Please try again.'],
  'search.too-slow': [
    422,
    'This search takes too long. Please narrow it with a longer text, a status, a doctor or fewer days.',
  ],
  'read.busy': [429, 'The server is busy. Please try again in a moment.'],
  'replay.busy': [429, 'Too many replays are running at once. Please try again in a moment.'],
  'views.building': [503, 'The lists are being updated after an upgrade. They appear here automatically.'],
  'views.behind': [503, 'The lists do not show the latest changes yet. Please try again in a moment.'],
  'log.damaged': [
    503,
    'Part of this record is damaged. Trying again will not help. Please contact your administrator.',
  ],
  'service.unavailable': [503, 'The service is not available right now. Please try again in a moment.'],
  'service.fault': [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorCodes;
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);
export const statusOf = (code: ErrorCode): number => errorCodes[code][0];
export const sentenceOf = (code: ErrorCode): string => errorCodes[code][1];

/** Progress of views that are being rebuilt. */
export const buildingViewsSchema = z.object({
  position: positionSchema,
  head: positionSchema,
  /** Percent of the log, rounded down. */
  percent: z.int(),
  /** Null if unknown. */
  secondsLeft: z.number().nullable(),
});
export type BuildingViews = z.infer<typeof buildingViewsSchema>;

/**
 * Whether a command changed anything before an outage. If unknown, send it again with the same key to learn the
 * outcome.
 */
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
      /** `slot.full`, `session.list-full` and `hold.lapsed`: the nearest free times of the same doctor. */
      freeTimes: z.array(z.object({ date: z.string(), time: z.string(), left: z.number() })).optional(),
      /** `session.list-full`: the quota that is used up. */
      list: z.enum(['ahead', 'total', 'first', 'again']).optional(),
      /** `patient.already-booked`: the patient's own appointment at this time. */
      visit: z
        .object({ appointmentId: appointmentIdSchema, pocId: idSchema, date: z.string(), time: z.string() })
        .optional(),
      /** `queue.changed`: who is next now; null if nobody is waiting. */
      next: z
        .object({ appointmentId: appointmentIdSchema, token: z.int(), letter: tokenLetterSchema.exactOptional() })
        .nullable()
        .optional(),
      /** `appointment.moving` and `appointment.moved`: the destination, and who moved it. */
      moved: z
        .object({
          appointmentId: appointmentIdSchema,
          pocId: idSchema,
          date: z.string(),
          time: z.string(),
          by: z.string(),
        })
        .optional(),
      /** `leave.changed`: the appointments that no row names. */
      bookings: z
        .array(z.object({ appointmentId: appointmentIdSchema, date: z.string(), time: z.string() }))
        .optional(),
      /** `close.again`: when the day was last closed, and by whom. */
      closed: z.object({ at: z.iso.datetime(), by: z.string() }).optional(),
      /** `doctor.on-request` and `session.on-request`: how to request an appointment. */
      onRequest: z.string().optional(),
      /** `session.only-for`: the patient classes that the time is for. */
      onlyFor: z.array(z.string()).optional(),
      /** `uhid.taken`: the patient who has it. */
      patient: z.object({ userId: z.string(), name: z.string().nullable() }).optional(),
      /** `appointment.changed`: the current status. */
      status: z.string().optional(),
      /** `payment.changed`: the present payment, and who changed it; the amount in paise. */
      payment: z
        .object({
          paymentStatus: paymentStatusSchema,
          amount: z.int().nullable().exactOptional(),
          method: recordedMethodSchema.exactOptional(),
          by: z.string(),
        })
        .optional(),
      /** `fee.changed` and `fee.undecided`: the amount shown, and the present one, in paise. */
      fee: z.object({ before: z.int().nullable(), after: z.int().nullable() }).optional(),
      /** `fees.changed`: the present revision of the fee rules, and who set them. */
      fees: z.object({ revision: z.int(), by: z.string() }).optional(),
      /** `schedule.changed`: the present weekly hours, the weekdays that changed, and who changed them. */
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
      /** `service.unavailable` and `log.damaged` as answers to a command. */
      outcome: outcomeSchema.optional(),
    })
    .optional(),
  requestId: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;
export type FailureDetails = NonNullable<Failure['details']>;

/** A refusal by the domain: a value, never an exception. */
export interface Refusal {
  readonly refused: ErrorCode;
  /** More specific than the code's sentence, if the specification has one. */
  readonly message?: string;
  readonly details?: FailureDetails;
  /** Seconds to wait before retrying. */
  readonly retryAfter?: number;
}
export const refuse = (refused: ErrorCode, more: Omit<Refusal, 'refused'> = {}): Refusal => ({ refused, ...more });
export const isRefusal = (value: object): value is Refusal => 'refused' in value;

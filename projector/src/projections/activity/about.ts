import type { ActivityAction } from '@dayline/contracts/activity';
import type { EndpointName } from '@dayline/contracts/endpoints/table';
import type { Category, EventType, RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { eventTable } from '@dayline/contracts/events/table';
import { categoryOf, placeOfAppointment, placeOfDoctorDay, placeOfSlot, streamKey } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';

/** The action of each event type; a new type compiles only once it is listed. */
const actionOfType: Readonly<Record<Exclude<EventType, 'CommandRefused'>, ActivityAction>> = {
  SlotsPlanned: 'availability',
  AppointmentBooked: 'booking',
  AppointmentPaymentRecorded: 'payment',
  AppointmentPaymentCorrected: 'payment',
  AppointmentMarkedVisited: 'visit',
  AppointmentMarkedNotVisited: 'visit',
  AppointmentCancelled: 'cancellation',
  AppointmentMarkUndone: 'undo',
  AppointmentCancellationUndone: 'undo',
  AppointmentStatusCorrected: 'correction',
  DayBlocked: 'availability',
  SlotsBlocked: 'availability',
  DayUnblocked: 'availability',
  SlotsUnblocked: 'availability',
  WeeklyScheduleSet: 'schedule',
  DoctorAdded: 'doctor',
  DoctorProfileRevised: 'doctor',
  DoctorBranchSet: 'doctor',
  ProfilePhotoChanged: 'doctor',
  MeetingLinkSet: 'doctor',
  ConsultationFeeSet: 'doctor',
  DoctorEmailVerified: 'doctor',
  DoctorAccountActivated: 'doctor',
  PatientRegistered: 'patient',
  PatientDetailsCorrected: 'patient',
  PatientErased: 'patient',
  DepartmentOpened: 'department',
  DepartmentRenamed: 'department',
  ClientOnboarded: 'settings',
  ClientSettingsChanged: 'settings',
  ClientRenamed: 'settings',
  ClientZoneChanged: 'settings',
  ClientLinkHostChanged: 'settings',
  BranchAdded: 'settings',
  AccountOpened: 'settings',
  SignedIn: 'signIn',
  SignInRefused: 'signIn',
  SignedOut: 'signIn',
  PasswordChanged: 'password',
  PasswordResetRequested: 'password',
  HistoryRead: 'read',
  ExportMade: 'read',
  LetterSent: 'other',
  LogHeadSigned: 'other',
  LogSetBackAccepted: 'other',
};

/** The action that a refused command would have been; unlisted calls are `other`. */
const actionOfCall: Readonly<Partial<Record<EndpointName, ActivityAction>>> = {
  createAppointment: 'booking',
  saveUser: 'patient',
  updateAppointmentStatusAsAdmin: 'visit',
  updateAppointmentStatusAsDoctor: 'visit',
  correctAppointmentStatus: 'correction',
  correctPayment: 'payment',
  updateSchedule: 'schedule',
  addDoctor: 'doctor',
  updateProfileImage: 'doctor',
};

export function actionOf(event: RecordedDaylineEvent): ActivityAction {
  if (event.type !== 'CommandRefused') return actionOfType[event.type];
  // An event of an older build may name a call that no longer exists.
  return (actionOfCall as Readonly<Record<string, ActivityAction | undefined>>)[event.data.call] ?? 'other';
}

/** The event that this one undoes. */
export function undoneEventOf(event: RecordedDaylineEvent): string | null {
  return 'undoneEventId' in event.data ? event.data.undoneEventId : null;
}

export const isRefusal = ({ type }: RecordedDaylineEvent): boolean =>
  type === 'CommandRefused' || type === 'SignInRefused';

/** A new correction compiles only once it is listed. */
const corrections: Readonly<Record<Extract<EventType, `${string}Corrected`>, true>> = {
  AppointmentStatusCorrected: true,
  AppointmentPaymentCorrected: true,
  PatientDetailsCorrected: true,
};

/** "only corrections, undos and refusals" */
export const isNotable = (event: RecordedDaylineEvent): boolean =>
  isRefusal(event) || event.type in corrections || undoneEventOf(event) !== null;

/** The subjects of an event. */
export interface About {
  readonly pocId: string | null;
  readonly patientId: string | null;
  readonly appointmentId: string | null;
  readonly date: string | null;
  readonly time: string | null;
}
const nothing: About = { pocId: null, patientId: null, appointmentId: null, date: null, time: null };

export function aboutOf(event: RecordedDaylineEvent): About {
  const key = streamKey(event.stream);
  // Cast is safe: the event's type is known, so its category is.
  const category = categoryOf(event.stream) as Category;
  switch (category) {
    case 'doctorDay': {
      const { patientId = null, appointmentId = null, time = null } = event.data as Partial<About>;
      return { ...placeOfDoctorDay(key), patientId, appointmentId, time };
    }
    case 'doctor':
    case 'doctorSchedule':
      return { ...nothing, pocId: key };
    case 'patient':
      return { ...nothing, patientId: key };
    case 'account':
      return 'subject' in event.data ? aboutSubject(event.data.subject) : nothing;
    case 'department':
    case 'client':
    case 'logHead':
      return nothing;
    default:
      return unreachable(category);
  }
}

const idShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}/;

/** The ids of a refused command or a read of a history. They come from requests, so each is optional. */
function aboutSubject(subject: Readonly<Record<string, string>>): About {
  const { appointmentId = null, slotId = null, userId = null, patientId = userId, date = null, time = null } = subject;
  const { pocId = null } = subject;
  if (appointmentId !== null && idShape.test(appointmentId)) {
    return { ...placeOfAppointment(appointmentId), patientId, appointmentId, time };
  }
  if (slotId !== null && idShape.test(slotId)) return { ...placeOfSlot(slotId), patientId, appointmentId: null };
  return { pocId, patientId, appointmentId: null, date, time };
}

/** Too long for a row; the event has them. */
const leftOut: ReadonlySet<string> = new Set(['slots', 'sessions', 'week', 'branches']);

/** The event's data without personal and long fields. */
export function factsOf({ type, data }: RecordedDaylineEvent): JsonObject {
  const personal = eventTable.get(type)?.personal?.fields ?? [];
  return Object.fromEntries(
    Object.entries(data).filter(([field]) => !leftOut.has(field) && !personal.includes(field)),
  ) as JsonObject;
}

import type { ActivityAction } from '@dayline/contracts/activity';
import type { CommandName, Endpoints } from '@dayline/contracts/endpoints/table';
import { categories, categoryOf, streamKey } from '@dayline/contracts/events/categories';
import { isStatusEvent } from '@dayline/contracts/events/doctor-day';
import type { EventType, RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { eventTable } from '@dayline/contracts/events/table';
import { doctorDayOf, slotOf } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import type { EventOfType } from '../projection.ts';

/** An event with `undoneEventId` undoes that one. */
type Kind<Data> = Data extends { undoneEventId: string } ? 'undo' : 'act' | 'correction' | 'refusal';

/** What each type of event counts as; a refused command counts as the action that it would have been. */
const meanings: {
  readonly [Type in EventType]: { readonly action: ActivityAction; readonly is: Kind<EventOfType<Type>['data']> };
} = {
  SlotsPlanned: { action: 'availability', is: 'act' },
  AppointmentBooked: { action: 'booking', is: 'act' },
  AppointmentPaymentRecorded: { action: 'payment', is: 'act' },
  AppointmentPaymentCorrected: { action: 'payment', is: 'correction' },
  FeeDecided: { action: 'payment', is: 'act' },
  AppointmentOverbooked: { action: 'booking', is: 'act' },
  PatientContacted: { action: 'contact', is: 'act' },
  PaymentRefunded: { action: 'payment', is: 'act' },
  PaymentRefundUndone: { action: 'payment', is: 'undo' },
  AppointmentMarkedVisited: { action: 'visit', is: 'act' },
  AppointmentMarkedNotVisited: { action: 'visit', is: 'act' },
  AppointmentCancelled: { action: 'cancellation', is: 'act' },
  AppointmentMarkUndone: { action: 'undo', is: 'undo' },
  AppointmentRescheduled: { action: 'move', is: 'act' },
  PatientArrived: { action: 'queue', is: 'act' },
  ArrivalWithdrawn: { action: 'undo', is: 'undo' },
  PatientCalled: { action: 'queue', is: 'act' },
  CallWithdrawn: { action: 'undo', is: 'undo' },
  AppointmentMoveStarted: { action: 'move', is: 'act' },
  AppointmentMovedIn: { action: 'move', is: 'act' },
  MoveRefused: { action: 'move', is: 'act' },
  AppointmentMoveAbandoned: { action: 'move', is: 'act' },
  AppointmentMovedAway: { action: 'move', is: 'act' },
  AppointmentMoveUndone: { action: 'undo', is: 'undo' },
  AppointmentCancellationUndone: { action: 'undo', is: 'undo' },
  AppointmentStatusCorrected: { action: 'correction', is: 'correction' },
  DayHoursSet: { action: 'availability', is: 'act' },
  DayHoursCleared: { action: 'availability', is: 'act' },
  DayBlocked: { action: 'availability', is: 'act' },
  SlotsBlocked: { action: 'availability', is: 'act' },
  DayUnblocked: { action: 'availability', is: 'act' },
  SlotsUnblocked: { action: 'availability', is: 'act' },
  WeeklyScheduleSet: { action: 'schedule', is: 'act' },
  ScheduleChangeWithdrawn: { action: 'schedule', is: 'act' },
  HospitalDaySet: { action: 'schedule', is: 'act' },
  HospitalDayLifted: { action: 'schedule', is: 'act' },
  DayClosed: { action: 'payment', is: 'act' },
  DoctorAdded: { action: 'doctor', is: 'act' },
  DoctorProfileRevised: { action: 'doctor', is: 'act' },
  DoctorBranchSet: { action: 'doctor', is: 'act' },
  ProfilePhotoChanged: { action: 'doctor', is: 'act' },
  MeetingLinkSet: { action: 'doctor', is: 'act' },
  ConsultationFeeSet: { action: 'doctor', is: 'act' },
  FeeRulesSet: { action: 'doctor', is: 'act' },
  DoctorOnRequestSet: { action: 'doctor', is: 'act' },
  RoomSet: { action: 'doctor', is: 'act' },
  DoctorEmailVerified: { action: 'doctor', is: 'act' },
  DoctorAccountActivated: { action: 'doctor', is: 'act' },
  PatientRegistered: { action: 'patient', is: 'act' },
  PatientDetailsCorrected: { action: 'patient', is: 'correction' },
  PatientRemovalStarted: { action: 'patient', is: 'act' },
  PatientKept: { action: 'patient', is: 'act' },
  PatientErased: { action: 'patient', is: 'act' },
  PastVisitNoted: { action: 'patient', is: 'act' },
  PastVisitWithdrawn: { action: 'patient', is: 'act' },
  ImportStarted: { action: 'import', is: 'act' },
  ImportAdvanced: { action: 'import', is: 'act' },
  ImportSettled: { action: 'import', is: 'act' },
  ImportBackStarted: { action: 'import', is: 'act' },
  ImportBackAdvanced: { action: 'import', is: 'act' },
  ImportBackSettled: { action: 'import', is: 'act' },
  DisplayAdded: { action: 'settings', is: 'act' },
  DisplayLinkMade: { action: 'settings', is: 'act' },
  DisplayPaired: { action: 'settings', is: 'act' },
  DisplayRevoked: { action: 'settings', is: 'act' },
  DepartmentOpened: { action: 'department', is: 'act' },
  DepartmentRenamed: { action: 'department', is: 'act' },
  ClientOnboarded: { action: 'settings', is: 'act' },
  ClientRenamed: { action: 'settings', is: 'act' },
  ClientZoneChanged: { action: 'settings', is: 'act' },
  ClientLinkHostChanged: { action: 'settings', is: 'act' },
  BookingEmailRuleSet: { action: 'settings', is: 'act' },
  ClientFeeRulesSet: { action: 'settings', is: 'act' },
  OverbookingLimitSet: { action: 'settings', is: 'act' },
  QueueOrderSet: { action: 'settings', is: 'act' },
  BranchAdded: { action: 'settings', is: 'act' },
  AccountDeactivated: { action: 'settings', is: 'act' },
  AccountReactivated: { action: 'settings', is: 'act' },
  AccountOpened: { action: 'settings', is: 'act' },
  SignedIn: { action: 'signIn', is: 'act' },
  SignInRefused: { action: 'signIn', is: 'refusal' },
  SignedOut: { action: 'signIn', is: 'act' },
  PasswordChanged: { action: 'password', is: 'act' },
  PasswordResetRequested: { action: 'password', is: 'act' },
  CommandRefused: { action: 'other', is: 'refusal' },
  HistoryRead: { action: 'read', is: 'act' },
  ExportMade: { action: 'read', is: 'act' },
  LetterSent: { action: 'other', is: 'act' },
  LogHeadSigned: { action: 'other', is: 'act' },
  LogSetBackAccepted: { action: 'other', is: 'act' },
};

/** A refusal is recorded of somebody who is signed in. */
type RefusableName = { [Name in CommandName]: Endpoints[Name]['access'] extends 'public' ? never : Name }[CommandName];

/** The action that a refused command would have been. Changing one raises the projection's version. */
const actionOfCall: Readonly<Record<RefusableName, ActivityAction>> = {
  createAppointment: 'booking',
  overbook: 'booking',
  saveUser: 'patient',
  updateAppointmentStatusAsAdmin: 'visit',
  updateAppointmentStatusAsDoctor: 'visit',
  correctAppointmentStatus: 'correction',
  correctPayment: 'payment',
  refundPayment: 'payment',
  changeMany: 'visit',
  undoMany: 'undo',
  moveAppointment: 'move',
  undoMove: 'move',
  arrive: 'queue',
  withdrawArrival: 'queue',
  callPatient: 'queue',
  withdrawCall: 'queue',
  walkIn: 'booking',
  noteContact: 'contact',
  closeDay: 'payment',
  renameUnit: 'doctor',
  setRoom: 'doctor',
  updateSchedule: 'schedule',
  withdrawWeek: 'schedule',
  setHospitalDay: 'schedule',
  liftHospitalDay: 'schedule',
  addDoctor: 'doctor',
  updateProfileImage: 'doctor',
  updateLink: 'other',
  updateConsultationFees: 'other',
  setOnRequest: 'doctor',
  setFeeRules: 'doctor',
  blockDay: 'other',
  blockSlots: 'other',
  setDayHours: 'other',
  clearDayHours: 'other',
  unblockSlot: 'other',
  unblockSlotById: 'other',
  bringImport: 'import',
  readImportColumns: 'import',
  answerImport: 'import',
  rehearseImport: 'import',
  exportRefusedRows: 'import',
  startImport: 'import',
  takeBackImport: 'import',
  addDisplay: 'settings',
  makeDisplayLink: 'settings',
  revokeDisplay: 'settings',
  signOut: 'other',
  setLanguage: 'other',
};

export function actionOf(event: RecordedDaylineEvent): ActivityAction {
  if (event.type !== 'CommandRefused') return meanings[event.type].action;
  // An event of an earlier release may name a call that no longer exists.
  return (actionOfCall as Readonly<Record<string, ActivityAction | undefined>>)[event.data.call] ?? 'other';
}

/** An import begins and ends with lines of their own; of many changes at once the first is the line. */
const ownLines: ReadonlySet<EventType> = new Set([
  ...(['ImportStarted', 'ImportSettled', 'ImportBackStarted', 'ImportBackSettled'] as const),
]);
export function isInBatch(event: RecordedDaylineEvent): boolean {
  const { batchId, batchSize } = event.metadata;
  return batchId !== undefined && !ownLines.has(event.type) && !(batchSize !== undefined && isStatusEvent(event));
}

/** The event that this one undoes. */
export function undoneEventOf(event: RecordedDaylineEvent): string | null {
  return 'undoneEventId' in event.data ? event.data.undoneEventId : null;
}

export const isRefusal = ({ type }: RecordedDaylineEvent): boolean => meanings[type].is === 'refusal';

/** "only corrections, undos and refusals" */
export const isNotable = ({ type }: RecordedDaylineEvent): boolean => meanings[type].is !== 'act';

/** The subjects of an event. */
export interface About {
  readonly pocId: string | null;
  readonly patientId: string | null;
  readonly appointmentId: string | null;
  readonly date: string | null;
  readonly time: string | null;
}
const nothing: About = { pocId: null, patientId: null, appointmentId: null, date: null, time: null };

export function aboutOf({ stream, data }: RecordedDaylineEvent): About {
  if ('subject' in data) return aboutSubject(data.subject);
  const { patientId = null, appointmentId = null, time = null } = data as Partial<About>;
  return { ...nothing, patientId, appointmentId, time, ...categories[categoryOf(stream)].about(streamKey(stream)) };
}

const idShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}/;

/** The ids of a refused command or a read of a history. They come from requests, so each is optional. */
function aboutSubject(subject: Readonly<Record<string, string>>): About {
  const { appointmentId = null, slotId = null, userId = null, patientId = userId, date = null, time = null } = subject;
  const { pocId = null } = subject;
  if (appointmentId !== null && idShape.test(appointmentId)) {
    return { ...doctorDayOf(appointmentId), patientId, appointmentId, time };
  }
  if (slotId !== null && idShape.test(slotId)) return { ...slotOf(slotId), patientId, appointmentId: null };
  return { pocId, patientId, appointmentId: null, date, time };
}

/** Too long for a row; the event has them. */
const leftOut: ReadonlySet<string> = new Set([
  ...['slots', 'sessions', 'week', 'branches'],
  ...['columns', 'headings', 'digest', 'made', 'refusedRows', 'stayedRows', 'totals'],
]);

/** The event's data without personal and long fields. */
export function factsOf({ type, data }: RecordedDaylineEvent): JsonObject {
  const personal = eventTable.get(type)?.personal?.fields ?? [];
  return Object.fromEntries(
    Object.entries(data).filter(([field]) => !leftOut.has(field) && !personal.includes(field)),
  ) as JsonObject;
}

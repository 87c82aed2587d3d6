import { readdirSync, readFileSync } from 'node:fs';
import { type Category, streams } from '@dayline/contracts/events/categories';
import { type EventType, eventsByCategory, type RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { DeskView } from '@dayline/contracts/views';
import { metadataOf, testId, testPosition } from '../../testing/draft.ts';
import { namedBy } from '../fold.ts';
import { desk } from './projection.ts';

const ofDay = ['appointments', 'counts'] as const;

/** The views that each event changes; a new event compiles only once it is listed. */
const changes: Readonly<Record<EventType, readonly DeskView[]>> = {
  SlotsPlanned: ['doctorDays'],
  AppointmentBooked: [...ofDay, 'doctorDays'],
  // The sample is to be paid later; a paid one also changes `payments`.
  AppointmentPaymentRecorded: ['appointments'],
  AppointmentPaymentCorrected: ['appointments', 'payments'],
  AppointmentOverbooked: ['appointments'],
  FeeDecided: ['appointments'],
  PatientContacted: ['appointments'],
  PaymentRefunded: ['appointments', 'payments'],
  PaymentRefundUndone: ['appointments', 'payments'],
  AppointmentRescheduled: ['appointments', 'counts', 'doctorDays'],
  PatientArrived: ['appointments'],
  ArrivalWithdrawn: ['appointments'],
  PatientCalled: ['appointments'],
  CallWithdrawn: ['appointments'],
  AppointmentMoveStarted: ['appointments'],
  AppointmentMovedIn: ['appointments'],
  MoveRefused: [],
  AppointmentMoveAbandoned: ['appointments'],
  AppointmentMovedAway: [...ofDay, 'doctorDays', 'movedAppointments'],
  AppointmentMoveUndone: [...ofDay, 'doctorDays', 'movedAppointments'],
  AppointmentMarkedVisited: [...ofDay, 'visitors'],
  AppointmentMarkedNotVisited: [...ofDay],
  AppointmentCancelled: [...ofDay, 'doctorDays'],
  AppointmentMarkUndone: [...ofDay, 'visitors'],
  AppointmentCancellationUndone: [...ofDay, 'doctorDays'],
  AppointmentStatusCorrected: [...ofDay, 'visitors'],
  DayHoursSet: ['doctorDays'],
  DayHoursCleared: ['doctorDays'],
  DayBlocked: ['doctorDays'],
  SlotsBlocked: ['doctorDays'],
  DayUnblocked: ['doctorDays'],
  SlotsUnblocked: ['doctorDays'],
  WeeklyScheduleSet: ['doctors'],
  ScheduleChangeWithdrawn: ['doctors'],
  HospitalDaySet: ['calendars'],
  HospitalDayLifted: ['calendars'],
  DayClosed: ['closedDays'],
  DoctorAdded: ['counts', 'doctors'],
  DoctorProfileRevised: ['doctors'],
  DoctorBranchSet: ['doctors'],
  ProfilePhotoChanged: ['doctors'],
  MeetingLinkSet: ['doctors'],
  ConsultationFeeSet: ['doctors'],
  DoctorOnRequestSet: ['doctors'],
  FeeRulesSet: ['doctors'],
  RoomSet: ['doctors'],
  DoctorEmailVerified: [],
  DoctorAccountActivated: [],
  PatientRegistered: ['patients', 'counts'],
  PatientDetailsCorrected: ['patients', 'appointments'],
  PatientRemovalStarted: [],
  PatientKept: [],
  PatientErased: ['patients', 'appointments', 'counts'],
  PastVisitNoted: ['pastVisits'],
  PastVisitWithdrawn: ['pastVisits'],
  ImportStarted: ['imports'],
  ImportAdvanced: ['imports'],
  ImportSettled: ['imports'],
  ImportBackStarted: ['imports'],
  ImportBackAdvanced: ['imports'],
  ImportBackSettled: ['imports'],
  DisplayAdded: ['displays'],
  DisplayLinkMade: ['displays'],
  DisplayPaired: ['displays'],
  DisplayRevoked: ['displays'],
  DepartmentOpened: ['counts', 'departments'],
  DepartmentRenamed: ['departments'],
  ClientOnboarded: ['clients'],
  ClientRenamed: ['clients'],
  ClientZoneChanged: ['clients'],
  ClientLinkHostChanged: ['clients'],
  BookingEmailRuleSet: ['clients'],
  QueueOrderSet: ['clients'],
  OverbookingLimitSet: ['clients'],
  ClientFeeRulesSet: ['clients'],
  BranchAdded: ['clients'],
  AccountDeactivated: [],
  AccountReactivated: [],
  AccountOpened: [],
  SignedIn: [],
  SignInRefused: [],
  SignedOut: [],
  PasswordChanged: [],
  PasswordResetRequested: [],
  CommandRefused: [],
  HistoryRead: [],
  ExportMade: [],
  LetterSent: [],
  LogHeadSigned: [],
  LogSetBackAccepted: [],
};

const pocId = testId(1);
const streamOf: Readonly<Record<Category, string>> = {
  doctorDay: streams.doctorDay(pocId, '2026-11-21'),
  doctorSchedule: streams.doctorSchedule(pocId),
  doctor: streams.doctor(pocId),
  patient: streams.patient(testId(2)),
  department: streams.department(testId(3)),
  client: streams.client(testId(4)),
  people: streams.people(testId(4)),
  clientCalendar: streams.clientCalendar(testId(4)),
  clientDay: streams.clientDay(testId(4), '2026-11-21'),
  import: streams.import(testId(6)),
  display: streams.display(testId(7)),
  account: streams.account(testId(5)),
  logHead: streams.logHeads,
};

const golden = new URL('../../../../contracts/src/events/golden/', import.meta.url);
const files = readdirSync(golden);

/** The sample of the newest version, as read from the log. */
function sampleOf(type: EventType, category: Category): RecordedDaylineEvent {
  const file = files.filter((name) => name.startsWith(`${type}.`)).at(-1) ?? '';
  const { data } = JSON.parse(readFileSync(new URL(file, golden), 'utf8'));
  const place = { id: testId(9), stream: streamOf[category], revision: 0, position: testPosition(1) };
  // Cast is safe: golden.test.ts parses each sample by its schema.
  return { type, data, ...place, metadata: metadataOf(1, testId(4)) } as RecordedDaylineEvent;
}

const events = Object.entries(eventsByCategory).flatMap(([category, list]) =>
  list.map(({ type }) => [type, category as Category] as const),
);

describe('the views of the desk', () => {
  test.each(events)('%s changes the listed ones', (type, category) => {
    const named = namedBy(desk, sampleOf(type, category)).map(({ view }) => view);
    expect(named.sort()).toEqual([...changes[type]].sort());
  });
});

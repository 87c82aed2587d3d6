import { createHash } from 'node:crypto';
import { eventTypes } from '@dayline/contracts/events/table';
import { dumpRows } from '../testing/dump.ts';
import { fixedHistory } from '../testing/fixed-history.ts';
import { activity } from './activity/projection.ts';
import { desk } from './desk/projection.ts';
import { foldAll, namedBy } from './fold.ts';
import type { Projection } from './projection.ts';

/**
 * Rows of a released version exist on disk: a change of a fold or an index without a new version would leave them as
 * they are. So increment the version of the projection, and update the snapshot with `-u`. If only `history` differs (a
 * new event, another sample, a change of the generator), the version stays.
 */
const history = fixedHistory();
const digestOf = (of: unknown): string => createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16);

function releasedBy(projection: Projection) {
  const rows = foldAll(projection, history);
  const views = projection.views.map((view) => {
    const { name, indexes, searched, people } = view;
    const viewDump = dumpRows({ ...projection, views: [view] }, rows);
    return [name, digestOf({ indexes, searched, people, rows: viewDump })];
  });
  return { version: projection.version, history: digestOf(history), ...Object.fromEntries(views) };
}

test('the history has every event', () => {
  expect([...new Set(history.map(({ type }) => type))].sort()).toEqual([...eventTypes].sort());
});

test('each event changes these views of the desk', () => {
  const changed = new Map<string, Set<string>>();
  for (const event of history) {
    const views = changed.get(event.type) ?? new Set();
    for (const { view } of namedBy(desk, event)) views.add(view);
    changed.set(event.type, views);
  }
  const lines = [...changed].map(([type, views]) => [type, ...[...views].sort()].join(' '));
  expect(lines.sort().join('\n')).toMatchInlineSnapshot(`
"AccountActivated people
AccountDeactivated people
AccountEmailChanged
AccountInvited people
AccountOpened
AccountReactivated people
AccountRenamed people
AppointmentBooked appointments counts doctorDays
AppointmentCancellationUndone appointments counts doctorDays
AppointmentCancelled appointments counts doctorDays
AppointmentMarkUndone appointments counts visitors
AppointmentMarkedNotVisited appointments counts
AppointmentMarkedVisited appointments counts visitors
AppointmentMoveAbandoned appointments
AppointmentMoveStarted appointments
AppointmentMoveUndone appointments counts doctorDays movedAppointments
AppointmentMovedAway appointments counts doctorDays movedAppointments
AppointmentMovedIn appointments
AppointmentOverbooked appointments
AppointmentPaymentCorrected appointments payments
AppointmentPaymentRecorded appointments payments
AppointmentReassigned appointments
AppointmentRescheduled appointments counts doctorDays
AppointmentStatusCorrected appointments counts doctorDays visitors
ArrivalWithdrawn appointments
BookingEmailRuleSet clients
BranchAdded clients
BranchClosed clients
BranchRenamed clients
BranchReopened clients
CallWithdrawn appointments
ClientFeeRulesSet clients
ClientLinkHostChanged clients
ClientOnboarded clients
ClientRenamed clients
ClientZoneChanged clients
CommandRefused
ConsultationFeeSet doctors
DayBlocked doctorDays
DayClosed closedDays
DayHoursCleared doctorDays
DayHoursSet doctorDays
DayUnblocked doctorDays
DepartmentClosed departments
DepartmentOpened counts departments
DepartmentRenamed departments
DepartmentReopened departments
DisplayAdded displays
DisplayLinkMade displays
DisplayPaired displays
DisplayRevoked displays
DoctorAccountActivated
DoctorAdded counts doctors
DoctorBranchSet doctors
DoctorDepartmentChanged counts doctors
DoctorDetailsCorrected doctors
DoctorEmailVerified
DoctorLeft doctors
DoctorOnRequestSet doctors
DoctorProfileRevised doctors
DoctorReturned doctors
DuplicateDismissed duplicates
DuplicateReopened duplicates
ExportMade
FeeDecided appointments
FeeRulesSet doctors
HistoryRead
HospitalDayLifted calendars
HospitalDaySet calendars
ImportAdvanced imports
ImportFinished imports
ImportStarted imports
ImportUndoAdvanced imports
ImportUndoFinished imports
ImportUndoStarted imports
LeaveDaysBlocked
LeaveDaysOpened leaves
LeaveEnded leaves
LeaveRowSettled leaves
LeaveSettled leaves
LeaveStarted leaves
LeaveStopped leaves
LeaveUndoStarted leaves
LetterSent
LogHeadSigned
LogSetBackAccepted
MeetingLinkSet doctors
MoveRefused
OverbookingLimitSet clients
PasswordChanged
PasswordResetRequested
PastVisitNoted pastVisits
PastVisitWithdrawn pastVisits
PatientArrived appointments
PatientCalled appointments
PatientContactUndone appointments
PatientContacted appointments
PatientDetailsCorrected appointments duplicates patients
PatientErased appointments counts duplicates patients
PatientKept
PatientMergeAbandoned
PatientMergeProposed
PatientMerged appointments counts duplicates movedAppointments pastVisits patients visitors
PatientRegistered counts duplicates patients
PatientRemovalStarted
PatientUnmerged appointments counts duplicates movedAppointments pastVisits patients visitors
PaymentRefundUndone appointments payments
PaymentRefunded appointments payments
ProfilePhotoChanged doctors
QueueOrderSet clients
RecoveryCodesMade
RoomSet doctors
ScheduleChangeWithdrawn doctors
SecondFactorAdded
SecondFactorPolicySet people
SecondFactorRemoved
SecondFactorReset people
SessionIdleTimeSet people
SessionsEnded
SignInRefused
SignedIn
SignedOut
SlotsBlocked doctorDays
SlotsPlanned doctorDays
SlotsUnblocked doctorDays
TokenLetterAssigned
WeeklyScheduleSet doctors"
`);
});

test('the desk has the indexes and rows that its version was released with', () => {
  expect(releasedBy(desk)).toMatchInlineSnapshot(`
{
  "appointments": "24b02f08cf74bada",
  "calendars": "de2f2f2c78a26623",
  "clients": "02c43f1c8a4f8264",
  "closedDays": "e71732d9d06e8f38",
  "counts": "88665d9425723cf2",
  "departments": "c3383c51c630bd64",
  "displays": "cfa0c2e06ef3d5db",
  "doctorDays": "b715ea2f970d2122",
  "doctors": "7732c585dee22e67",
  "duplicates": "4299b693eca1e917",
  "history": "4f73ea90cf77d6bd",
  "imports": "2867fe8726db6c35",
  "leaves": "0ddaefdb7bf31d22",
  "movedAppointments": "65b5ea7903f84a1c",
  "pastVisits": "5a956ce9ccdddb6b",
  "patients": "0feb07ed9a05b11f",
  "payments": "57d8438272939b89",
  "people": "7a71a244be182540",
  "version": 34,
  "visitors": "e6d31b6a63a1c466",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "3e95a52b8858e468",
  "deskChanges": "5df86c494ee1acdd",
  "digest": "82ad589f70c22280",
  "entries": "5796fd2607eba05c",
  "history": "4f73ea90cf77d6bd",
  "recordedCounts": "c36068252ce6961b",
  "refusals": "08319823f4c25a3a",
  "version": 14,
}
`);
});

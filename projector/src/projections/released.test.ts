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
RetentionSet clients
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
  "appointments": "c3b2b0d0af958a23",
  "calendars": "e5955a29f76a9efd",
  "clients": "b2f149e0afa00cd9",
  "closedDays": "eda5ede06f22f3d2",
  "counts": "b481ade0edf23c8b",
  "departments": "d5542ad67a6424a4",
  "displays": "e3899bddf1db036b",
  "doctorDays": "f195001e700f9da1",
  "doctors": "15f180637cbfa96e",
  "duplicates": "b259aece10632c76",
  "history": "27de7c99708d0579",
  "imports": "fa946127e733ec19",
  "leaves": "0d4eded86c857d11",
  "movedAppointments": "90780464dace3eef",
  "pastVisits": "bc264fc042dbeb53",
  "patients": "ed60979073100214",
  "payments": "ed479604a7b94fd6",
  "people": "b50f0de42f56fd41",
  "version": 35,
  "visitors": "06aa52dff915e80c",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "119d1705f364af45",
  "deskChanges": "8521cc0b0152db89",
  "digest": "c186fafd0d8ef388",
  "entries": "e9cb485ada74f09f",
  "history": "27de7c99708d0579",
  "recordedCounts": "252a679827c26afb",
  "refusals": "08319823f4c25a3a",
  "version": 14,
}
`);
});

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
DepartmentOpened counts departments
DepartmentRenamed departments
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
DoctorOnRequestSet doctors
DoctorProfileRevised doctors
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
  "appointments": "bacf95b5489c6ca4",
  "calendars": "e3092306aa1f0132",
  "clients": "1f7d588a2ce5b484",
  "closedDays": "6f1c511288e9cbda",
  "counts": "558f5b281cbd75d1",
  "departments": "1e487abe681fece7",
  "displays": "1214dd65098b100a",
  "doctorDays": "84718c0cb6bdae47",
  "doctors": "7d3963438984c920",
  "duplicates": "7565dd976a72f87c",
  "history": "e096ce30cae410c8",
  "imports": "3fe0c1fccdbde594",
  "leaves": "534b7333acf51741",
  "movedAppointments": "ebaa9329f90576e9",
  "pastVisits": "eec3e81f0754aec6",
  "patients": "c4a252042c475c4f",
  "payments": "9d93c931802fb9d2",
  "people": "4d1a4ac0d3fe3bde",
  "version": 31,
  "visitors": "5f832bd5893fed0d",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "46ae1a3e6fc3c1c9",
  "digest": "0f8ec79e83668153",
  "entries": "688f8fc2be04884c",
  "history": "e096ce30cae410c8",
  "recordedCounts": "c74c1306edef6fc2",
  "refusals": "08319823f4c25a3a",
  "version": 13,
}
`);
});

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
AccountEmailChanged people
AccountInvited people
AccountOpened people
AccountReactivated people
AccountRenamed people
ApiKeyIssued apiKeys
ApiKeyRevoked apiKeys
ApiKeyScopesChanged apiKeys
AppointmentBooked appointments counts doctorDays
AppointmentCancellationUndone appointments counts doctorDays
AppointmentCancelled appointments counts doctorDays
AppointmentConfirmedByPatient appointments
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
CalendarFeedOpened doctors
CalendarFeedRevoked doctors
CalendarNamesSet clients
CallWithdrawn appointments
ChatMessageReceived chats
ChatPatientNamed chats
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
HandoverEnded chats
HandoverRequested chats
HistoryRead
HoldLapsed doctorDays
HoldReleased doctorDays
HospitalDayLifted calendars
HospitalDaySet calendars
ImportAdvanced imports
ImportFinished imports
ImportStarted imports
ImportUndoAdvanced imports
ImportUndoFinished imports
ImportUndoStarted imports
LateAfterSet clients
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
MessageDropped messages
MessageFailed messages
MessageLanguageSet patients
MessagePlanned messages
MessageSendStarted messages
MessageSent messages
MessagesAccepted patients
MessagesDeclined patients
MessagesSet clients
MoveRefused
OverbookingLimitSet clients
PasskeyRenamed
PasswordChanged people
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
PersonSignedOut people
PlaceHeld doctorDays
ProfilePhotoChanged doctors
QueueOrderSet clients
RecoveryCodesMade
ReplyAccepted chats
ReplyFailed chats
ReplyPlanned chats
ReplySendStarted chats
ReplyStatus chats
RetentionSet clients
RoomSet doctors
ScheduleChangeWithdrawn doctors
SecondFactorAdded people
SecondFactorPolicySet people
SecondFactorRemoved people
SecondFactorReset people
SessionIdleTimeSet people
SessionsEnded people
SignInRefused
SignedIn people
SignedOut people
SingleSignOnPolicySet people
SingleSignOnRemoved clients
SingleSignOnSet clients
SingleSignOnUnbound people
SlotsBlocked doctorDays
SlotsPlanned doctorDays
SlotsUnblocked doctorDays
TokenLetterAssigned
WebhookAdded
WebhookChanged
WebhookDisabled
WebhookEnabled
WebhookRemoved
WebhookReplayed
WebhookSecretRotated
WeeklyScheduleSet doctors"
`);
});

test('the desk has the indexes and rows that its version was released with', () => {
  expect(releasedBy(desk)).toMatchInlineSnapshot(`
{
  "apiKeys": "ea16633ed6bca30e",
  "appointments": "f87f871c113d6b61",
  "calendars": "bbfae694283f5b15",
  "chats": "8ae478b0fb3dee52",
  "clients": "c0bd7fbe651fb16e",
  "closedDays": "e5c41456d931136c",
  "counts": "464629717bf6ba3d",
  "departments": "c199f0c794fac945",
  "displays": "247d494709376a1f",
  "doctorDays": "76414b657091b926",
  "doctors": "4184253ed782c1dd",
  "duplicates": "47d1b434b05da4be",
  "history": "25b261e0737186d7",
  "imports": "495ed64930ad1efa",
  "leaves": "9caa24d315ebe840",
  "messages": "4d7c4b531fa9db79",
  "movedAppointments": "69a76d6cea9ddb25",
  "pastVisits": "7cbded588333e0b1",
  "patients": "e9959d3097a3e0a6",
  "payments": "a968c57f6adab360",
  "people": "ea305116abcb51e3",
  "version": 44,
  "visitors": "9f265ebc5195b3a5",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "1d62f36b92a7ebb2",
  "deskChanges": "99646d3ed5709f35",
  "digest": "684cf5a98041d085",
  "entries": "d212d2ea317332ef",
  "history": "25b261e0737186d7",
  "recordedCounts": "b1695d11c1f6c4a7",
  "refusals": "08319823f4c25a3a",
  "version": 14,
}
`);
});

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
DoctorEmailChangeRequested
DoctorEmailChanged doctors
DoctorEmailVerified
DoctorExternalIdSet doctors
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
MessageTextSet clients
MessagesAccepted patients
MessagesDeclined patients
MessagesSet clients
MoveRefused
OfferAccepted waiting
OfferDeclined waiting
OfferLapsed waiting
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
PatientErased appointments counts duplicates patients waiting
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
PlaceOffered waiting
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
SignInRetentionSet clients
SignInsErased
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
WaitingListJoined waiting
WaitingListLeft waiting
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
  "apiKeys": "41b9ffdb0861e548",
  "appointments": "c851763016dae5ca",
  "calendars": "a9a7ff319aa9c159",
  "chats": "69f0ee5a3b6b4c95",
  "clients": "88df81212e4d3f7b",
  "closedDays": "8d59dcec6d8c6623",
  "counts": "f3d6c1211e147e88",
  "departments": "ac81e689c55c7961",
  "displays": "9d44dff644d759c3",
  "doctorDays": "077c491eb7c4d278",
  "doctors": "f4f7ac2b8f90a394",
  "duplicates": "47984f0505f80322",
  "history": "470884efbd10c9ea",
  "imports": "3d1e94f52e867cd3",
  "leaves": "eddd790359b47e2d",
  "messages": "13dc6a7e6404bfd1",
  "movedAppointments": "86741cf36eed3954",
  "pastVisits": "588b014d4da0b6f9",
  "patients": "9523037012e9f59f",
  "payments": "04566425e4cd25f3",
  "people": "a37e7e44b4a9efbf",
  "version": 47,
  "visitors": "62371e079a6f74b0",
  "waiting": "320dbc45346fa2fa",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "e525b561abfc4e24",
  "deskChanges": "fb22e9e2e51ac991",
  "digest": "1fcf794e1a9a730f",
  "entries": "db8d8fdb04a00b01",
  "history": "470884efbd10c9ea",
  "recordedCounts": "1f2a90c39a46ea9e",
  "refusals": "08319823f4c25a3a",
  "signInMonths": "95fd303796727283",
  "version": 15,
}
`);
});

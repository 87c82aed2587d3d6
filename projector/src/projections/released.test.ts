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
  "apiKeys": "5bc90afd09dfdcc3",
  "appointments": "c108bdefaed52d44",
  "calendars": "727c4e7af1456b5c",
  "chats": "cfba8dfbcef844f9",
  "clients": "c339e258d42ecc25",
  "closedDays": "5df947e8bb41b867",
  "counts": "c7c1c44a4bd7e8fa",
  "departments": "fcf2c5dc5b885fd2",
  "displays": "f74860969e154078",
  "doctorDays": "04b9a276580c521e",
  "doctors": "7c3bf69e0dc5fb45",
  "duplicates": "2a327464efb0c180",
  "history": "d7527e52fc54054e",
  "imports": "dcef77d2a1f3e5d1",
  "leaves": "22a0550af0c829a3",
  "messages": "e2e5926ac81d63fc",
  "movedAppointments": "e294052d1f567bb1",
  "pastVisits": "77636d7b9f9aecc9",
  "patients": "76780fd46d6f2357",
  "payments": "6f7991334474af16",
  "people": "440048380ea0204e",
  "version": 46,
  "visitors": "ad48ce798563de69",
  "waiting": "ac1530512fa8c984",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "1b2dda796f09ddfa",
  "deskChanges": "664ca1f5d9d02128",
  "digest": "1940b6c26ac862d7",
  "entries": "d7427bf5011b149f",
  "history": "d7527e52fc54054e",
  "recordedCounts": "1208c4dffdebee2e",
  "refusals": "08319823f4c25a3a",
  "signInMonths": "deb03ea36dc1dac1",
  "version": 15,
}
`);
});

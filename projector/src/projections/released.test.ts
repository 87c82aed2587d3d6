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
DoctorLatenessSet doctorDays
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
  "apiKeys": "79686d5decafe3be",
  "appointments": "a57e840486d109fe",
  "calendars": "7c1df4666ca1f2b1",
  "chats": "a6da947ed4b99af1",
  "clients": "ce9f57d8ee74df2c",
  "closedDays": "ab1e424d0ca1a418",
  "counts": "942bd4134b1dbd9f",
  "departments": "adcdf24b1679a8a8",
  "displays": "49944f6fcee23661",
  "doctorDays": "a6e9c3e8da5630bf",
  "doctors": "dacd1cc8addc0be1",
  "duplicates": "da21ec55ba7eeb29",
  "history": "6f4f77c490a76c78",
  "imports": "2bdae70c96d5927d",
  "leaves": "ffd2b36b1dc81e7a",
  "messages": "cf87d0bc52423cd7",
  "movedAppointments": "c9d403aee25dcec2",
  "pastVisits": "7cbded588333e0b1",
  "patients": "c2b942fe0f46f622",
  "payments": "b08dc07efd04ed8d",
  "people": "6268915f6983b383",
  "version": 47,
  "visitors": "b4baf0de0b9796b8",
  "waiting": "332473848638a5b7",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "de4811919560b7e2",
  "deskChanges": "3229406c67b23654",
  "digest": "d1cf49c2baa72427",
  "entries": "b3076c36e8bf7d6b",
  "history": "6f4f77c490a76c78",
  "recordedCounts": "6ff6559eedf37cae",
  "refusals": "08319823f4c25a3a",
  "signInMonths": "1797d211918ffc02",
  "version": 15,
}
`);
});

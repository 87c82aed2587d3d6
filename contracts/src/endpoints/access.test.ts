import { z } from 'zod';
import { callersOf, type Endpoint, type Role } from './definition.ts';
import { endpoints } from './table.ts';

/** "What each may do" of the decisions, as rules for the table. */

const of = (kind: Endpoint['kind'], role: Role): string[] =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, { kind: is, access }]) =>
    is === kind && callersOf(access).people.includes(role) ? [name] : [],
  );
const publicCalls = Object.entries<Endpoint>(endpoints).flatMap(([name, { access }]) =>
  access === 'public' ? [name] : [],
);

test('an auditor has the queries of an administrator but the chats of patients, and no command but about the own sign-in', () => {
  const chats = ['listChats', 'countWaitingChats', 'readChat'];
  expect(of('query', 'auditor')).toEqual(of('query', 'admin').filter((name) => !chats.includes(name)));
  expect(of('command', 'auditor')).toEqual([
    ...['signOut', 'setLanguage'],
    ...['proveIdentity', 'beginTotp', 'confirmTotp', 'removeTotp', 'makeRecoveryCodes'],
    ...['beginAddPasskey', 'addPasskey', 'renamePasskey', 'removePasskey', 'beginPasskeyProof'],
    ...['changeOwnName', 'changePassword', 'requestEmailChange', 'endOwnSession', 'endOtherSessions'],
  ]);
});

test('a doctor has no list of the client: each query but for what is about the caller names a doctor or what is one’s, as own patients', () => {
  const ofCaller = [
    'validateSession',
    'getSecondFactor',
    'getOwnAccount',
    'listOwnSessions',
    'getPhoto',
    'checkImagePath',
    'searchPatients',
    'tryChatbot',
  ];
  for (const name of of('query', 'doctor').filter((call) => !ofCaller.includes(call))) {
    const claimed = Object.entries<Endpoint>(endpoints).find(([key]) => key === name)?.[1].claims ?? [];
    expect({ name, named: claimed.some(({ is }) => ['doctor', 'appointment', 'patient'].includes(is)) }).toEqual({
      name,
      named: true,
    });
  }
});

test('a fresh proof is needed for people, a doctor’s email, second factors, API keys, webhooks, merges, imports and exports of a client; for no call of the specification', () => {
  const needing = Object.entries<Endpoint>(endpoints).flatMap(([name, { needsProof }]) => (needsProof ? [name] : []));
  expect(needing.sort()).toEqual(
    [
      ...['invitePerson', 'resendInvitation', 'renamePerson', 'deactivatePerson', 'reactivatePerson'],
      ...[
        'resetSecondFactorOfPerson',
        'unbindPerson',
        'endSessionsOfPerson',
        'setSecondFactorPolicy',
        'setSessionIdleTime',
        'beginTotp',
      ],
      ...['beginAddPasskey', 'removePasskey'],
      ...['mergePatients', 'splitPatient', 'startImport', 'undoImport', 'setRetention', 'eraseDuePatients'],
      'eraseDueSignIns',
      ...['issueApiKey', 'changeApiKeyScopes', 'revokeApiKey'],
      ...['addWebhook', 'changeWebhook', 'rotateWebhookSecret', 'switchWebhook', 'replayWebhook', 'removeWebhook'],
      ...['exportList', 'exportCsv', 'exportNdjson', 'exportReportCsv', 'exportReportNdjson'],
      ...['exportAppointments', 'exportMovedAppointments', 'exportCalls', 'exportTakings', 'exportDoctors'],
      ...['exportPatients', 'exportWaiting', 'exportOfficeList', 'exportLeaves'],
      ...['setSingleSignOn', 'setSingleSignOnPolicy'],
      'changeDoctorEmail',
    ].sort(),
  );
});

test('the public calls are those of the decisions', () => {
  expect(publicCalls.sort()).toEqual(
    [
      'listClients',
      'signIn',
      ...['completeSignIn', 'beginEnrolment', 'confirmEnrolment', 'beginPasskey', 'signInByPasskey'],
      ...['beginSingleSignOn', 'signInByProvider'],
      ...['beginPasskeyEnrolment', 'confirmPasskeyEnrolment'],
      'pairDisplay',
      ...['declineMessages', 'answerVisit'],
      'createPairingCode',
      'checkPairingCode',
      'verifyPocEmail',
      'verifyEmail',
      'updatePassword',
      'requestPasswordReset',
      'checkResetLink',
      ...['checkInvitation', 'acceptInvitation', 'confirmEmailChange'],
      'resetPassword',
      'requestSignInLink',
      'signInByLink',
      'sendContactMessage',
      'listAuditKeys',
      'readCalendarFeed',
    ].sort(),
  );
});

/** Fields that name a client's resources. */
const owned: readonly string[] = [
  'clientId',
  'pocId',
  'departmentId',
  'appointmentId',
  'slotId',
  'userId',
  'patientId',
];

test('each id that a request of a signed-in call can name is claimed, also an optional one', () => {
  const unclaimed = Object.entries<Endpoint>(endpoints).flatMap(([name, { access, claims, request }]) => {
    if (access === 'public' || !(request instanceof z.ZodObject)) return [];
    const named = Object.keys(request.shape).filter((field) => owned.includes(field));
    return named.filter((field) => !claims.some((claim) => claim.field === field)).map((field) => `${name} ${field}`);
  });
  expect(unclaimed).toEqual([]);
});

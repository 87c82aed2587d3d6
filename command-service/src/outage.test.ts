import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Endpoint, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { type CommandName, endpoints } from '@dayline/contracts/endpoints/table';
import { type CommandOutcome, failureSchema } from '@dayline/contracts/errors';
import { type EventLog, EventLogUnavailable } from '@dayline/event-log/port';
import { displayCredential, keyCredential, sessionCredential } from '@dayline/http/caller';
import { ApiKeys } from '@dayline/http/partner/api-keys';
import { sealedCursors } from '@dayline/http/sealed-cursors';
import { securityHeaders } from '@dayline/http/security-headers';
import { createApp } from '@dayline/http/server/app';
import { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import { Displays } from '@dayline/http/session/displays';
import { Sessions } from '@dayline/http/session/sessions';
import { sampleOf } from '@dayline/http/testing/sample';
import { createLogger } from '@dayline/runtime/logging/logger';
import sharp from 'sharp';
import { accepted, openStage, password, type Stage } from './testing/stage.ts';

/** "With a server away, each call answers within its time limit, 503 with a code and Retry-After", and with its sentence. */

type Sentences = Readonly<Partial<Record<CommandName, string>>>;
/** Section 8 of the specification, by command that fails while the log is unavailable. */
const byAdmin: Sentences = {
  invitePerson: 'The change could not be saved. Please try again.',
  resendInvitation: 'The change could not be saved. Please try again.',
  renamePerson: 'The change could not be saved. Please try again.',
  deactivatePerson: 'The change could not be saved. Please try again.',
  reactivatePerson: 'The change could not be saved. Please try again.',
  resetSecondFactorOfPerson: 'The change could not be saved. Please try again.',
  endSessionsOfPerson: 'The change could not be saved. Please try again.',
  unbindPerson: 'The change could not be saved. Please try again.',
  changeOwnName: 'The name could not be saved. Please try again.',
  setSecondFactorPolicy: 'The policy could not be saved. Please try again.',
  setSessionIdleTime: 'The automatic sign-out could not be saved. Please try again.',
  saveUser: 'There was an error creating the appointment. Please try again.',
  createAppointment: 'There was an error creating the appointment. Please try again.',
  updateAppointmentStatusAsAdmin: 'Error updating appointment status',
  correctAppointmentStatus: 'Error updating appointment status',
  correctPayment: 'Error updating payment status',
  refundPayment: 'Error refunding the payment',
  overbook: 'There was an error creating the appointment. Please try again.',
  changeMany: 'Error updating appointment status',
  undoMany: 'Error updating appointment status',
  moveAppointment: 'Error moving appointment',
  undoMove: 'Error moving appointment',
  arrive: 'Error recording the arrival',
  withdrawArrival: 'Error recording the arrival',
  callPatient: 'Error calling the patient',
  withdrawCall: 'Error calling the patient',
  walkIn: 'There was an error creating the appointment. Please try again.',
  undoWalkIn: 'Error undoing the walk-in',
  replyToChat: 'The reply could not be sent. Please try again.',
  handBackChat: 'The chat could not be handed back. Please try again.',
  joinWaitingList: 'The patient could not join the waiting list. Please try again.',
  leaveWaitingList: 'The patient could not leave the waiting list. Please try again.',
  offerPlace: 'The place could not be offered. Please try again.',
  answerOffer: 'The answer could not be saved. Please try again.',
  stopMessage: 'The message could not be stopped. Please try again.',
  noteContact: 'Error recording the call',
  mergePatients: 'The records could not be merged. Please try again.',
  chooseMessages: 'The choice could not be saved. Please try again.',
  setMessageLanguage: 'The language could not be saved. Please try again.',
  dismissDuplicate: 'The decision could not be saved. Please try again.',
  splitPatient: 'The records could not be split. Please try again.',
  closeDay: 'Error closing the day',
  setRoom: 'Error setting the room',
  setLateness: 'Error setting the delay',
  openCalendarFeed: 'Failed to create the calendar feed.',
  revokeCalendarFeed: 'Failed to revoke the calendar feed.',
  setLeft: 'Failed to save the date. Please try again.',
  blockDay: 'Error updating availability.',
  blockSlots: 'Error updating availability.',
  setDayHours: 'Error updating availability.',
  clearDayHours: 'Error updating availability.',
  unblockSlot: 'Error unblocking slot.',
  unblockSlotById: 'Error unblocking slot.',
  updateSchedule: 'Failed to update schedule',
  setHospitalDay: 'Failed to save the calendar.',
  liftHospitalDay: 'Failed to save the calendar.',
  withdrawWeek: 'Failed to update schedule',
  changeDoctorEmail: 'The email could not be changed. Please try again.',
  correctDoctor: 'Failed to save the details. Please try again.',
  renameUnit: 'Failed to save the name. Please try again.',
  // Public: its token is in the display's stream.
  pairDisplay: 'Failed to pair this screen.',
  addDisplay: 'Failed to save the display.',
  makeDisplayLink: 'Failed to save the display.',
  revokeDisplay: 'Failed to save the display.',
  pairDisplayByCode: 'Failed to pair this screen.',
  issueApiKey: 'Failed to save the API key.',
  changeApiKeyScopes: 'Failed to save the API key.',
  revokeApiKey: 'Failed to save the API key.',
  addWebhook: 'Failed to save the webhook.',
  changeWebhook: 'Failed to save the webhook.',
  rotateWebhookSecret: 'Failed to save the webhook.',
  switchWebhook: 'Failed to save the webhook.',
  replayWebhook: 'Failed to save the webhook.',
  removeWebhook: 'Failed to save the webhook.',
  testWebhook: 'The test event could not be sent.',
  sendDeliveryAgain: 'The event could not be sent.',
  addDoctor: 'Failed to save POC data. Please try again.',
  openDepartment: 'The department could not be added. Please try again.',
  changeDepartment: 'The department could not be changed. Please try again.',
  setRetention: 'The retention could not be saved. Please try again.',
  eraseDuePatients: 'The patients could not be erased. Please try again.',
  eraseDueSignIns: 'The sign-ins could not be erased. Please try again.',
  setSingleSignOnPolicy: 'The policy could not be saved. Please try again.',
  setSingleSignOn: 'The single sign-on could not be saved. Please try again.',
  changeClient: 'The settings could not be saved. Please try again.',
  changeBranch: 'The branch could not be saved. Please try again.',
  readImportColumns: 'The import failed. Please try again.',
  decideImportRows: 'The import failed. Please try again.',
  previewImport: 'The import failed. Please try again.',
  startLeave: 'Error starting the leave',
  undoLeave: 'Error undoing the leave',
  endLeave: 'Error ending the leave',
  startImport: 'The import failed. Please try again.',
  undoImport: 'The import failed. Please try again.',
};
const byDoctor: Sentences = {
  updateAppointmentStatusAsDoctor: 'Error updating appointment status',
  updateLink: 'Failed to update the link. Please try again.',
  updateConsultationFees: 'Failed to update the fees. Please try again.',
  setFeeRules: 'Failed to update the fees. Please try again.',
  setOnRequest: 'Failed to save the instructions. Please try again.',
  updateProfileImage: 'Failed to upload image. Please try again.',
};
const unavailable = 'The service is not available right now. Please try again in a moment.';
const byPartner: Sentences = {
  savePartnerPatient: unavailable,
  bookPartnerAppointment: unavailable,
  createHold: unavailable,
  releaseHold: unavailable,
  movePartnerAppointment: unavailable,
  cancelPartnerAppointment: unavailable,
};
/** Calls without a session, while the vault (accounts, tokens, sessions, emails) is unavailable. */
const byNobody: Sentences = {
  signIn: 'Failed to login. Please try again.',
  beginEnrolment: 'Failed to login. Please try again.',
  confirmEnrolment: 'Failed to login. Please try again.',
  completeSignIn: 'Failed to login. Please try again.',
  beginPasskey: 'Failed to login. Please try again.',
  beginPasskeyEnrolment: 'Failed to login. Please try again.',
  confirmPasskeyEnrolment: 'Failed to login. Please try again.',
  signInByPasskey: 'Failed to login. Please try again.',
  beginSingleSignOn: 'Failed to login. Please try again.',
  signInByProvider: 'Failed to login. Please try again.',
  answerVisit: 'Your answer could not be saved. Please try again.',
  declineMessages: 'The choice could not be saved. Please try again.',
  createPairingCode: 'Failed to create a code for this screen.',
  checkPairingCode: 'Failed to pair this screen.',
  verifyPocEmail: 'An error occurred. Please try again later.',
  verifyEmail: 'An error occurred while verifying the email.',
  updatePassword: 'Failed to update password.',
  requestPasswordReset: 'Failed to send password reset email. Please try again later.',
  confirmEmailChange: 'An error occurred while verifying the email.',
  checkInvitation: 'Failed to open the invitation. Please try again later.',
  acceptInvitation: 'Failed to save the password. Please try again later.',
  checkResetLink: 'Failed to reset password. Please try again later.',
  resetPassword: 'Failed to reset password. Please try again later.',
  requestSignInLink: 'Failed to send the sign-in link. Please try again later.',
  signInByLink: 'Failed to login. Please try again.',
  sendContactMessage: 'Failed to send message. Please try again.',
};
const byAnybody: Sentences = {
  setLanguage: 'The language could not be changed.',
  proveIdentity: 'This could not be checked. Please try again.',
  beginTotp: 'The second factor could not be changed. Please try again.',
  confirmTotp: 'The second factor could not be changed. Please try again.',
  removeTotp: 'The second factor could not be changed. Please try again.',
  beginAddPasskey: 'The second factor could not be changed. Please try again.',
  addPasskey: 'The second factor could not be changed. Please try again.',
  renamePasskey: 'The second factor could not be changed. Please try again.',
  beginPasskeyProof: 'This could not be checked. Please try again.',
  removePasskey: 'The second factor could not be changed. Please try again.',
  makeRecoveryCodes: 'The second factor could not be changed. Please try again.',
  changePassword: 'Failed to update password.',
  requestEmailChange: 'The email could not be changed. Please try again.',
  endOwnSession: 'The session could not be ended. Please try again.',
  endOtherSessions: 'The session could not be ended. Please try again.',
  uploadImport: 'The import failed. Please try again.',
  exportRefusedRows: 'The import failed. Please try again.',
  // The specification has no sentence for it.
  signOut: 'The service is not available right now. Please try again in a moment.',
};

let stage: Stage;
/** An invited account with a second factor. */
let invitedId: string;
let server: Server;
let address = '';
let partnersKey = '';
let isAway = false;
const cookies = { admin: '', doctor: '', nobody: '' };

/** A wrapper of the log that fails while it is switched off. */
function leaving(log: EventLog): EventLog {
  const orUnavailable = <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) => {
    return async (...given: Given): Promise<Answer> => {
      if (isAway) throw new EventLogUnavailable('unavailable', 'notAppended');
      return ask(...given);
    };
  };
  const { append, readStream, readAll, refsAfter, head, last } = log;
  return {
    ...log,
    append: orUnavailable(append),
    readStream: orUnavailable(readStream),
    readAll: orUnavailable(readAll),
    refsAfter: orUnavailable(refsAfter),
    head: orUnavailable(head),
    last: orUnavailable(last),
  };
}

beforeAll(async () => {
  stage = await openStage();
  // Closing a day reads the views.
  await stage.project();
  const service = stage.another(leaving);
  for (const role of ['admin', 'doctor'] as const) {
    const account = { email: `${role}@sunrise.example`, role, name: role, password };
    accepted(
      await service.commands.openAccount({ ...account, pocId: role === 'doctor' ? stage.pocId : null }, stage.by()),
    );
  }
  const person = { name: 'Deepa', email: 'deepa@sunrise.example', role: 'admin' } as const;
  invitedId = accepted(await service.commands.invitePerson(person, stage.by())).accountId;
  const totp = { secret: 'A', since: 0, lastUsedAt: 0, lastStep: 0 };
  await stage.vault.secondFactors.write(
    invitedId,
    { pending: null, totp, recoveryCodes: null, passkeys: [] },
    { revision: 0 },
  );
  // As after its first second: the client is cached, and is current while the log has no new events.
  for (let times = 0; times < 3; times += 1) await service.commands.singleSignOnOf(stage.clientId, 0);
  const sessions = new Sessions({
    vault: stage.vault,
    names: [service.names],
    clock: stage.clock,
    sessionSecret: 'the-secret-of-the-tests-is-no-secret',
    cookieSecure: false,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    proofMinutes: 15,
    onFault: () => undefined,
  });
  const displays = new Displays({
    log: stage.log,
    sessionSecret: 'the-secret-of-the-tests-is-no-secret',
    cookieSecure: false,
  });
  const apiKeys = new ApiKeys({
    log: {
      async readStream(...given) {
        if (isAway) throw new EventLogUnavailable('unavailable', 'notAppended');
        return stage.log.readStream(...given);
      },
    },
    clock: stage.clock,
    sessionSecret: 'the-secret-of-the-tests-is-no-secret',
  });
  partnersKey = `Bearer ${apiKeys.newSecret('a command').keyOf(stage.clientId)}`;
  const security = securityHeaders({ secure: false });
  const router = service.router({
    sessions,
    displays,
    apiKeys,
    calendarFeeds: new CalendarFeeds({ log: stage.log, sessionSecret: 'the-secret-of-the-tests-is-no-secret' }),
    credentials: [sessionCredential(sessions), displayCredential(displays), keyCredential(apiKeys)],
    attempts: stage.attempts,
    throttle: { take: () => 0, wait: () => 0 },
    settings: { publicUrl: null, allowedOrigins: [], cookieSecure: false, trustProxy: 0 },
    cursors: sealedCursors('a secret for tests alone, long enough'),
    security,
  });
  server = createServer(createApp({ security, logger: createLogger('test', { level: 'silent' }), calls: [router] }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: a listening TCP server has such an address.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const role of ['admin', 'doctor'] as const) {
    const body = { email: `${role}@sunrise.example`, password, role, clientId: stage.clientId };
    const answer = await post(endpoints.signIn.path, '', JSON.stringify(body));
    cookies[role] = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  }
  const account = await stage.vault.accounts.byEmail('admin@sunrise.example');
  if (!account) throw new Error('The stage has an administrator.');
  cookies.nobody = sessions.pending.set(account, 'password', stage.clock.now()).split(';')[0] ?? '';
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await stage.close();
});

const post = (path: string, cookie: string, body: string): Promise<Response> =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { ...shown(cookie), 'content-type': 'application/json' },
    body,
  });
/** A cookie, or a partner's key. */
const shown = (credential: string): Record<string, string> =>
  credential.startsWith('Bearer ') ? { authorization: credential } : { cookie: credential };

/** A valid request by a permitted caller. */
async function ask(name: CommandName, cookie: string): Promise<Response> {
  const { path, request, upload }: Endpoint = endpoints[name];
  const { pocId, clientId, departmentId, patientId } = stage;
  // It names an appointment, or a doctor's next one; either is optional.
  const target = name === 'callPatient' ? { pocId, next: 1 } : {};
  const fields: Record<string, unknown> = { ...sampleOf(request), ...target };
  const own = {
    pocId,
    clientId,
    accountId: invitedId,
    Client_ID: clientId,
    Department_ID: departmentId,
    userId: patientId,
  };
  for (const [field, value] of Object.entries(own)) if (field in fields) fields[field] = value;
  for (const field of ['appointmentId', 'slotId']) {
    if (field in fields) fields[field] = `${pocId}${String(fields[field]).slice(pocId.length)}`;
  }
  // A provider needs its secret, which is optional where one is kept.
  if (name === 'setSingleSignOn') fields['provider'] = null;
  if (name === 'setSingleSignOnPolicy') fields['localAdministrators'] = null;
  if (Array.isArray(fields['schedule'])) fields['schedule'] = fields['schedule'].map((day) => ({ ...day, pocId }));
  if (!upload) return post(path, cookie, JSON.stringify(fields));
  const form = new FormData();
  if (name === 'uploadImport') {
    form.set('clientId', clientId);
    form.set(upload.field, new Blob(['Name,Phone\nAnu,9812345678\n']));
    return fetch(`${address}${path}`, { method: 'POST', headers: { cookie, [uploadHeader]: '1' }, body: form });
  }
  form.set('pocId', pocId);
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 1, g: 2, b: 3 } } }).png();
  form.set(upload.field, new Blob([new Uint8Array(await picture.toBuffer())]));
  return fetch(`${address}${path}`, { method: 'POST', headers: { cookie, [uploadHeader]: '1' }, body: form });
}

async function expectAway(answer: Response, sentence: string): Promise<CommandOutcome | undefined> {
  const { code, message, details } = failureSchema.parse(await answer.json());
  expect({ status: answer.status, code, message }).toEqual({
    status: 503,
    code: 'service.unavailable',
    message: sentence,
  });
  expect(answer.headers.get('retry-after')).toBe('1');
  return details?.outcome;
}
const entriesOf = (sentences: Sentences) => Object.entries(sentences) as [CommandName, string][];

test('every command is covered here', () => {
  const names = [byAdmin, byDoctor, byPartner, byNobody, byAnybody].flatMap(Object.keys);
  const commands = Object.entries(endpoints).filter(([, { kind }]) => kind === 'command');
  expect(names.sort()).toEqual(commands.map(([name]) => name).sort());
});

describe('a log that is unavailable:', () => {
  beforeAll(() => {
    isAway = true;
  });
  test.each(entriesOf(byAdmin))('%s answers 503, %s', async (name, sentence) => {
    expect(await expectAway(await ask(name, cookies.admin), sentence)).toBe('notCarriedOut');
  });
  test.each(entriesOf(byDoctor))('%s answers 503, %s', async (name, sentence) => {
    expect(await expectAway(await ask(name, cookies.doctor), sentence)).toBe('notCarriedOut');
  });
  test.each(entriesOf(byPartner))('%s answers 503, %s', async (name, sentence) => {
    await expectAway(await ask(name, partnersKey), sentence);
  });
});

describe('a vault that is unavailable:', () => {
  beforeAll(async () => {
    isAway = false;
    await stage.vault.close();
  });
  test.each(entriesOf(byNobody))('%s answers 503, %s', async (name, sentence) => {
    await expectAway(await ask(name, cookies.nobody), sentence);
  });
  test.each(entriesOf(byAnybody))(
    '%s answers 503, %s; the sign-out clears the session’s cookie',
    async (name, sentence) => {
      const answer = await ask(name, cookies.admin);
      await expectAway(answer, sentence);
      const cleared = [expect.stringMatching(/^dayline_session=; Max-Age=0; /)];
      expect(answer.headers.getSetCookie()).toEqual(name === 'signOut' ? cleared : []);
    },
  );
});

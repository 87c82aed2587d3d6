import { streams } from '@dayline/contracts/events/categories';
import { type Answer, type ClinicDoor, eventually, hour, minute, openClinicDoor, password } from './clinic-door.ts';
import { linkIn, type MailServer, startMailServer } from './mail-server.ts';

/** What everybody who is signed in changes on their own account. */

let server: MailServer;
let door: ClinicDoor;
beforeAll(async () => {
  server = await startMailServer();
  door = await openClinicDoor({
    ...{ SMTP_URL: server.url, MAIL_FROM: 'Dayline <no-reply@dayline.example>' },
    ...{ PUBLIC_URL: 'https://dayline.example', COOKIE_SECURE: 'off' },
  });
});
afterAll(async () => {
  await door?.close();
  await server?.close();
});

const other = 'Lighthouse-keeper-72';
const firefox = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
let accounts = 0;
const own = ({ cookie }: Answer) => ({ cookie });
const signIn = (email: string, secret = password, headers = {}) => door.signIn(email, secret, 'admin', headers);
const isIn = async (session: Answer) => (await door.call('getOwnAccount', {}, own(session))).status === 200;
const change = (who: Answer, currentPassword: string, newPassword = other, headers = {}) =>
  door.call('changePassword', { currentPassword, newPassword }, { ...own(who), ...headers });
const sessionsOf = async (who: Answer) => (await door.call('listOwnSessions', {}, own(who))).body;
const trail = async (accountId: string) =>
  (await door.log.readStream(streams.account(accountId))).map(({ type, data }) => ({ type, ...data }));
const refused = (code: string, status: number) => ({ status, body: { code } });

async function newAdmin() {
  accounts += 1;
  const email = `own${accounts}@sunrise.example`;
  const accountId = await door.addAdmin(email);
  return { email, accountId, session: await signIn(email) };
}

describe('the password', () => {
  test('is changed by the current one; every other session ends, and its owner is notified', async () => {
    const { email, accountId, session } = await newAdmin();
    const elsewhere = await signIn(email);
    expect(await change(session, other)).toMatchObject(refused('proof.refused', 422));
    expect(await isIn(elsewhere)).toBe(true);
    const changed = await change(session, password);
    expect(changed).toMatchObject({ status: 200, body: { message: 'Password changed.', position: null } });
    expect(changed.headers['set-cookie']).toBeUndefined();
    expect([await isIn(session), await isIn(elsewhere)]).toEqual([true, false]);
    expect([(await signIn(email)).status, (await signIn(email, other)).status]).toEqual([401, 200]);
    const events = await eventually(async () => {
      const found = (await trail(accountId)).filter(({ type }) => type === 'PasswordChanged');
      return found.length > 0 && found;
    });
    expect(events).toEqual([{ type: 'PasswordChanged' }]);
    await eventually(() => server.mails.some(({ to, raw }) => to.includes(email) && raw.includes('was changed')));
    expect(door.lines.some((line) => line.includes(other) || line.includes(password))).toBe(false);
    expect(JSON.stringify(await trail(accountId))).not.toMatch(/Lighthouse|Vermilion/);
  });

  test('keeps the specification’s rules, and isn’t a common one', async () => {
    const { session, email } = await newAdmin();
    for (const weak of ['1Lighthouse-72', 'Light-7', 'Lighthouse72', 'Lighthouse-keeper']) {
      expect(await change(session, password, weak)).toMatchObject(refused('request.invalid', 400));
    }
    expect(await change(session, password, 'Password123!')).toMatchObject(refused('password.common', 422));
    expect(await change(session, password, 'Sunrise-2026')).toMatchObject(refused('password.common', 422));
    expect((await signIn(email)).status).toBe(200);
  });

  test('is guessed no faster than at a sign-in, by which nobody else is delayed', async () => {
    const { session: ownBrowser, email } = await newAdmin();
    // A stolen cookie: in the owner's browser, which is known, only its own wrong passwords count.
    const cookie = ownBrowser.cookie.split('; ').find((pair) => pair.startsWith('dayline_session=')) ?? '';
    const session = { ...ownBrowser, cookie };
    const stranger = { 'x-forwarded-for': '203.0.113.9' };
    const answers: number[] = [];
    for (let guesses = 0; guesses < 7; guesses += 1) {
      answers.push((await change(session, `Wrong-guess-${guesses}`, other, stranger)).status);
    }
    expect(answers).toEqual([422, 422, 422, 422, 422, 422, 429]);
    // The right one too, and at the sign-in.
    const throttled = await change(session, password, other, stranger);
    expect(throttled).toMatchObject(refused('request.throttled', 429));
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(email, password, stranger)).status).toBe(429);
    expect((await signIn(email)).status).toBe(200);
    door.clock.pass(hour);
    expect((await change(session, password, other, stranger)).status).toBe(200);
  });

  test('is changed once by a request that is repeated with its key', async () => {
    const { session, email } = await newAdmin();
    const key = { 'idempotency-key': 'change-of-password-1' };
    const answers = [await change(session, password, other, key), await change(session, password, other, key)];
    expect(answers.map(({ status, message }) => ({ status, message }))).toEqual(
      Array.from({ length: 2 }, () => ({
        status: 200,
        message: { success: true, message: 'Password changed.', position: null },
      })),
    );
    expect(await change(session, 'Wrong-guess-1', other, key)).toMatchObject({ status: 422 });
    expect((await signIn(email, other)).status).toBe(200);
    const letters = server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes('was changed'));
    expect(letters.length).toBeLessThanOrEqual(1);
  });

  test('of many guesses at once no more are answered than are free', async () => {
    const { session } = await newAdmin();
    const stranger = { 'x-forwarded-for': '203.0.113.10' };
    const guesses = Array.from({ length: 30 }, (_, guess) => change(session, `Wrong-guess-${guess}`, other, stranger));
    const answers = (await Promise.all(guesses)).map(({ status }) => status);
    expect(answers.filter((status) => status === 422).length).toBeLessThanOrEqual(6);
    expect(answers.every((status) => status === 422 || status === 429)).toBe(true);
  });

  test('of two changes at once one succeeds', async () => {
    const { session, email } = await newAdmin();
    const both = await Promise.all([change(session, password, other), change(session, password, `${other}-too`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const won = both[0]?.status === 200 ? other : `${other}-too`;
    expect((await signIn(email, won)).status).toBe(200);
  });

  test('is notified of even if the process ends right after the change', async () => {
    const { session, email } = await newAdmin();
    const { accounts } = door.vault;
    const { changePassword } = accounts;
    accounts.changePassword = async (...args) => {
      await changePassword.apply(accounts, args);
      throw new Error('The process ended.');
    };
    const answered = await change(session, password);
    accounts.changePassword = changePassword;
    expect(answered.status).toBe(500);
    expect((await signIn(email, other)).status).toBe(200);
    await eventually(() => server.mails.some(({ to, raw }) => to.includes(email) && raw.includes('was changed')));
  });

  test('is changed by doctors and auditors too', async () => {
    const { clientId } = door;
    const admin = await newAdmin();
    const invited = { clientId, name: 'Nirmala', email: 'own-auditor@sunrise.example', role: 'auditor' };
    const { accountId } = (await door.call('invitePerson', invited, own(admin.session))).body;
    await door.vault.accounts.setPassword(
      accountId,
      (await door.vault.accounts.byEmail(admin.email))?.passwordHash ?? '',
    );
    const auditor = await signIn('own-auditor@sunrise.example');
    expect((await change(auditor, password)).status).toBe(200);
    expect((await sessionsOf(auditor)).length).toBe(1);
  });
});

test('the own account says when the password was changed, and nothing else of it', async () => {
  const { session } = await newAdmin();
  const account = async (who: Answer) => (await door.call('getOwnAccount', {}, own(who))).body;
  expect(Object.keys(await account(session))).toEqual(['name', 'email']);
  expect((await change(session, password)).status).toBe(200);
  await eventually(async () => (await account(session)).passwordChangedAt !== undefined);
  const { passwordChangedAt, ...rest } = await account(session);
  expect(passwordChangedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(Object.keys(rest)).toEqual(['name', 'email']);
  // Another person's account doesn't have it.
  const { session: others } = await newAdmin();
  expect(await account(others)).not.toHaveProperty('passwordChangedAt');
});

test('the own name is changed, with the former one in the history', async () => {
  const { session, accountId } = await newAdmin();
  const rename = (who: Answer, name: string) => door.call('changeOwnName', { name }, own(who));
  expect(await rename(session, '  ')).toMatchObject(refused('request.invalid', 400));
  expect((await rename(session, ' Lakshmi N ')).body.message).toBe('Name saved.');
  expect((await door.call('getOwnAccount', {}, own(session))).body).toMatchObject({ name: 'Lakshmi N' });
  const [last] = await door.log.readStream(streams.people(door.clientId), { direction: 'backward', limit: 1 });
  expect(last).toMatchObject({
    type: 'AccountRenamed',
    data: { accountId, former: 'Desk 1', name: 'Lakshmi N' },
    metadata: { actor: { id: accountId } },
  });
  const again = (await rename(session, 'Lakshmi N')).body;
  expect(again.position).toBeNull();
});

describe('the own email', () => {
  const ask = (who: Answer, email: string, currentPassword = password) =>
    door.call('requestEmailChange', { email, currentPassword }, own(who));
  const lettersTo = (email: string, subject: string) =>
    server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes(`Subject: ${subject}`));
  const linkTo = async (email: string, nth = 0) =>
    linkIn(await eventually(() => lettersTo(email, 'Confirm your new email')[nth]), 'confirm-email');
  const confirm = ({ token, pocId }: { token: string; pocId: string }) =>
    door.call('confirmEmailChange', { token, pocId });
  const emailOf = async (who: Answer) => (await door.call('getOwnAccount', {}, own(who))).body.email;

  test('is changed by a link to the new address, once, and the former one is notified', async () => {
    const { email, accountId, session } = await newAdmin();
    const next = `new.${email}`;
    expect(await ask(session, next, other)).toMatchObject(refused('proof.refused', 422));
    expect((await ask(session, ` ${next.toUpperCase()} `)).status).toBe(200);
    const link = await linkTo(next);
    expect([await emailOf(session), (await signIn(next)).status]).toEqual([email, 401]);
    // A link for resetting the password, sent to the former address.
    await door.call('requestPasswordReset', { email });
    const reset = linkIn(await eventually(() => lettersTo(email, 'Reset your Dayline password')[0]), 'reset-password');
    expect(await confirm({ ...link, pocId: (await newAdmin()).accountId })).toMatchObject(
      refused('token.invalid', 410),
    );
    const forged = link.token.slice(0, 43) + Buffer.from('forged@sunrise.example').toString('base64url');
    expect(await confirm({ ...link, token: forged })).toMatchObject(refused('token.invalid', 410));
    expect(await confirm(link)).toMatchObject({ status: 200, body: { email: next } });
    expect(await confirm(link)).toMatchObject(refused('token.invalid', 410));
    expect([await emailOf(session), await isIn(session)]).toEqual([next, true]);
    expect([(await signIn(email)).status, (await signIn(next)).status]).toEqual([401, 200]);
    expect((await door.call('checkResetLink', { token: reset.token, pocId: reset.pocId })).status).toBe(410);
    await eventually(() => lettersTo(email, 'The email of your Dayline account was changed')[0]);
    const changes = (await trail(accountId)).filter(({ type }) => type === 'AccountEmailChanged');
    expect(changes).toEqual([{ type: 'AccountEmailChanged', email: expect.stringMatching(/^s1\./) }]);
    // The former address is free, and the new one isn't.
    const invite = (address: string) =>
      door.call('invitePerson', { clientId: door.clientId, name: 'X', email: address, role: 'auditor' }, own(session));
    expect(await invite(next)).toMatchObject(refused('email.taken', 409));
    expect((await invite(email)).status).toBe(200);
  });

  test('is notified of at the former address even if the process ends right after the change', async () => {
    const { email, session } = await newAdmin();
    const next = `ended.${email}`;
    await ask(session, next);
    const link = await linkTo(next);
    const { tokens } = door.vault;
    const { setEmail } = tokens;
    tokens.setEmail = async (...args) => {
      await setEmail.apply(tokens, args);
      throw new Error('The process ended.');
    };
    const answered = await confirm(link);
    tokens.setEmail = setEmail;
    expect(answered.status).toBe(500);
    expect(await emailOf(session)).toBe(next);
    await eventually(() => lettersTo(email, 'The email of your Dayline account was changed')[0]);
  });

  test('that somebody has gets the same answer, and stays theirs', async () => {
    const { email, session } = await newAdmin();
    const colleague = await newAdmin();
    const free = await ask(session, 'free.of.all@sunrise.example');
    const taken = await ask(session, colleague.email);
    expect([taken.status, taken.message]).toEqual([free.status, free.message]);
    await eventually(() => lettersTo(colleague.email, 'Your address was entered')[0]);
    expect(lettersTo(colleague.email, 'Confirm your new email')).toEqual([]);
    expect(await emailOf(session)).toBe(email);
  });

  test('that somebody took after the link was sent is refused', async () => {
    const { email, session } = await newAdmin();
    const colleague = await newAdmin();
    const wanted = `wanted.${email}`;
    await ask(session, wanted);
    const first = await linkTo(wanted);
    await ask(colleague.session, wanted);
    const second = await linkTo(wanted, 1);
    const both = await Promise.all([confirm(first), confirm(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('email.taken');
  });

  test('has a link that expires after an hour, and is replaced by the next', async () => {
    const { email, session } = await newAdmin();
    const [first, second] = [`first.${email}`, `second.${email}`];
    await ask(session, first);
    const former = await linkTo(first);
    await ask(session, second);
    const latter = await linkTo(second);
    expect(await confirm(former)).toMatchObject(refused('token.invalid', 410));
    door.clock.pass(hour);
    expect(await confirm(latter)).toMatchObject(refused('token.invalid', 410));
  });

  test('has no link if its mail is sent only after the password was changed', async () => {
    const { email, session } = await newAdmin();
    const wanted = `late.${email}`;
    const { port } = server;
    await server.close();
    expect((await ask(session, wanted)).status).toBe(200);
    await eventually(() => door.lines.some((line) => line.includes('"emailChange"') && line.includes('tried again')));
    expect((await change(session, password)).status).toBe(200);
    server = await startMailServer(port);
    door.clock.pass(hour);
    await eventually(() => server.mails.some(({ to, raw }) => to.includes(email) && raw.includes('was changed')));
    await ask(await signIn(email, other), `${wanted}.again`, other);
    await linkTo(`${wanted}.again`);
    expect(lettersTo(wanted, 'Confirm your new email')).toEqual([]);
  });

  test('of a doctor is changed elsewhere', async () => {
    const email = 'own-doctor@sunrise.example';
    const pocId = await door.addDoctor(email);
    await door.call('verifyPocEmail', { clientId: door.clientId, email });
    const { token } = linkIn(await eventually(() => lettersTo(email, 'Verify your email')[0]), 'verify-email');
    const verified = await door.call('verifyEmail', { token, pocId });
    await door.call('updatePassword', { email, password, pocId }, own(verified));
    const doctor = await door.signIn(email, password);
    expect(await ask(doctor, 'other@sunrise.example')).toMatchObject(refused('access.role', 403));
    expect(await door.call('changeOwnName', { name: 'X' }, own(doctor))).toMatchObject(refused('access.role', 403));
    expect((await change(doctor, password)).status).toBe(200);
    expect(await sessionsOf(doctor)).toHaveLength(1);
  });
});

describe('the own sessions', () => {
  test('are listed in plain words, this one first, without what opens a session', async () => {
    const { email, session } = await newAdmin();
    const elsewhere = await signIn(email, password, { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.5' });
    const now = new Date(door.clock.now()).toISOString();
    const shown = await sessionsOf(session);
    const known = { since: now, lastSeenAt: now, ownSessionId: expect.stringMatching(/^[\w-]{22}$/) };
    expect(shown).toEqual([
      { isThis: true, browser: null, system: null, address: '127.0.0.1', ...known },
      { isThis: false, browser: 'Firefox', system: 'Linux', address: '203.0.113.5', ...known },
    ]);
    const token = /dayline_session=([^;]+)/.exec(elsewhere.cookie)?.[1] ?? '';
    expect(token).not.toBe('');
    const hashes = (await door.vault.sessions.ofAccount(elsewhere.body.user.accountId)).map(
      ({ tokenHash }) => tokenHash,
    );
    for (const secret of [token, ...hashes]) expect(JSON.stringify(shown)).not.toContain(secret.slice(0, 16));
    // An id opens nothing.
    const cookie = `dayline_session=${shown[1].ownSessionId}`;
    expect((await door.call('getOwnAccount', {}, { cookie })).status).toBe(401);
  });

  test('one is ended; a used id, an unknown one and another person’s are refused alike', async () => {
    const { email, accountId, session } = await newAdmin();
    const elsewhere = await signIn(email);
    const colleague = await newAdmin();
    const end = (who: Answer, ownSessionId: string) => door.call('endOwnSession', { ownSessionId }, own(who));
    const [, another] = await sessionsOf(session);
    const [theirs] = await sessionsOf(colleague.session);
    expect(await end(session, another.ownSessionId)).toMatchObject({
      status: 200,
      body: { message: 'Session ended.' },
    });
    expect([await isIn(session), await isIn(elsewhere)]).toEqual([true, false]);
    const answers = await Promise.all(
      [another.ownSessionId, 'x'.repeat(22), theirs.ownSessionId].map((id) => end(session, id)),
    );
    for (const { status, message } of answers) {
      expect({ status, message }).toEqual({ status: 404, message: answers[0]?.message });
    }
    expect(answers[0]?.body.code).toBe('account.session-unknown');
    expect(await isIn(colleague.session)).toBe(true);
    expect(await sessionsOf(session)).toHaveLength(1);
    await eventually(async () =>
      (await trail(accountId)).some(
        (entry) => entry.type === 'SessionsEnded' && 'which' in entry && entry.which === 'one',
      ),
    );
  });

  test('all others are ended at once, again without effect, and those of nobody else', async () => {
    const { email, session } = await newAdmin();
    const others = [await signIn(email), await signIn(email)];
    const colleague = await newAdmin();
    const endOthers = () => door.call('endOtherSessions', {}, own(session));
    expect((await endOthers()).body).toEqual({ success: true, message: 'All other sessions ended.', position: null });
    expect(await Promise.all([session, ...others, colleague.session].map(isIn))).toEqual([true, false, false, true]);
    expect((await endOthers()).status).toBe(200);
    expect(await isIn(session)).toBe(true);
    expect(await sessionsOf(session)).toMatchObject([{ isThis: true }]);
  });

  test('that nobody used for too long are not listed', async () => {
    const { email } = await newAdmin();
    door.clock.pass(12 * hour + minute);
    expect(await sessionsOf(await signIn(email))).toHaveLength(1);
  });
});

test('nobody who isn’t signed in learns or changes anything', async () => {
  const calls = [
    ['changePassword', { currentPassword: password, newPassword: other }],
    ['getOwnAccount', {}],
    ['requestEmailChange', { email: 'x@sunrise.example', currentPassword: password }],
    ['changeOwnName', { name: 'X' }],
    ['listOwnSessions', {}],
    ['endOwnSession', { ownSessionId: 'x' }],
    ['endOtherSessions', {}],
  ] as const;
  for (const [name, body] of calls) expect(await door.call(name, body)).toMatchObject(refused('session.missing', 401));
});

import { trailOf } from './account-trail.ts';
import { type ClinicDoor, eventually, hour, minute, openClinicDoor, password } from './clinic-door.ts';
import { linkIn, type MailServer, startMailServer } from './mail-server.ts';

let server: MailServer;
let door: ClinicDoor;
const otherPassword = 'Copper-lantern-73';

beforeAll(async () => {
  server = await startMailServer();
  door = await openClinicDoor({
    SMTP_URL: server.url,
    MAIL_FROM: 'Dayline <no-reply@dayline.example>',
    PUBLIC_URL: 'https://dayline.example',
    COOKIE_SECURE: 'off',
    ATTEMPTS_FACTOR: '1000',
  });
});
afterAll(async () => {
  await door.close();
  await server.close();
});

let doctors = 0;
const newDoctor = async () => {
  doctors += 1;
  const email = `doctor${doctors}@sunrise.example`;
  return { email, pocId: await door.addDoctor(email) };
};
const mailTo = (email: string, subject: string, nth = 0) =>
  eventually(
    () => server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes(`Subject: ${subject}`))[nth],
  );
const verificationLink = async (email: string, nth = 0) => {
  const answer = await door.call('verifyPocEmail', { clientId: door.clientId, email });
  expect(answer.status).toBe(200);
  return linkIn(await mailTo(email, 'Verify your email', nth), 'verify-email');
};
const resetLink = async (email: string, nth = 0) => {
  expect((await door.call('requestPasswordReset', { email })).status).toBe(200);
  return linkIn(await mailTo(email, 'Reset your Dayline password', nth), 'reset-password');
};
/** Runs the flow up to the cookie that allows the password to be set. */
const verified = async () => {
  const doctor = await newDoctor();
  const { token, pocId } = await verificationLink(doctor.email);
  const answer = await door.call('verifyEmail', { token, pocId });
  expect(answer.status).toBe(200);
  return { ...doctor, cookie: answer.cookie };
};
const signedUp = async (secret = password) => {
  const doctor = await verified();
  const { email, pocId, cookie } = doctor;
  const set = await door.call('updatePassword', { email, password: secret, pocId }, { cookie });
  expect(set.status).toBe(200);
  return doctor;
};
const invalid = { status: 410, body: { code: 'token.invalid' } };

test('sign-up → mail → verify → create password → sign in → forgot → reset → sign in', async () => {
  const { email, pocId } = await newDoctor();
  const link = await verificationLink(email);
  // From the configured address, whatever the request's Host header.
  expect(link.origin).toBe('https://dayline.example');
  expect(link.pocId).toBe(pocId);

  const verification = await door.call('verifyEmail', { token: link.token, pocId });
  expect(verification).toMatchObject({ status: 200, body: { success: true, email } });
  expect(verification.headers['set-cookie']?.[0]).toMatch(
    /^dayline_password=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(verification.body).not.toHaveProperty('token');
  expect((await door.signIn(email, password)).status).toBe(401);

  const set = await door.call('updatePassword', { email, password, pocId }, { cookie: verification.cookie });
  expect(set).toMatchObject({ status: 200, body: { success: true } });
  const session = await door.signIn(email, password);
  expect(session).toMatchObject({ status: 200, body: { success: true, pocId } });
  const types = (await door.log.readStream(`doctor-${pocId}`)).map((event) => event.type);
  expect(types).toEqual(['DoctorAdded', 'DoctorEmailVerified', 'DoctorAccountActivated']);

  const reset = await resetLink(email);
  const checked = await door.call('checkResetLink', { token: reset.token, pocId: reset.pocId });
  expect(checked).toMatchObject({ status: 200, body: { success: true, email } });
  const changed = await door.call('resetPassword', {
    token: reset.token,
    pocId: reset.pocId,
    newPassword: otherPassword,
  });
  expect(changed.status).toBe(200);
  expect(await door.call('checkResetLink', { token: reset.token, pocId: reset.pocId })).toMatchObject(invalid);
  expect(changed.headers['clear-site-data']).toBe('"cache"');
  // The earlier session ends at once.
  expect((await door.call('signOut', {}, { cookie: session.cookie })).status).toBe(401);
  expect((await door.signIn(email, password)).status).toBe(401);
  expect((await door.signIn(email, otherPassword)).status).toBe(200);
  const notice = await mailTo(email, 'Your Dayline password was changed');
  expect(notice.readable).toContain('https://dayline.example/forgot-password');

  const { accountId } = (await door.vault.accounts.byEmail(email)) ?? { accountId: '' };
  const trail = await eventually(async () => {
    const { own, signIns } = await trailOf(door, accountId);
    const letterCount = own.filter(({ type }) => type === 'LetterSent').length;
    return signIns.length === 4 && letterCount === 3 ? own : null;
  });
  const { signIns } = await trailOf(door, accountId);
  expect(signIns.map(({ type }) => type)).toEqual(['SignInRefused', 'SignedIn', 'SignInRefused', 'SignedIn']);
  // An email is recorded once it was delivered, whatever happens meanwhile.
  const letters = trail.filter(({ type }) => type === 'LetterSent');
  expect(letters.map(({ data }) => data)).toEqual([
    expect.objectContaining({ purpose: 'verification' }),
    expect.objectContaining({ purpose: 'reset' }),
    expect.objectContaining({ purpose: 'passwordChanged' }),
  ]);
  expect(JSON.stringify(letters)).not.toContain(email);
  expect(trail.flatMap(({ type }) => (type === 'LetterSent' ? [] : [type]))).toEqual([
    'AccountOpened',
    'PasswordChanged',
    'PasswordResetRequested',
    'PasswordChanged',
  ]);
});

test('a mail is plain text and HTML, from the set sender, and no proxy of the mailbox learns the link by a referrer', async () => {
  const { email } = await newDoctor();
  await verificationLink(email);
  const { headers, readable } = await mailTo(email, 'Verify your email');
  expect(headers).toContain('From: Dayline <no-reply@dayline.example>');
  expect(readable).toContain('Content-Type: text/plain');
  expect(readable).toContain('Content-Type: text/html');
  expect(readable).toContain('rel="noreferrer"');
});

describe('the verification link', () => {
  test('opened again, while its cookie holds, answers success; without it, or for somebody else, not', async () => {
    const { email } = await newDoctor();
    const otherDoctor = await newDoctor();
    const { token, pocId } = await verificationLink(email);
    const { cookie } = await door.call('verifyEmail', { token, pocId });
    const again = await door.call('verifyEmail', { token, pocId }, { cookie });
    expect(again).toMatchObject({ status: 200, body: { success: true, email } });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(await door.call('verifyEmail', { token, pocId })).toMatchObject(invalid);
    expect(await door.call('verifyEmail', { token, pocId: otherDoctor.pocId }, { cookie })).toMatchObject(invalid);
    expect((await door.call('updatePassword', { email, password, pocId }, { cookie })).status).toBe(200);
    expect(await door.call('verifyEmail', { token, pocId }, { cookie })).toMatchObject(invalid);
  });

  test('works once: ten parallel uses, one success', async () => {
    const { email } = await newDoctor();
    const { token, pocId } = await verificationLink(email);
    const all = await Promise.all(Array.from({ length: 10 }, () => door.call('verifyEmail', { token, pocId })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 410)]);
    expect(await door.call('verifyEmail', { token, pocId })).toMatchObject(invalid);
    expect((await door.log.readStream(`doctor-${pocId}`)).map(({ type }) => type)).toEqual([
      'DoctorAdded',
      'DoctorEmailVerified',
    ]);
  });

  test('expires after 24 hours', async () => {
    const { email } = await newDoctor();
    const { token, pocId } = await verificationLink(email);
    door.clock.pass(24 * hour);
    expect(await door.call('verifyEmail', { token, pocId })).toMatchObject(invalid);
  });

  test('altered, with another pocId, or for something else is worth nothing, and is not used up by that', async () => {
    const { email } = await newDoctor();
    const { pocId: foreign } = await newDoctor();
    const { token, pocId } = await verificationLink(email);
    const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    expect(await door.call('verifyEmail', { token: altered, pocId })).toMatchObject(invalid);
    expect(await door.call('verifyEmail', { token: '', pocId })).toMatchObject(invalid);
    expect(await door.call('verifyEmail', { token, pocId: foreign })).toMatchObject(invalid);
    expect(await door.call('resetPassword', { token, pocId, newPassword: otherPassword })).toMatchObject(invalid);
    expect(await door.call('checkResetLink', { token, pocId })).toMatchObject(invalid);
    const cookie = `dayline_password=${token}`;
    expect(await door.call('updatePassword', { email, password, pocId }, { cookie })).toMatchObject(invalid);
    expect((await door.call('verifyEmail', { token, pocId })).status).toBe(200);
  });

  test('a new one leaves the old valid; the first use voids both', async () => {
    const { email } = await newDoctor();
    const first = await verificationLink(email);
    const second = await verificationLink(email, 1);
    expect((await door.call('verifyEmail', { token: first.token, pocId: first.pocId })).status).toBe(200);
    expect(await door.call('verifyEmail', { token: second.token, pocId: second.pocId })).toMatchObject(invalid);
  });

  test('the owner of an account is notified by mail, and the page answers the same', async () => {
    const { email } = await signedUp();
    const again = await door.call('verifyPocEmail', { clientId: door.clientId, email });
    const nobody = await door.call('verifyPocEmail', { clientId: door.clientId, email: 'nobody@sunrise.example' });
    expect([again.status, again.message]).toEqual([nobody.status, nobody.message]);
    const { readable } = await mailTo(email, 'You already have a Dayline account');
    expect(readable).not.toContain('/verify-email/');
  });
});

describe('the first password', () => {
  test('needs the cookie: knowing e-mail and pocId is not enough', async () => {
    const { email, pocId } = await verified();
    expect(await door.call('updatePassword', { email, password, pocId })).toMatchObject(invalid);
    const cookie = `dayline_password=${'A'.repeat(43)}`;
    expect(await door.call('updatePassword', { email, password, pocId }, { cookie })).toMatchObject(invalid);
  });

  test('needs the e-mail and the pocId that the cookie is for', async () => {
    const mine = await verified();
    const theirs = await verified();
    const { cookie } = mine;
    const body = { email: mine.email, password, pocId: mine.pocId };
    for (const wrong of [
      { ...body, email: theirs.email },
      { ...body, pocId: theirs.pocId },
      { ...body, email: theirs.email, pocId: theirs.pocId },
    ]) {
      expect(await door.call('updatePassword', wrong, { cookie })).toMatchObject(invalid);
    }
    expect((await door.call('updatePassword', body, { cookie })).status).toBe(200);
  });

  test('is set once by ten at once, and not again', async () => {
    const { email, pocId, cookie } = await verified();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        door.call('updatePassword', { email, password: `${password}-${index}`, pocId }, { cookie }),
      ),
    );
    const winners = all.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await door.signIn(email, `${password}-${winners[0]}`)).status).toBe(200);
    expect(await door.call('updatePassword', { email, password: otherPassword, pocId }, { cookie })).toMatchObject(
      invalid,
    );
  });

  test('has half an hour', async () => {
    const { email, pocId, cookie } = await verified();
    door.clock.pass(30 * minute);
    expect(await door.call('updatePassword', { email, password, pocId }, { cookie })).toMatchObject(invalid);
  });

  test.each([
    ['1abcdefg#', 'Password must start with a letter.'],
    ['#abcdefg1', 'Password must start with a letter.'],
    ['Abc#123', 'Password must be at least 8 characters long.'],
    ['Abcdefg123', 'Password must contain at least one special character.'],
    ['Abcdefg#hij', 'Password must contain at least one digit.'],
  ])('%s: %s', async (weak, sentence) => {
    const { email, pocId, cookie } = await verified();
    const answer = await door.call('updatePassword', { email, password: weak, pocId }, { cookie });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(answer.body.details.fields).toEqual([{ field: 'password', message: sentence }]);
    const reset = await door.call('resetPassword', { token: 'any', pocId, newPassword: weak });
    expect(reset.body.details.fields).toEqual([{ field: 'newPassword', message: sentence }]);
    // A refused password leaves the proof valid.
    expect((await door.call('updatePassword', { email, password, pocId }, { cookie })).status).toBe(200);
  });

  test('one of the most common, or longer than 128 characters, is refused', async () => {
    const { email, pocId, cookie } = await verified();
    for (const tried of ['Password1!', 'Sunrise#Doctor-1', `${email.split('@')[0]}#1-Hospital`]) {
      const common = await door.call('updatePassword', { email, password: tried, pocId }, { cookie });
      expect(common).toMatchObject({ status: 422, body: { code: 'password.common' } });
    }
    const long = await door.call('updatePassword', { email, password: `A#1${'x'.repeat(126)}`, pocId }, { cookie });
    expect(long.status).toBe(400);
    expect((await door.call('updatePassword', { email, password, pocId }, { cookie })).status).toBe(200);
  });
});

describe('the reset link', () => {
  test('works once: ten parallel uses, one success', async () => {
    const { email } = await signedUp();
    const { token, pocId } = await resetLink(email);
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        door.call('resetPassword', { token, pocId, newPassword: `${otherPassword}-${index}` }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = all.findIndex(({ status }) => status === 200);
    expect((await door.signIn(email, `${otherPassword}-${winner}`)).status).toBe(200);
    expect(await door.call('resetPassword', { token, pocId, newPassword: otherPassword })).toMatchObject(invalid);
  });

  test('expires after 30 minutes', async () => {
    const { email } = await signedUp();
    const { token, pocId } = await resetLink(email);
    door.clock.pass(30 * minute);
    expect(await door.call('resetPassword', { token, pocId, newPassword: otherPassword })).toMatchObject(invalid);
    expect((await door.signIn(email, password)).status).toBe(200);
  });

  test('of somebody else, altered, or with another pocId changes nothing', async () => {
    const mine = await signedUp();
    const theirs = await signedUp();
    const { token } = await resetLink(mine.email);
    const altered = token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A');
    for (const [shown, pocId] of [
      [token, theirs.pocId],
      [altered, mine.pocId],
    ]) {
      expect(await door.call('resetPassword', { token: shown, pocId, newPassword: otherPassword })).toMatchObject(
        invalid,
      );
    }
    expect((await door.signIn(theirs.email, password)).status).toBe(200);
    expect((await door.signIn(mine.email, password)).status).toBe(200);
    expect((await door.call('resetPassword', { token, pocId: mine.pocId, newPassword: otherPassword })).status).toBe(
      200,
    );
  });

  test('an administrator resets too, by the same pages', async () => {
    const accountId = await door.addAdmin('desk@sunrise.example');
    const { token, pocId } = await resetLink('desk@sunrise.example');
    expect(pocId).toBe(accountId);
    expect((await door.call('resetPassword', { token, pocId, newPassword: otherPassword })).status).toBe(200);
    expect((await door.signIn('desk@sunrise.example', otherPassword, 'admin')).status).toBe(200);
  });

  test('who never completed the sign-up gets that link instead', async () => {
    const { email } = await newDoctor();
    await verificationLink(email);
    expect((await door.call('requestPasswordReset', { email })).status).toBe(200);
    await mailTo(email, 'Verify your email', 1);
  });
});

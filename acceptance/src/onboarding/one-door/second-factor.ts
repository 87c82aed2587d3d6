import { streams } from '@dayline/contracts/events/categories';
import { generateSync } from 'otplib';
import { trailOf } from '../account-trail.ts';
import { type Answer, type ClinicDoor, eventually, minute, password, sharedDoor } from '../clinic-door.ts';
import { linkIn, type MailServer } from '../mail-server.ts';

describe('the second factor', () => {
  let server: MailServer;
  let door: ClinicDoor;
  beforeAll(async () => {
    ({ door, server } = await sharedDoor());
  });

  const step = 30_000;
  let accounts = 0;
  const signIn = (email: string, headers = {}) => door.signIn(email, password, 'admin', headers);
  const complete = ({ cookie }: Answer, code: string) => door.call('completeSignIn', { code }, { cookie });
  const own = ({ cookie }: Answer) => ({ cookie });
  const isIn = async (session: Answer) =>
    (await door.call('listDepartments', { clientId: door.clientId }, own(session))).status;
  const codeOf = (secret: string, steps = 0) =>
    generateSync({ secret, epoch: Math.floor((door.clock.now() + steps * step) / 1_000) });
  const trail = async (accountId: string) => {
    const { own: events, signIns } = await trailOf(door, accountId);
    return [...events, ...signIns].map(({ type, data }) => ({ type, ...data }));
  };

  /** A new administrator, signed in with a password alone. */
  async function newAdmin() {
    accounts += 1;
    const email = `factor${accounts}@sunrise.example`;
    const accountId = await door.addAdmin(email);
    return { email, accountId, session: await signIn(email) };
  }

  /** An administrator with an authenticator app; the code that confirmed it is used. */
  async function withTotp() {
    const admin = await newAdmin();
    const { secret, uri } = (await door.call('beginTotp', {}, own(admin.session))).body;
    const confirmed = await door.call('confirmTotp', { code: codeOf(secret) }, own(admin.session));
    expect(confirmed.status).toBe(200);
    door.clock.pass(step);
    return { ...admin, secret: secret as string, uri, codes: confirmed.body.recoveryCodes as string[] };
  }

  test('without a second factor a sign-in answers as before', async () => {
    const { session, accountId } = await newAdmin();
    expect(Object.keys(session.body).sort()).toEqual(['message', 'pocId', 'success', 'user']);
    expect((await door.call('getSecondFactor', {}, own(session))).body).toMatchObject({
      app: null,
      recoveryCodes: null,
      policy: 'optional',
    });
    const signedIn = { type: 'SignedIn', factor: 'password' };
    await eventually(async () =>
      (await trail(accountId)).some((entry) => expect.objectContaining(signedIn).asymmetricMatch(entry)),
    );
  });

  test('an app is confirmed by a code, and the other sessions end within the same write', async () => {
    const { email, accountId, session } = await newAdmin();
    const elsewhere = await signIn(email);
    const { secret, uri } = (await door.call('beginTotp', {}, own(session))).body;
    expect(uri).toBe(`otpauth://totp/Dayline:${encodeURIComponent(email)}?secret=${secret}&issuer=Dayline`);
    const wrong = await door.call('confirmTotp', { code: '000000' }, own(session));
    expect(wrong).toMatchObject({ status: 422, body: { code: 'factor.refused' } });
    expect(await isIn(elsewhere)).toBe(200);
    const confirmed = await door.call('confirmTotp', { code: codeOf(secret) }, own(session));
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    for (const code of confirmed.body.recoveryCodes) expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
    expect([await isIn(session), await isIn(elsewhere)]).toEqual([200, 401]);
    const now = new Date(door.clock.now()).toISOString();
    expect((await door.call('getSecondFactor', {}, own(session))).body).toEqual({
      app: { since: now, lastUsedAt: now },
      passkeys: [],
      recoveryCodes: { left: 10, of: 10, since: now },
      ...{ policy: 'optional', required: false },
    });
    expect(await door.call('beginTotp', {}, own(session))).toMatchObject({ body: { code: 'factor.exists' } });
    await eventually(async () => (await trail(accountId)).some(({ type }) => type === 'SecondFactorAdded'));
  });

  test('a secret that no code has confirmed within ten minutes counts for nothing', async () => {
    const { email, session } = await newAdmin();
    const { secret } = (await door.call('beginTotp', {}, own(session))).body;
    expect((await signIn(email)).body).not.toHaveProperty('next');
    door.clock.pass(10 * minute);
    const late = await door.call('confirmTotp', { code: codeOf(secret) }, own(session));
    expect(late).toMatchObject({ status: 410, body: { code: 'factor.enrolment-expired' } });
  });

  test('the password leads to the second step, whose cookie opens nothing else, for five minutes', async () => {
    const { email, accountId, secret } = await withTotp();
    const first = await signIn(email);
    const next = { pocId: null, next: 'secondFactor', factors: ['totp'] };
    expect(first.message).toEqual({ success: true, message: 'One more step.', ...next });
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^dayline_sign_in=[^;]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    for (const name of ['validateSession', 'beginTotp', 'getSecondFactor'] as const) {
      expect((await door.call(name, {}, own(first))).status).not.toBe(200);
    }
    const signedIn = await complete(first, codeOf(secret));
    expect(signedIn).toMatchObject({ status: 200, body: { user: { role: 'admin', clientId: door.clientId } } });
    expect(await isIn(signedIn)).toBe(200);
    const entry = { type: 'SignedIn', factor: 'password', secondFactor: 'totp' };
    await eventually(async () =>
      (await trail(accountId)).some((found) => expect.objectContaining(entry).asymmetricMatch(found)),
    );
    const late = await signIn(email);
    door.clock.pass(5 * minute);
    expect(await complete(late, codeOf(secret))).toMatchObject({
      status: 410,
      body: { code: 'factor.sign-in-expired' },
    });
    expect(await complete({ ...late, cookie: '' }, codeOf(secret))).toMatchObject({ status: 410 });
  });

  test('a code works once, one step back at most, and never before one that was used', async () => {
    const { email, secret } = await withTotp();
    const first = await signIn(email);
    const refused = async (code: string) => expect((await complete(first, code)).body.code).toBe('factor.refused');
    door.clock.pass(2 * step);
    await refused(codeOf(secret, -2));
    await refused(codeOf(secret, 1));
    expect((await complete(first, codeOf(secret, -1))).status).toBe(200);
    await refused(codeOf(secret, -1));
    const spaced = codeOf(secret).replace(/^.../, '$& ');
    expect((await complete(first, spaced)).status).toBe(200);
    await refused(codeOf(secret));
    await refused(codeOf(secret, -1));
  });

  test('of many uses of a code at once, one signs in', async () => {
    const { email, secret, codes } = await withTotp();
    for (const [uses, code] of [
      [10, () => codeOf(secret)],
      [4, () => codes[3] ?? ''],
    ] as const) {
      const first = await signIn(email);
      const shown = code();
      const answers = await Promise.all(Array.from({ length: uses }, () => complete(first, shown)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      door.clock.pass(60 * minute);
    }
  });

  test('a recovery code works once, however it is typed, and says how many are left', async () => {
    const { email, codes } = await withTotp();
    const first = await signIn(email);
    const [code = '', next = ''] = codes;
    const signedIn = await complete(first, ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')}`);
    expect(signedIn.status).toBe(200);
    expect((await complete(first, code)).body.code).toBe('factor.refused');
    expect((await door.call('getSecondFactor', {}, own(signedIn))).body.recoveryCodes.left).toBe(9);
    expect((await complete(first, next)).status).toBe(200);
  });

  test('five wrong codes are free; then even the right one waits, from any address, for the second factor alone', async () => {
    const { email, secret, accountId } = await withTotp();
    const first = await signIn(email);
    for (let tries = 0; tries < 5; tries += 1) expect((await complete(first, '000000')).status).toBe(422);
    await complete(first, '000000');
    const elsewhere = { cookie: first.cookie, 'x-forwarded-for': '10.9.9.9' };
    const throttled = await door.call('completeSignIn', { code: codeOf(secret) }, elsewhere);
    expect(throttled).toMatchObject({ status: 429, body: { code: 'request.throttled' } });
    expect(throttled.headers['retry-after']).toMatch(/^\d+$/);
    expect((await signIn(email)).body.next).toBe('secondFactor');
    door.clock.pass(minute);
    expect((await complete(first, codeOf(secret))).status).toBe(200);
    expect((await complete(first, '000000')).status).toBe(422);
    await eventually(async () =>
      (await trail(accountId)).some(
        (entry) => entry.type === 'SignInRefused' && 'code' in entry && entry.code === 'factor.refused',
      ),
    );
  });

  test('a mailed sign-in link and a password reset by mail go through the second factor', async () => {
    const { email, secret } = await withTotp();
    const mailed = async (subject: string, page: 'sign-in-link' | 'reset-password') =>
      linkIn(
        await eventually(() =>
          server.mails.find(({ to, raw }) => to.includes(email) && raw.includes(`Subject: ${subject}`)),
        ),
        page,
      );
    await door.call('requestSignInLink', { email });
    const link = await mailed('Sign in to Dayline', 'sign-in-link');
    const byLink = await door.call('signInByLink', { token: link.token, pocId: link.pocId });
    expect(byLink.body).toMatchObject({ success: true, next: 'secondFactor' });
    expect(byLink.body).not.toHaveProperty('user');
    expect((await complete(byLink, codeOf(secret))).status).toBe(200);
    const pending = await signIn(email);
    await door.call('requestPasswordReset', { email });
    const reset = await mailed('Reset your Dayline password', 'reset-password');
    const newPassword = `${password}b`;
    expect((await door.call('resetPassword', { token: reset.token, pocId: reset.pocId, newPassword })).status).toBe(
      200,
    );
    door.clock.pass(step);
    // The reset voids what was begun with the former password.
    expect((await complete(pending, codeOf(secret))).body.code).toBe('factor.sign-in-expired');
    const first = await door.signIn(email, newPassword, 'admin');
    expect(first.body.next).toBe('secondFactor');
    expect((await complete(first, codeOf(secret))).status).toBe(200);
  });

  test('it is turned off, and its codes are renewed, by password and code together', async () => {
    const { email, accountId, secret, codes } = await withTotp();
    const session = await complete(await signIn(email), codeOf(secret));
    const elsewhere = await complete(await signIn(email), codes[9] ?? '');
    door.clock.pass(step);
    const wrong = [
      { password: 'Wrong-password-1', code: codeOf(secret) },
      { password, code: '000000' },
    ];
    for (const body of wrong) {
      for (const name of ['removeTotp', 'makeRecoveryCodes'] as const) {
        expect(await door.call(name, body, own(session))).toMatchObject({
          status: 422,
          body: { code: 'factor.proof-refused' },
        });
      }
    }
    door.clock.pass(step);
    const made = await door.call('makeRecoveryCodes', { password, code: codeOf(secret) }, own(session));
    expect(made.body.recoveryCodes).toHaveLength(10);
    expect([await isIn(session), await isIn(elsewhere)]).toEqual([200, 401]);
    expect((await complete(await signIn(email), codes[0] ?? '')).status).toBe(422);
    const removed = await door.call('removeTotp', { password, code: made.body.recoveryCodes[0] }, own(session));
    expect(removed.status).toBe(200);
    expect((await door.call('getSecondFactor', {}, own(session))).body).toMatchObject({
      app: null,
      recoveryCodes: null,
      policy: 'optional',
    });
    expect((await signIn(email)).body).toHaveProperty('user');
    expect(await door.call('removeTotp', { password, code: '000000' }, own(session))).toMatchObject({
      body: { code: 'factor.missing' },
    });
    await eventually(async () => {
      const types = (await trail(accountId)).map(({ type }) => type);
      return types.includes('RecoveryCodesMade') && types.includes('SecondFactorRemoved');
    });
    await eventually(() => {
      const raws = server.mails.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);
      return [
        'A second factor was added to your Dayline account',
        'A recovery code of your Dayline account was used',
        'New recovery codes for your Dayline account',
        'The second factor was removed from your Dayline account',
      ].every((subject) => raws.some((raw) => raw.includes(`Subject: ${subject}`)));
    });
  });

  test('the owner is mailed about a sign-in with an unknown browser from an unknown address, but for the very first', async () => {
    const { email, secret, codes } = await withTotp();
    const mails = () => server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes('from a new device'));
    const used = () => server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes('A recovery code of'));
    const from = async (address: string, code: string, cookie = '') => {
      const first = await signIn(email, { 'x-forwarded-for': address });
      const headers = { cookie: `${first.cookie}; ${cookie}`, 'x-forwarded-for': address };
      return door.call('completeSignIn', { code }, headers);
    };
    const known = await from('127.0.0.1', codes[0] ?? '');
    // Each of these is known: the address, or the browser by its cookie.
    const cookie = known.cookie.split('; ').find((pair) => pair.startsWith('dayline_device=')) ?? '';
    expect((await from('10.7.0.1', codes[1] ?? '', cookie)).status).toBe(200);
    await eventually(() => used().length === 2);
    expect(mails()).toEqual([]);
    // Wrong codes are not a sign-in.
    expect((await from('10.7.0.2', '000000')).status).toBe(422);
    expect((await from('10.7.0.2', codes[2] ?? '')).status).toBe(200);
    await eventually(() => mails().length === 1 && used().length === 3);
    expect(mails()[0]?.readable).toContain('choose a new password');
    door.clock.pass(step);
    expect((await from('10.7.0.2', codeOf(secret))).status).toBe(200);
    expect((await from('10.7.0.3', codes[3] ?? '')).status).toBe(200);
    await eventually(() => mails().length === 2);
  });

  test('a policy signs out who needs a factor and has none, and leads them to it at the next sign-in', async () => {
    const careful = await withTotp();
    const careless = await newAdmin();
    const doctorEmail = 'doctor@sunrise.example';
    await door.addDoctor(doctorEmail);
    const set = (policy: string, { cookie }: Answer) =>
      door.call('setSecondFactorPolicy', { clientId: door.clientId, policy }, { cookie });
    expect(await set('administrators', careless.session)).toMatchObject({
      status: 409,
      body: { code: 'factor.own-first' },
    });
    expect(await isIn(careless.session)).toBe(200);
    expect((await set('administrators', careful.session)).status).toBe(200);
    expect([await isIn(careful.session), await isIn(careless.session)]).toEqual([200, 401]);
    expect((await set('administrators', careful.session)).body.position).toBeNull();
    const [event] = (await door.log.readStream(streams.people(door.clientId))).slice(-1);
    expect(event).toMatchObject({ type: 'SecondFactorPolicySet', data: { policy: 'administrators' } });
    expect(await door.call('getSecondFactor', {}, own(careful.session))).toMatchObject({
      body: { policy: 'administrators', required: true },
    });
    const proofs = { password, code: codeOf(careful.secret) };
    expect(await door.call('removeTotp', proofs, own(careful.session))).toMatchObject({
      body: { code: 'factor.required' },
    });

    const first = await signIn(careless.email);
    expect(first.body).toMatchObject({ success: true, next: 'enrol' });
    expect((await complete(first, '000000')).body.code).toBe('factor.refused');
    const { secret } = (await door.call('beginEnrolment', {}, own(first))).body;
    expect((await door.call('confirmEnrolment', { code: '000000' }, own(first))).body.code).toBe('factor.refused');
    const confirmed = await door.call('confirmEnrolment', { code: codeOf(secret) }, own(first));
    expect(confirmed.body).toMatchObject({ user: { role: 'admin' }, recoveryCodes: expect.any(Array) });
    expect(await isIn(confirmed)).toBe(200);
    // The cookie of the first step is over with the new factor.
    expect((await door.call('beginEnrolment', {}, own(first))).body.code).toBe('factor.sign-in-expired');
    door.clock.pass(step);
    const again = await signIn(careless.email);
    expect(again.body.next).toBe('secondFactor');
    expect((await door.call('beginEnrolment', {}, own(again))).body.code).toBe('factor.exists');
    expect((await complete(again, codeOf(secret))).status).toBe(200);
    await eventually(async () => (await trail(careless.accountId)).some(({ type }) => type === 'SecondFactorAdded'));
    expect((await set('optional', careful.session)).status).toBe(200);
  });

  test('no secret, code or hash is in the log, in a line or in another answer', async () => {
    const { accountId, secret, codes, session } = await withTotp();
    const { factors } = await door.vault.secondFactors.read(accountId);
    const secrets = [secret, ...codes, ...(factors.recoveryCodes?.hashes ?? [])];
    await eventually(async () => (await trail(accountId)).some(({ type }) => type === 'SecondFactorAdded'));
    const shown = JSON.stringify([
      ...(await door.log.readAll('0', 10_000)),
      door.lines,
      (await door.call('getSecondFactor', {}, own(session))).body,
    ]);
    expect(secrets.filter((text) => shown.includes(text))).toEqual([]);
  });
});

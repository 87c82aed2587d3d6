import { generateSync } from 'otplib';
import { trailOf } from '../account-trail.ts';
import { type Answer, type ClinicDoor, eventually, minute, password, sharedDoor } from '../clinic-door.ts';
import type { MailServer } from '../mail-server.ts';
import { softwarePasskey } from '../software-authenticator.ts';

describe('passkeys', () => {
  let server: MailServer;
  let door: ClinicDoor;
  beforeAll(async () => {
    ({ door, server } = await sharedDoor());
  });

  let accounts = 0;
  const signIn = (email: string) => door.signIn(email, password, 'admin');
  const own = ({ cookie }: Answer) => ({ cookie });
  const refused = (code = 'passkey.refused') => ({ status: 422, body: { code } });
  const isIn = async (session: Answer) =>
    (await door.call('listDepartments', { clientId: door.clientId }, own(session))).status;
  const trail = async (accountId: string) => {
    const { own: events, signIns } = await trailOf(door, accountId);
    return [...events, ...signIns].map(({ type, data }) => ({ type, ...data }));
  };
  const inTrail = (accountId: string, entry: object) =>
    eventually(async () =>
      (await trail(accountId)).some((found) => expect.objectContaining(entry).asymmetricMatch(found)),
    );
  const optionsFor = async (step: 'first' | 'second', cookie = '') =>
    (await door.call('beginPasskey', { step }, { cookie })).body.options;
  const byPasskey = (passkey: object, headers = {}) => door.call('signInByPasskey', { passkey }, headers);
  const complete = (passkey: object, first: Answer) => door.call('completeSignIn', { passkey }, own(first));

  /** A new administrator, signed in with a password alone. */
  async function newAdmin() {
    accounts += 1;
    const email = `passkey${accounts}@sunrise.example`;
    const accountId = await door.addAdmin(email);
    return { email, accountId, session: await signIn(email) };
  }

  async function add(session: Answer, options: Parameters<typeof softwarePasskey>[1] = {}, name = 'My phone') {
    const begun = await door.call('beginAddPasskey', {}, own(session));
    const passkey = softwarePasskey(begun.body.options, options);
    return { passkey, added: await door.call('addPasskey', { name, passkey: passkey.made }, own(session)) };
  }

  /** An administrator with a passkey. */
  async function withPasskey(options: Parameters<typeof softwarePasskey>[1] = {}) {
    const admin = await newAdmin();
    const { passkey, added } = await add(admin.session, options);
    expect(added.status).toBe(200);
    return { ...admin, passkey, codes: added.body.recoveryCodes as string[] };
  }

  test('a passkey is added with a name, ends the other sessions, and the first brings recovery codes', async () => {
    const { email, accountId, session } = await newAdmin();
    const elsewhere = await signIn(email);
    const { options } = (await door.call('beginAddPasskey', {}, own(session))).body;
    expect(options).toMatchObject({
      rp: { id: 'dayline.example', name: 'Dayline' },
      user: { id: Buffer.from(accountId).toString('base64url'), name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { passkey, added } = await add(session, {}, ' Front desk PC ');
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect([await isIn(session), await isIn(elsewhere)]).toEqual([200, 401]);
    const now = new Date(door.clock.now()).toISOString();
    const first = { passkeyId: passkey.made.id, name: 'Front desk PC', since: now, lastUsedAt: null };
    const second = await add(session);
    expect(second.added.body).not.toHaveProperty('recoveryCodes');
    expect((await door.call('getSecondFactor', {}, own(session))).body).toEqual({
      app: null,
      passkeys: [first, { ...first, passkeyId: second.passkey.made.id, name: 'My phone' }],
      recoveryCodes: { left: 10, of: 10, since: now },
      ...{ policy: 'optional', required: false },
    });
    const again = (await door.call('beginAddPasskey', {}, own(session))).body.options;
    expect(again.excludeCredentials).toHaveLength(2);
    await inTrail(accountId, { type: 'SecondFactorAdded', factor: 'passkey' });
    await eventually(() =>
      server.mails.some(
        ({ to, raw }) => to.includes(email) && raw.includes('A passkey was added to your Dayline account'),
      ),
    );
  });

  test('one is renamed by its owner alone; no session ends, and the trail says so without the name', async () => {
    const { email, accountId, session, passkey } = await withPasskey();
    const elsewhere = await byPasskey(passkey.sign(await optionsFor('first')));
    const foreign = await newAdmin();
    const rename = (name: string, by: Answer) =>
      door.call('renamePasskey', { passkeyId: passkey.made.id, name }, own(by));
    expect((await rename('Mine', foreign.session)).body.code).toBe('passkey.missing');
    expect((await rename('  ', session)).status).toBe(400);
    expect((await rename(' Ward tablet ', session)).status).toBe(200);
    expect((await door.call('getSecondFactor', {}, own(session))).body.passkeys).toMatchObject([
      { passkeyId: passkey.made.id, name: 'Ward tablet' },
    ]);
    expect(await isIn(elsewhere)).toBe(200);
    await inTrail(accountId, { type: 'PasskeyRenamed' });
    expect(JSON.stringify(await trail(accountId))).not.toContain('Ward');
    expect((await signIn(email)).body.factors).toEqual(['passkey']);
  });

  test('the proof before sensitive acts is given by a passkey too, once for each challenge', async () => {
    const { session, passkey, accountId } = await withPasskey();
    const invite = (address: string) =>
      door.call(
        'invitePerson',
        { clientId: door.clientId, name: 'Deepa Kulkarni', email: address, role: 'auditor' },
        { ...own(session), 'idempotency-key': `invite-${address.split('@')[0]}-by-passkey` },
      );
    const asked = async (by: Answer) => (await door.call('beginPasskeyProof', {}, own(by))).body;
    const prove = (proof: object, by = session) => door.call('proveIdentity', { passkey: proof }, own(by));
    door.clock.pass(16 * minute);
    expect((await invite('p1@sunrise.example')).body.code).toBe('proof.needed');
    const { options } = await asked(session);
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: passkey.made.id }] });
    expect(await prove(passkey.sign(options, { isUserVerified: false }))).toMatchObject(refused());
    const signed = passkey.sign((await asked(session)).options);
    const other = await newAdmin();
    expect((await asked(other.session)).code).toBe('passkey.none');
    expect(await prove(signed, other.session)).toMatchObject(refused());
    expect(await prove(passkey.sign(await optionsFor('first')))).toMatchObject(refused());
    expect((await invite('p1@sunrise.example')).body.code).toBe('proof.needed');
    expect((await prove(signed)).status).toBe(200);
    expect((await invite('p1@sunrise.example')).status).toBe(200);
    expect(await prove(signed)).toMatchObject(refused());
    await inTrail(accountId, { type: 'CommandRefused', call: 'proveIdentity', code: 'passkey.refused' });
  });

  test('wrong passkeys delay the proof as wrong codes do', async () => {
    const { session, passkey } = await withPasskey();
    const prove = async (circumstances = {}) => {
      const { options } = (await door.call('beginPasskeyProof', {}, own(session))).body;
      return door.call('proveIdentity', { passkey: passkey.sign(options, circumstances) }, own(session));
    };
    for (let tries = 0; tries < 6; tries += 1) await prove({ origin: 'https://attacker.example' });
    expect(await prove()).toMatchObject({ status: 429 });
    door.clock.pass(minute);
    expect(await prove()).toMatchObject({ status: 200 });
  });

  test('who needs a second factor and has none can add a passkey at the sign-in; the password alone adds no further one', async () => {
    const { session } = await withPasskey();
    const careless = await newAdmin();
    const set = (policy: string) =>
      door.call('setSecondFactorPolicy', { clientId: door.clientId, policy }, own(session));
    expect((await set('administrators')).status).toBe(200);
    expect(await isIn(careless.session)).toBe(401);
    const first = await signIn(careless.email);
    expect(first.body).toMatchObject({ next: 'enrol' });
    const begin = (by: Answer) => door.call('beginPasskeyEnrolment', {}, own(by));
    const confirm = (passkey: object, by: Answer) =>
      door.call('confirmPasskeyEnrolment', { name: ' My phone ', passkey }, own(by));
    expect((await begin({ ...first, cookie: '' })).body.code).toBe('factor.sign-in-expired');
    const wrong = softwarePasskey((await begin(first)).body.options, { isUserVerified: false });
    expect(await confirm(wrong.made, first)).toMatchObject(refused());
    const passkey = softwarePasskey((await begin(first)).body.options, {});
    // Made for the sign-in, it is of no use to a session.
    expect(await door.call('addPasskey', { name: 'X', passkey: passkey.made }, own(session))).toMatchObject(refused());
    const confirmed = await confirm(passkey.made, first);
    expect(confirmed.body).toMatchObject({ user: { role: 'admin' }, recoveryCodes: expect.any(Array) });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(await isIn(confirmed)).toBe(200);
    // The cookie of the first step is over with the new factor.
    expect((await begin(first)).body.code).toBe('factor.sign-in-expired');
    const again = await signIn(careless.email);
    expect(again.body).toMatchObject({ next: 'secondFactor', factors: ['passkey'] });
    expect((await begin(again)).body.code).toBe('factor.exists');
    expect((await complete(passkey.sign(await optionsFor('second', again.cookie)), again)).status).toBe(200);
    await inTrail(careless.accountId, { type: 'SecondFactorAdded', factor: 'passkey' });
    await inTrail(careless.accountId, { type: 'SignedIn', factor: 'password', secondFactor: 'passkey' });
    await eventually(() =>
      server.mails.some(
        ({ to, raw }) => to.includes(careless.email) && raw.includes('A passkey was added to your Dayline account'),
      ),
    );
    expect((await set('optional')).status).toBe(200);
  });

  test('adding and removing one needs a proof of the last 15 minutes', async () => {
    const { session, passkey } = await withPasskey();
    door.clock.pass(16 * minute);
    for (const [name, body] of [
      ['beginAddPasskey', {}],
      ['removePasskey', { passkeyId: passkey.made.id }],
    ] as const) {
      expect(await door.call(name, body, own(session))).toMatchObject({ status: 403, body: { code: 'proof.needed' } });
    }
  });

  test.each([
    ['a wrong origin', { origin: 'https://dayline.example.attacker.example' }],
    ['no user verification', { isUserVerified: false }],
  ])('a new passkey made with %s is refused', async (_, circumstances) => {
    const { session } = await newAdmin();
    expect((await add(session, circumstances)).added).toMatchObject(refused());
    expect((await door.call('getSecondFactor', {}, own(session))).body.passkeys).toEqual([]);
  });

  test('a new passkey is taken once, by the account that it was made for', async () => {
    const { session } = await newAdmin();
    const stranger = await newAdmin();
    const { options } = (await door.call('beginAddPasskey', {}, own(session))).body;
    const made = softwarePasskey(options).made;
    const addTo = (account: Answer) => door.call('addPasskey', { name: 'Phone', passkey: made }, own(account));
    expect(await addTo(stranger.session)).toMatchObject(refused());
    expect(await addTo(session)).toMatchObject({ status: 200 });
    expect(await addTo(session)).toMatchObject(refused());
  });

  test('the password leads to the passkey, or a recovery code; the app stays another way', async () => {
    const { email, accountId, session, passkey, codes } = await withPasskey();
    const first = await signIn(email);
    expect(first.message).toEqual({
      ...{ success: true, message: 'One more step.', pocId: null, next: 'secondFactor', factors: ['passkey'] },
    });
    // A person with the password alone can't add an app in place of the passkey.
    expect((await door.call('beginEnrolment', {}, own(first))).body.code).toBe('factor.exists');
    expect((await door.call('beginPasskey', { step: 'second' })).body.code).toBe('factor.sign-in-expired');
    const options = await optionsFor('second', first.cookie);
    expect(options).toMatchObject({
      ...{ rpId: 'dayline.example', userVerification: 'required' },
      allowCredentials: [{ id: passkey.made.id, type: 'public-key', transports: ['internal'] }],
    });
    const signedIn = await complete(passkey.sign(options), first);
    expect(signedIn).toMatchObject({ status: 200, body: { user: { role: 'admin' } } });
    expect(await isIn(signedIn)).toBe(200);
    await inTrail(accountId, { type: 'SignedIn', factor: 'password', secondFactor: 'passkey' });
    expect((await door.call('completeSignIn', { code: codes[0] }, own(await signIn(email)))).status).toBe(200);
    const { secret } = (await door.call('beginTotp', {}, own(session))).body;
    const code = generateSync({ secret, epoch: Math.floor(door.clock.now() / 1_000) });
    expect((await door.call('confirmTotp', { code }, own(session))).status).toBe(200);
    expect((await signIn(email)).body.factors).toEqual(['passkey', 'totp']);
  });

  test('a passkey alone signs in, also where the policy requires a second factor', async () => {
    const { accountId, session, passkey } = await withPasskey();
    const set = (policy: string) =>
      door.call('setSecondFactorPolicy', { clientId: door.clientId, policy }, own(session));
    expect((await set('everyone')).status).toBe(200);
    const last = { passkeyId: passkey.made.id };
    expect((await door.call('removePasskey', last, own(session))).body.code).toBe('factor.required');
    const options = await optionsFor('first');
    expect(options.allowCredentials).toEqual([]);
    const signedIn = await byPasskey(passkey.sign(options));
    expect(signedIn).toMatchObject({ status: 200, body: { user: { role: 'admin', clientId: door.clientId } } });
    expect(await isIn(signedIn)).toBe(200);
    await inTrail(accountId, { type: 'SignedIn', factor: 'passkey' });
    expect((await set('optional')).status).toBe(200);
  });

  test('a challenge signs in once, of many uses at once too, and is of no other use', async () => {
    const { email, passkey } = await withPasskey();
    const signed = passkey.sign(await optionsFor('first'));
    const answers = await Promise.all(Array.from({ length: 5 }, () => byPasskey(signed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await byPasskey(signed)).toMatchObject(refused());
    const first = await signIn(email);
    expect(await complete(passkey.sign(await optionsFor('first')), first)).toMatchObject(refused());
    expect(await byPasskey(passkey.sign(await optionsFor('second', first.cookie)))).toMatchObject(refused());
    const late = await optionsFor('first');
    door.clock.pass(10 * minute + 1);
    expect(await byPasskey(passkey.sign(late))).toMatchObject(refused());
    const { challenge: _, ...options } = await optionsFor('first');
    const invented = Buffer.alloc(32, 1).toString('base64url');
    expect(await byPasskey(passkey.sign({ ...options, challenge: invented }))).toMatchObject(refused());
  });

  test.each([
    ['a wrong origin', { origin: 'https://attacker.example' }],
    ['an origin without TLS', { origin: 'http://dayline.example' }],
    ['no user verification', { isUserVerified: false }],
  ])('a passkey that signs with %s is refused', async (_, circumstances) => {
    const { email, accountId, passkey } = await withPasskey();
    expect(await byPasskey(passkey.sign(await optionsFor('first'), circumstances))).toMatchObject(refused());
    const first = await signIn(email);
    const options = await optionsFor('second', first.cookie);
    expect(await complete(passkey.sign(options, circumstances), first)).toMatchObject(refused());
    await inTrail(accountId, { type: 'SignInRefused', code: 'passkey.refused' });
  });

  test('a signature for another site is refused', async () => {
    const { passkey } = await withPasskey();
    const options = { ...(await optionsFor('first')), rpId: 'attacker.example' };
    expect(await byPasskey(passkey.sign(options))).toMatchObject(refused());
  });

  test('a cloned passkey is refused once the other has counted further; one that doesn’t count is not', async () => {
    const { passkey } = await withPasskey();
    const use = async (counter: number) => byPasskey(passkey.sign(await optionsFor('first'), { counter }));
    expect((await use(7)).status).toBe(200);
    for (const counter of [7, 3, 0]) expect(await use(counter)).toMatchObject(refused());
    expect((await use(8)).status).toBe(200);
    const synced = await withPasskey({ counts: false });
    for (let uses = 0; uses < 2; uses += 1) {
      expect((await byPasskey(synced.passkey.sign(await optionsFor('first')))).status).toBe(200);
    }
  });

  test('the passkey of another account is refused, whoever it says it is of', async () => {
    const [mine, foreign] = [await withPasskey(), await withPasskey()];
    const first = await signIn(mine.email);
    const options = await optionsFor('second', first.cookie);
    expect(await complete(foreign.passkey.sign(options), first)).toMatchObject(refused());
    const signed = foreign.passkey.sign(await optionsFor('first'));
    const { userHandle } = mine.passkey.sign(await optionsFor('first')).response;
    const claimed = { ...signed, response: { ...signed.response, userHandle } };
    expect(await byPasskey(claimed)).toMatchObject(refused());
    const renamed = { ...claimed, id: mine.passkey.made.id, rawId: mine.passkey.made.id };
    const fresh = foreign.passkey.sign(await optionsFor('first')).response;
    expect(await byPasskey({ ...renamed, response: { ...fresh, userHandle } })).toMatchObject(refused());
    const { userHandle: __, ...nobody } = foreign.passkey.sign(await optionsFor('first')).response;
    expect(await byPasskey({ ...signed, response: nobody })).toMatchObject(refused());
  });

  test('after wrong ones even the right one waits, in either step', async () => {
    const { email, passkey } = await withPasskey();
    const wrong = async () =>
      byPasskey(passkey.sign(await optionsFor('first'), { origin: 'https://attacker.example' }));
    for (let tries = 0; tries < 6; tries += 1) expect(await wrong()).toMatchObject({ status: 422 });
    expect(await byPasskey(passkey.sign(await optionsFor('first')))).toMatchObject({ status: 429 });
    door.clock.pass(minute);
    expect((await byPasskey(passkey.sign(await optionsFor('first')))).status).toBe(200);
    const first = await signIn(email);
    const second = () => optionsFor('second', first.cookie);
    const begun = await second();
    for (let tries = 0; tries < 6; tries += 1) {
      await complete(passkey.sign(begun, { origin: 'https://attacker.example' }), first);
    }
    expect(await complete(passkey.sign(await second()), first)).toMatchObject({ status: 429 });
  });

  test('a removed one signs in no more, ends the other sessions, and the last takes the recovery codes with it', async () => {
    const { email, accountId, passkey, session } = await withPasskey();
    const elsewhere = await byPasskey(passkey.sign(await optionsFor('first')));
    const pending = await signIn(email);
    const removal = { passkeyId: passkey.made.id };
    expect((await door.call('removePasskey', removal, own(session))).status).toBe(200);
    expect([await isIn(session), await isIn(elsewhere)]).toEqual([200, 401]);
    expect((await door.call('removePasskey', removal, own(session))).body.code).toBe('passkey.missing');
    expect(await byPasskey(passkey.sign(await optionsFor('first')))).toMatchObject(refused());
    expect((await door.call('beginPasskey', { step: 'second' }, own(pending))).body.code).toBe(
      'factor.sign-in-expired',
    );
    expect((await door.call('getSecondFactor', {}, own(session))).body).toMatchObject({
      passkeys: [],
      recoveryCodes: null,
    });
    expect((await signIn(email)).body).toHaveProperty('user');
    await inTrail(accountId, { type: 'SecondFactorRemoved', factor: 'passkey' });
  });

  test('an account has ten at most; a reset by another administrator removes all', async () => {
    const { email, accountId, session } = await withPasskey();
    for (let count = 1; count < 10; count += 1) expect((await add(session)).added.status).toBe(200);
    expect((await door.call('beginAddPasskey', {}, own(session))).body.code).toBe('passkey.too-many');
    const other = await newAdmin();
    const lost = { clientId: door.clientId, accountId, reason: 'The phone was lost' };
    expect((await door.call('resetSecondFactorOfPerson', lost, own(other.session))).status).toBe(200);
    expect(await isIn(session)).toBe(401);
    const again = await signIn(email);
    expect((await door.call('getSecondFactor', {}, own(again))).body.passkeys).toEqual([]);
  });

  test('no key of a passkey is in the log, in a line or in another answer', async () => {
    const { accountId, session, passkey } = await withPasskey();
    const [stored] = (await door.vault.secondFactors.read(accountId)).factors.passkeys;
    expect(stored?.id).toBe(passkey.made.id);
    const answer = await door.call('getSecondFactor', {}, own(session));
    const texts = [JSON.stringify(await trail(accountId)), door.lines.join('\n'), JSON.stringify(answer.body)];
    for (const text of texts) expect(text).not.toContain(stored?.publicKey);
  });
});

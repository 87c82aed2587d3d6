import { streams } from '@dayline/contracts/events/categories';
import { generateSync } from 'otplib';
import { type Answer, type ClinicDoor, eventually, minute, password, sharedDoor } from '../clinic-door.ts';

/** Sensitive acts ask again for the password or a second factor. */

describe('the proof before sensitive acts', () => {
  let door: ClinicDoor;
  beforeAll(async () => {
    ({ door } = await sharedDoor());
  });

  let count = 0;
  async function newAdmin() {
    count += 1;
    const email = `proof${count}@sunrise.example`;
    const accountId = await door.addAdmin(email);
    return { email, accountId, session: await door.signIn(email, password, 'admin') };
  }
  const prove = (body: object, { cookie }: Answer, headers = {}) =>
    door.call('proveIdentity', body, { cookie, ...headers });
  const invite = (email: string, { cookie }: Answer, key = `invite-${email.split('@')[0]}-once`) =>
    door.call(
      'invitePerson',
      { clientId: door.clientId, name: 'Deepa Kulkarni', email, role: 'auditor' },
      { cookie, 'idempotency-key': key },
    );
  const exportDoctors = ({ cookie }: Answer) =>
    door.call('exportList', { clientId: door.clientId, kind: 'doctors' }, { cookie });
  const invited = async () => (await door.log.readStream(streams.people(door.clientId))).length;
  const needed = { status: 403, body: { code: 'proof.needed' } };

  test('15 minutes after the sign-in a change waits for the password, and is then carried out once, by its key', async () => {
    const { session, accountId } = await newAdmin();
    door.clock.pass(15 * minute);
    expect((await invite('a@sunrise.example', session)).status).toBe(200);
    door.clock.pass(1);
    const before = await invited();
    expect(await invite('b@sunrise.example', session)).toMatchObject(needed);
    expect(await exportDoctors(session)).toMatchObject(needed);
    // A reply that got lost: also the repeat of what was carried out waits.
    expect(await invite('a@sunrise.example', session)).toMatchObject(needed);
    expect(await prove({ password: 'Wrong-password-1' }, session)).toMatchObject({
      status: 422,
      body: { code: 'proof.refused' },
    });
    expect(await prove({}, session)).toMatchObject({ body: { code: 'proof.refused' } });
    expect(await invite('b@sunrise.example', session)).toMatchObject(needed);
    expect(await invited()).toBe(before);

    expect((await prove({ password }, session)).status).toBe(200);
    const carriedOut = await invite('b@sunrise.example', session);
    expect(carriedOut.status).toBe(200);
    expect((await invite('b@sunrise.example', session)).body.accountId).toBe(carriedOut.body.accountId);
    expect((await invite('a@sunrise.example', session)).status).toBe(200);
    expect(await invited()).toBe(before + 1);
    expect((await door.call('listDepartments', { clientId: door.clientId }, { cookie: session.cookie })).status).toBe(
      200,
    );

    // Refused proofs are in the account's trail; questions are not.
    const trail = await eventually(async () => {
      const entries = await door.log.readStream(streams.account(accountId));
      const refused = entries.filter(({ type }) => type === 'CommandRefused').map(({ data }) => data);
      return refused.length < 2 ? null : refused;
    });
    expect(trail).toEqual([
      { call: 'proveIdentity', subject: {}, code: 'proof.refused' },
      { call: 'proveIdentity', subject: {}, code: 'proof.refused' },
    ]);
    expect(JSON.stringify([await door.log.readAll('0', 10_000), door.lines])).not.toContain('Wrong-password-1');
  });

  test('the proof is of one session, and of no other of the same account', async () => {
    const { email, session } = await newAdmin();
    const elsewhere = await door.signIn(email, password, 'admin');
    door.clock.pass(16 * minute);
    expect((await prove({ password }, session)).status).toBe(200);
    expect(await invite('c@sunrise.example', elsewhere)).toMatchObject(needed);
    expect((await invite('c@sunrise.example', session)).status).toBe(200);
  });

  test('with a second factor, a code proves it as the password does; each code once', async () => {
    const { session, accountId } = await newAdmin();
    expect(await prove({ code: '123456' }, session)).toMatchObject({ status: 422, body: { code: 'factor.refused' } });
    const { cookie } = session;
    const { secret } = (await door.call('beginTotp', {}, { cookie })).body;
    const code = () => generateSync({ secret, epoch: Math.floor(door.clock.now() / 1_000) });
    const confirmed = await door.call('confirmTotp', { code: code() }, { cookie });
    door.clock.pass(16 * minute);
    expect(await invite('d@sunrise.example', session)).toMatchObject(needed);
    const shown = code();
    const answers = await Promise.all(Array.from({ length: 4 }, () => prove({ code: shown }, session)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await invite('d@sunrise.example', session)).status).toBe(200);
    door.clock.pass(16 * minute);
    expect((await prove({ code: shown }, session)).body.code).toBe('factor.refused');
    const [recoveryCode = ''] = confirmed.body.recoveryCodes;
    expect((await prove({ code: recoveryCode }, session)).status).toBe(200);
    expect((await prove({ code: recoveryCode }, session)).body.code).toBe('factor.refused');
    expect((await invite('e@sunrise.example', session)).status).toBe(200);
    expect((await door.vault.secondFactors.read(accountId)).factors.recoveryCodes?.hashes).toHaveLength(9);
    door.clock.pass(16 * minute);
    expect((await prove({ password }, session)).status).toBe(200);
  });

  test('guesses are delayed as those of sign-ins, and count as such', async () => {
    const { email, session: ownBrowser } = await newAdmin();
    // A stolen cookie: in the owner's browser, which is known, only its own wrong passwords count.
    const cookie = ownBrowser.cookie.split('; ').find((pair) => pair.startsWith('dayline_session=')) ?? '';
    const session = { ...ownBrowser, cookie };
    const from = { 'x-forwarded-for': '10.1.2.3' };
    const throttled = { status: 429, body: { code: 'request.throttled' } };
    // The same place as a sign-in's: its free attempts are shared.
    for (let tries = 0; tries < 3; tries += 1) await door.signIn(email, 'Wrong-password-1', 'admin', from);
    for (let tries = 0; tries < 3; tries += 1) await prove({ password: 'Wrong-password-1' }, session, from);
    expect(await prove({ password }, session, from)).toMatchObject(throttled);
    expect(await door.signIn(email, password, 'admin', from)).toMatchObject(throttled);
    door.clock.pass(minute);
    expect((await prove({ password }, session, from)).status).toBe(200);

    for (let tries = 0; tries < 6; tries += 1) await prove({ code: '000000' }, session, from);
    expect(await prove({ code: '000000' }, session, { 'x-forwarded-for': '10.9.9.9' })).toMatchObject(throttled);
    expect((await prove({ password }, session, from)).status).toBe(200);
  });

  test('nobody proves a session that has ended, or none', async () => {
    const { session } = await newAdmin();
    await door.call('signOut', {}, { cookie: session.cookie });
    expect((await prove({ password }, session)).status).toBe(401);
    expect((await door.call('proveIdentity', { password })).status).toBe(401);
  });
});

import { systemContext } from '@dayline/command-service/command-handler/system-context';
import { streams } from '@dayline/contracts/events/categories';
import { settlePerson } from '@dayline/http/session/people-settler';
import { generateSync } from 'otplib';
import { type Answer, type ClinicDoor, eventually, hour, password, sharedDoor } from '../clinic-door.ts';
import { linkIn, type MailServer } from '../mail-server.ts';

/** An administrator invites, renames, deactivates and reactivates the people of the client. */

describe('the people of a client', () => {
  let server: MailServer;
  let door: ClinicDoor;
  let admin: Answer;
  let adminId: string;
  /** The number of events of the client's people before this suite. */
  let before: number;
  beforeAll(async () => {
    ({ door, server } = await sharedDoor());
    before = (await door.log.readStream(streams.people(door.clientId))).length;
    adminId = await door.addAdmin('head@sunrise.example');
    admin = await signIn('head@sunrise.example');
  });

  const own = ({ cookie }: Answer) => ({ cookie });
  const signIn = (email: string, secret = password) => door.signIn(email, secret, 'admin');
  const by = (name: Parameters<ClinicDoor['call']>[0], body: object, who = admin) =>
    door.call(name, { clientId: door.clientId, ...body }, own(who));
  const invite = (email: string, name = 'Deepa Kulkarni', role = 'admin') => by('invitePerson', { name, email, role });
  const invitations = (email: string) =>
    server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes('Subject: You are invited to Dayline'));
  const linkTo = async (email: string, nth = 0) =>
    linkIn(await eventually(() => invitations(email)[nth]), 'invitation');
  const shown = ({ token, pocId }: { token: string; pocId: string }) => ({ token, pocId });
  const check = (link: { token: string; pocId: string }) => door.call('checkInvitation', shown(link));
  const accept = (link: { token: string; pocId: string }, name = 'Deepa Kulkarni') =>
    door.call('acceptInvitation', { ...shown(link), name, password });
  const people = async (who = admin) =>
    (await by('listPeople', {}, who)).body as { accountId: string; status: string }[];
  const person = async (accountId: string) => (await people()).find((one) => one.accountId === accountId);
  const isIn = async (who: Answer) => (await by('listDepartments', {}, who)).status;
  const events = async () =>
    (await door.log.readStream(streams.people(door.clientId)))
      .slice(before)
      .map(({ type, data, metadata }) => [...[type, data['name'], metadata.actor.name]]);
  const refused = (code: string, status: number) => ({ status, body: { code } });

  /** An administrator who followed an invitation, signed in. */
  async function colleague(email: string) {
    const { accountId } = (await invite(email)).body;
    const link = await linkTo(email);
    expect((await accept(link)).status).toBe(200);
    return { accountId: accountId as string, link, session: await signIn(email) };
  }

  test('an invitation works once and for 72 hours, and is listed until it is followed', async () => {
    const email = 'deepa@sunrise.example';
    const { accountId } = (await invite(email, 'Deepa')).body;
    expect((await signIn(email)).status).toBe(401);
    const link = await linkTo(email);
    expect(await person(accountId)).toMatchObject({ status: 'invited', name: 'Deepa', lastSignInAt: null, email });
    expect(await check(link)).toMatchObject({ status: 200, body: { email, name: 'Deepa' } });
    expect(await door.call('checkInvitation', { ...shown(link), pocId: adminId })).toMatchObject(
      refused('token.invalid', 410),
    );
    expect(await accept(link, 'Deepa Kulkarni')).toMatchObject({ status: 200, body: { success: true } });
    expect(await check(link)).toMatchObject(refused('token.invalid', 410));
    expect(await accept(link)).toMatchObject(refused('token.invalid', 410));
    const session = await signIn(email);
    expect(session.body.user).toMatchObject({ accountId, role: 'admin', name: 'Deepa Kulkarni' });
    const now = new Date(door.clock.now()).toISOString();
    expect(await person(accountId)).toMatchObject({ status: 'active', name: 'Deepa Kulkarni', lastSignInAt: now });
    expect(await events()).toEqual([
      ['AccountInvited', 'Deepa', 'Desk 1'],
      ['AccountActivated', 'Deepa', 'Deepa'],
      ['AccountRenamed', 'Deepa Kulkarni', 'Deepa'],
    ]);
  });

  test('an invitation that was sent again voids the former link, expires after 72 hours, and resets no password', async () => {
    const email = 'kavita@sunrise.example';
    const { accountId } = (await invite(email)).body;
    const first = await linkTo(email);
    // Decided when the mail's turn comes; the account stays an invited one throughout this test.
    expect((await door.call('requestPasswordReset', { email })).status).toBe(200);
    expect((await by('resendInvitation', { accountId })).status).toBe(200);
    const second = await linkTo(email, 1);
    expect([(await check(first)).status, (await check(second)).status]).toEqual([410, 200]);
    door.clock.pass(72 * hour);
    admin = await signIn('head@sunrise.example');
    expect((await check(second)).status).toBe(410);
    expect((await by('resendInvitation', { accountId })).status).toBe(200);
    const third = await linkTo(email, 2);
    expect((await check(third)).status).toBe(200);
    expect(server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes('Reset your'))).toEqual([]);
    expect((await by('deactivatePerson', { accountId })).status).toBe(200);
    expect((await check(third)).status).toBe(410);
    expect(await by('resendInvitation', { accountId })).toMatchObject(refused('account.deactivated', 409));
  });

  test('an address belongs to one account', async () => {
    expect(await invite('head@sunrise.example')).toMatchObject(refused('email.taken', 409));
    const both = await Promise.all([invite('twice@sunrise.example'), invite('twice@sunrise.example')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a deactivated person is out at once and comes back by a link', async () => {
    const email = 'ravi@sunrise.example';
    const { accountId, session } = await colleague(email);
    expect(await isIn(session)).toBe(200);
    const ended = await by('deactivatePerson', { accountId });
    expect(ended).toMatchObject({ status: 200, body: { message: 'Account deactivated.' } });
    expect(await isIn(session)).toBe(401);
    // Only with the right password, and the right client, is it said that the account is closed.
    expect(await signIn(email)).toMatchObject(refused('sign-in.closed', 403));
    const usual = [
      await door.signIn(email, `${password}x`, 'admin'),
      await door.signIn('nobody@sunrise.example', password, 'admin'),
    ];
    for (const answer of [...usual, await door.signIn(email, password, 'doctor')]) {
      expect(answer).toMatchObject(refused('sign-in.refused', 401));
    }
    expect((await by('deactivatePerson', { accountId })).body.position).toBeNull();
    expect(await person(accountId)).toMatchObject({ status: 'deactivated' });
    expect((await by('reactivatePerson', { accountId })).body.message).toBe('Account reactivated.');
    expect((await by('reactivatePerson', { accountId })).body.message).not.toBe('Account reactivated.');
    expect(await person(accountId)).toMatchObject({ status: 'invited' });
    expect((await signIn(email)).status).toBe(401);
    expect((await accept(await linkTo(email, 1))).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    expect(await person(accountId)).toMatchObject({ status: 'active' });
  });

  test('nobody deactivates themselves, and of two who deactivate each other at once one succeeds', async () => {
    expect(await by('deactivatePerson', { accountId: adminId })).toMatchObject(refused('account.own', 409));
    const one = await colleague('one@sunrise.example');
    const other = await colleague('other@sunrise.example');
    const both = await Promise.all([
      by('deactivatePerson', { accountId: other.accountId }, one.session),
      by('deactivatePerson', { accountId: one.accountId }, other.session),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a name is changed, with the former one in the history', async () => {
    const { accountId } = await colleague('meera@sunrise.example');
    expect((await by('renamePerson', { accountId, name: '  Meera Rao ' })).status).toBe(200);
    expect(await person(accountId)).toMatchObject({ name: 'Meera Rao' });
    const [last] = await door.log.readStream(streams.people(door.clientId), { direction: 'backward', limit: 1 });
    expect(last).toMatchObject({ type: 'AccountRenamed', data: { former: 'Deepa Kulkarni', name: 'Meera Rao' } });
  });

  test('a reset of the second factor signs out, and its owner is notified', async () => {
    const email = 'lost@sunrise.example';
    const { accountId, session } = await colleague(email);
    const reset = () => by('resetSecondFactorOfPerson', { accountId, reason: 'The phone was lost' });
    expect(await reset()).toMatchObject(refused('factor.missing', 409));
    const { secret } = (await door.call('beginTotp', {}, own(session))).body;
    const code = generateSync({ secret, epoch: Math.floor(door.clock.now() / 1_000) });
    expect((await door.call('confirmTotp', { code }, own(session))).status).toBe(200);
    expect(await person(accountId)).toMatchObject({ hasSecondFactor: true });
    expect((await reset()).status).toBe(200);
    expect(await isIn(session)).toBe(401);
    expect(await person(accountId)).toMatchObject({ hasSecondFactor: false });
    expect((await signIn(email)).body).not.toHaveProperty('next');
    await eventually(() => server.mails.some(({ to, raw }) => to.includes(email) && raw.includes('was reset')));
  });

  test('all sessions of a person are ended by an administrator, who sees how many there are', async () => {
    const email = 'signed-in@sunrise.example';
    const { accountId, session } = await colleague(email);
    const other = await signIn(email);
    const lastSeenAt = expect.any(String);
    expect(await person(accountId)).toMatchObject({ sessionCount: 2, lastSeenAt, isBound: false });
    expect(await by('endSessionsOfPerson', { accountId: adminId })).toMatchObject(refused('account.own', 409));
    expect((await by('endSessionsOfPerson', { accountId })).body).toMatchObject({ message: 'Sessions ended.' });
    expect([await isIn(session), await isIn(other)]).toEqual([401, 401]);
    expect(await person(accountId)).toMatchObject({ sessionCount: 0, lastSeenAt: null });
    expect((await events()).at(-1)).toEqual(['PersonSignedOut', 'Deepa Kulkarni', 'Desk 1']);
    expect(await isIn(await signIn(email))).toBe(200);
  });

  test('accounts of others are refused like unknown ones, and doctors and auditors altogether', async () => {
    const unknown = '01J00000000000000000000XYZ';
    const auditorEmail = 'nirmala@sunrise.example';
    await invite(auditorEmail, 'Nirmala', 'auditor');
    await accept(await linkTo(auditorEmail), 'Nirmala');
    const auditor = await signIn(auditorEmail);
    const calls = [
      ['renamePerson', { name: 'X' }],
      ['resendInvitation', {}],
      ['deactivatePerson', {}],
      ['reactivatePerson', {}],
      ['resetSecondFactorOfPerson', { reason: 'X' }],
      ['unbindPerson', {}],
      ['endSessionsOfPerson', {}],
    ] as const;
    for (const [name, body] of calls) {
      expect(await by(name, { ...body, accountId: unknown })).toMatchObject(refused('access.foreign', 403));
      expect(await by(name, { ...body, accountId: adminId }, auditor)).toMatchObject(refused('access.role', 403));
      expect(await by(name, { ...body, clientId: unknown, accountId: adminId })).toMatchObject(
        refused('access.foreign', 403),
      );
    }
    // Auditors read the list, and of their own client alone.
    expect((await people(auditor)).find((one) => one.accountId === adminId)).toMatchObject({ status: 'active' });
    for (const who of [admin, auditor])
      expect(await by('listPeople', { clientId: unknown }, who)).toMatchObject(refused('access.foreign', 403));
  });

  test('a follower finishes what a process left that died after the event, and nothing else', async () => {
    const email = 'crash@sunrise.example';
    const { accountId, session } = await colleague(email);
    const { vault, log } = door;
    const system = systemContext({ clock: door.clock, clientId: door.clientId });
    const metadata = {
      actor: system.actor,
      clientId: door.clientId,
      recordedAt: new Date(door.clock.now()).toISOString(),
    };
    // As another process appends it.
    const stream = streams.people(door.clientId);
    const event = (type: string, id: string) => ({ type, id, stream, data: { accountId }, metadata }) as never;
    const left = event('AccountDeactivated', 'of-the-dead');
    const before = { readStream: async () => [left] };
    await settlePerson({ log: before, vault }, left);
    await eventually(async () => (await isIn(session)) === 401);
    const later = { readStream: async () => [left, event('AccountReactivated', 'later')] };
    await settlePerson({ log: later, vault }, event('AccountReactivated', 'later'));
    await settlePerson({ log: later, vault }, left);
    expect(await person(accountId)).toMatchObject({ status: 'invited' });
    expect(await log.readStream(stream)).not.toEqual([]);
  });
});

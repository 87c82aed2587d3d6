import { streams } from '@dayline/contracts/events/categories';
import { type Answer, type ClinicDoor, eventually, hour, password, sharedDoor } from '../clinic-door.ts';
import { linkIn, type MailServer } from '../mail-server.ts';

/** An administrator changes the email of a doctor, before and after the sign-up. */

describe("a doctor's email", () => {
  let server: MailServer;
  let door: ClinicDoor;
  let admin: Answer;
  beforeAll(async () => {
    ({ door, server } = await sharedDoor());
    await door.addAdmin('doctor-mails@sunrise.example');
    admin = await door.signIn('doctor-mails@sunrise.example', password, 'admin');
  });

  const own = ({ cookie }: Answer) => ({ cookie });
  const refused = (code: string, status: number) => ({ status, body: { code } });
  const change = (pocId: string, email: string, headers = {}, who = admin) =>
    door.call('changeDoctorEmail', { pocId, email }, { ...own(who), ...headers });
  const lettersTo = (email: string, subject: string) =>
    server.mails.filter(({ to, raw }) => to.includes(email) && raw.includes(`Subject: ${subject}`));
  const signUpLink = async (email: string, nth = 0) =>
    linkIn(await eventually(() => lettersTo(email, 'Verify your email')[nth]), 'verify-email');
  const changeLink = async (email: string, nth = 0) =>
    linkIn(await eventually(() => lettersTo(email, 'Confirm your new email')[nth]), 'confirm-email');
  const verify = ({ token, pocId }: { token: string; pocId: string }) => door.call('verifyEmail', { token, pocId });
  const confirm = ({ token, pocId }: { token: string; pocId: string }) =>
    door.call('confirmEmailChange', { token, pocId });
  const signIn = (email: string) => door.signIn(email, password);
  const events = async (pocId: string) =>
    (await door.log.readStream(streams.doctor(pocId))).map(({ type, metadata }) => [type, metadata.actor.kind]);

  async function signUp(email: string, { token, pocId }: { token: string; pocId: string }) {
    const verified = await verify({ token, pocId });
    expect(verified.status).toBe(200);
    expect((await door.call('updatePassword', { email, password, pocId }, own(verified))).status).toBe(200);
    return signIn(email);
  }
  let doctors = 0;
  /** A doctor who has signed up. */
  async function newDoctor() {
    doctors += 1;
    const email = `mailed${doctors}@sunrise.example`;
    const pocId = await door.addDoctor(email);
    await door.call('verifyPocEmail', { clientId: door.clientId, email });
    return { email, pocId, session: await signUp(email, await signUpLink(email)) };
  }

  test('before the sign-up changes at once: the new address gets the sign-up, and links to the former one are void', async () => {
    const [former, next] = ['wrong.address@sunrise.example', 'right.address@sunrise.example'];
    const pocId = await door.addDoctor(former);
    await door.call('verifyPocEmail', { clientId: door.clientId, email: former });
    const old = await signUpLink(former);
    // Verified, but without a password yet.
    const verified = await verify(old);
    const [changed, again] = [await change(pocId, ` ${next.toUpperCase()} `), await change(pocId, next)];
    expect(changed).toMatchObject({ status: 200, body: { position: expect.any(String) } });
    expect(again).toMatchObject({ status: 200, body: { position: null } });
    const link = await signUpLink(next, 1);
    const withOld = await door.call('updatePassword', { email: former, password, pocId }, own(verified));
    expect(withOld).toMatchObject(refused('token.invalid', 410));
    expect(await verify(old)).toMatchObject(refused('token.invalid', 410));
    await door.call('verifyPocEmail', { clientId: door.clientId, email: former });
    expect((await signUp(next, link)).body.user).toMatchObject({ pocId });
    expect((await signIn(former)).status).toBe(401);
    expect(lettersTo(former, 'Verify your email')).toHaveLength(1);
    expect(await events(pocId)).toEqual([
      ['DoctorAdded', 'system'],
      ['DoctorEmailVerified', 'doctor'],
      ['DoctorEmailChanged', 'admin'],
      ['DoctorEmailVerified', 'doctor'],
      ['DoctorAccountActivated', 'doctor'],
    ]);
    const stored = JSON.stringify([
      await door.log.readStream(streams.doctor(pocId)),
      await door.log.readStream(streams.account((await door.vault.accounts.byEmail(next))?.accountId ?? '')),
    ]);
    expect(stored).not.toMatch(/(?:wrong|right)\.address/i);
    // The former address is free, and the new one isn't.
    await door.addDoctor(former);
    await expect(door.addDoctor(next)).rejects.toThrow('email.taken');
  });

  test('before the sign-up is nobody else’s: the answer names no one, and of two at once one has it', async () => {
    const { email: taken } = await newDoctor();
    const pocIds = [
      await door.addDoctor('first.of@sunrise.example'),
      await door.addDoctor('second.of@sunrise.example'),
    ];
    const [first = '', second = ''] = pocIds;
    for (const address of [taken, 'second.of@sunrise.example', 'doctor-mails@sunrise.example']) {
      const answer = await change(first, address);
      expect(answer).toMatchObject(refused('email.taken', 409));
      expect(answer.body).not.toHaveProperty('details');
    }
    const both = await Promise.all(pocIds.map((pocId) => change(pocId, 'both.want@sunrise.example')));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = both[0]?.status === 200 ? first : second;
    expect(await signUpLink('both.want@sunrise.example')).toMatchObject({ pocId: winner });
  });

  test('after the sign-up changes by the link to the new address: sessions stay, and the former one is notified', async () => {
    const { email, pocId, session } = await newDoctor();
    const next = `next.${email}`;
    expect((await change(pocId, next)).status).toBe(200);
    const link = await changeLink(next);
    expect(link.pocId).toBe(pocId);
    expect([(await signIn(email)).status, (await signIn(next)).status]).toEqual([200, 401]);
    expect(await confirm({ ...link, pocId: (await newDoctor()).pocId })).toMatchObject(refused('token.invalid', 410));
    expect(await confirm(link)).toMatchObject({ status: 200, body: { email: next } });
    expect(await confirm(link)).toMatchObject(refused('token.invalid', 410));
    expect([(await signIn(email)).status, (await signIn(next)).status]).toEqual([401, 200]);
    expect((await door.call('getOwnAccount', {}, own(session))).body).toMatchObject({ email: next });
    await eventually(() => lettersTo(email, 'The email of your Dayline account was changed')[0]);
    expect((await events(pocId)).slice(-3)).toEqual([
      ['DoctorEmailChangeRequested', 'admin'],
      ['DoctorEmailChanged', 'doctor'],
      ['DoctorEmailVerified', 'doctor'],
    ]);
    const sentences = await eventually(async () => {
      const asked = { clientId: door.clientId, pocId };
      const { entries = [] } = (await door.call('listActivity', asked, own(admin))).body;
      const text = JSON.stringify(entries);
      return text.includes('doctorEmailRequested') && text.includes('doctorEmailChanged') && text;
    });
    expect(sentences).not.toContain(next);
    await door.addDoctor(email);
    await expect(door.addDoctor(next)).rejects.toThrow('email.taken');
  });

  test('after the sign-up stays where it was, if another one is requested or the present one is entered', async () => {
    const { email, pocId } = await newDoctor();
    const [wrong, right] = [`wrong.${email}`, `right.${email}`];
    await change(pocId, wrong);
    const first = await changeLink(wrong);
    await change(pocId, right);
    expect(await confirm(first)).toMatchObject(refused('token.invalid', 410));
    const second = await changeLink(right);
    await change(pocId, email);
    expect(await confirm(second)).toMatchObject(refused('token.invalid', 410));
    expect((await signIn(email)).status).toBe(200);
    // Requested again: a link of its own, for an hour.
    await change(pocId, right);
    await change(pocId, right);
    const third = await changeLink(right, 2);
    door.clock.pass(hour);
    expect(await confirm(third)).toMatchObject(refused('token.invalid', 410));
    admin = await door.signIn('doctor-mails@sunrise.example', password, 'admin');
  });

  test('after the sign-up, of two who use their links to one address at once, one has it', async () => {
    const [first, second] = [await newDoctor(), await newDoctor()];
    const wanted = 'wanted.by.both@sunrise.example';
    await change(first.pocId, wanted);
    await change(second.pocId, wanted);
    const links = [await changeLink(wanted), await changeLink(wanted, 1)];
    const both = await Promise.all(links.map(confirm));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('email.taken');
    const third = await newDoctor();
    expect((await change(third.pocId, wanted)).status).toBe(200);
    await eventually(() => lettersTo(wanted, 'Your address was entered')[0]);
    expect((await signIn(third.email)).status).toBe(200);
  });

  test('after the sign-up changes once, even if the process ends between its steps and the link is not used again', async () => {
    const { email, pocId } = await newDoctor();
    const next = `ended.${email}`;
    await change(pocId, next);
    const link = await changeLink(next);
    const { tokens } = door.vault;
    const { setEmail } = tokens;
    tokens.setEmail = () => Promise.reject(new Error('The process ended.'));
    expect((await confirm(link)).status).toBe(500);
    tokens.setEmail = setEmail;
    await eventually(() => door.vault.accounts.byEmail(next));
    expect([(await signIn(email)).status, (await signIn(next)).status]).toEqual([401, 200]);
    const changes = (await events(pocId)).filter(([type]) => type === 'DoctorEmailChanged');
    expect(changes).toHaveLength(1);
    await eventually(async () => (await door.vault.reservations.find('doctorEmail', email)) === null);
    await door.addDoctor(email);
  });

  test('after the sign-up is announced to the present address, whose owner makes the link invalid by a new password', async () => {
    const { email, pocId } = await newDoctor();
    const next = `unwanted.${email}`;
    expect((await change(pocId, next)).body).toMatchObject({ isLinkSent: true });
    await eventually(() => lettersTo(email, 'Your hospital asks to change the email')[0]);
    const link = await changeLink(next);
    expect((await door.call('requestPasswordReset', { email })).status).toBe(200);
    const { token } = linkIn(
      await eventually(() => lettersTo(email, 'Reset your Dayline password')[0]),
      'reset-password',
    );
    expect((await door.call('resetPassword', { token, pocId, newPassword: `${password}b` })).status).toBe(200);
    expect(await confirm(link)).toMatchObject(refused('token.invalid', 410));
    expect((await change(pocId, email)).body).toMatchObject({ isLinkSent: false });
  });

  describe('of a doctor who is invited', () => {
    /** A doctor who has an account, but no password yet. */
    async function invited(email: string) {
      const pocId = await door.addDoctor(email);
      await door.call('verifyPocEmail', { clientId: door.clientId, email });
      await signUpLink(email);
      const { accountId = '' } = (await door.vault.accounts.byEmail(email)) ?? {};
      expect((await door.call('resendInvitation', { clientId: door.clientId, accountId }, own(admin))).status).toBe(
        200,
      );
      const mail = await eventually(() => lettersTo(email, 'You are invited to Dayline')[0]);
      return { pocId, accountId, link: linkIn(mail, 'invitation') };
    }
    const accept = ({ token, pocId }: { token: string; pocId: string }) =>
      door.call('acceptInvitation', { token, pocId, name: 'Asha Menon', password });

    test('an invitation to the former address is invalid, even before the account has the new one', async () => {
      const { pocId, link } = await invited('invited.wrong@sunrise.example');
      const { outbox } = door.vault;
      const { add } = outbox;
      outbox.add = async () => undefined;
      expect((await change(pocId, 'invited.right@sunrise.example')).status).toBe(200);
      outbox.add = add;
      expect(await accept(link)).toMatchObject(refused('token.invalid', 410));
      expect((await signIn('invited.wrong@sunrise.example')).status).toBe(401);
    });

    test('an accepted invitation is the sign-up: the next change needs the link', async () => {
      const email = 'invited.signs@sunrise.example';
      const { pocId, link } = await invited(email);
      expect((await accept(link)).status).toBe(200);
      expect((await signIn(email)).status).toBe(200);
      expect((await change(pocId, `next.${email}`)).status).toBe(200);
      expect((await events(pocId)).map(([type]) => type)).toEqual([
        ...['DoctorAdded', 'DoctorEmailVerified', 'DoctorAccountActivated', 'DoctorEmailChangeRequested'],
      ]);
    });

    test('a sign-up that the log lacks is recorded before the request', async () => {
      const email = 'invited.before@sunrise.example';
      const { pocId, accountId } = await invited(email);
      // As by a build in which an accepted invitation was no sign-up.
      await door.vault.accounts.setPassword(accountId, 'a hash');
      expect((await change(pocId, `next.${email}`)).status).toBe(200);
      expect((await events(pocId)).map(([type]) => type)).toEqual([
        ...['DoctorAdded', 'DoctorEmailVerified', 'DoctorAccountActivated', 'DoctorEmailChangeRequested'],
      ]);
    });

    test('a withdrawn invitation comes first: the email of a closed account stays', async () => {
      const { pocId, accountId } = await invited('invited.closed@sunrise.example');
      expect((await door.call('deactivatePerson', { clientId: door.clientId, accountId }, own(admin))).status).toBe(
        200,
      );
      expect(await change(pocId, 'invited.open@sunrise.example')).toMatchObject(refused('account.deactivated', 409));
    });
  });

  test('is an administrator’s to change, with a fresh proof, at the own client, and not too often', async () => {
    const { email, pocId, session } = await newDoctor();
    expect(await change(pocId, 'x.own@sunrise.example', {}, session)).toMatchObject(refused('access.role', 403));
    const account = await door.vault.accounts.byEmail(email);
    door.clock.pass(hour);
    expect(await change(pocId, 'x.own@sunrise.example')).toMatchObject(refused('proof.needed', 403));
    admin = await door.signIn('doctor-mails@sunrise.example', password, 'admin');
    for (const wrong of ['', 'nobody', 'a@b'])
      expect(await change(pocId, wrong)).toMatchObject(refused('request.invalid', 400));
    const key = { 'idempotency-key': 'change-of-a-doctors-email' };
    const answers = [
      await change(pocId, 'once@sunrise.example', key),
      await change(pocId, 'once@sunrise.example', key),
    ];
    expect(answers.map(({ message }) => message)).toEqual([answers[0]?.message, answers[0]?.message]);
    expect(await change(pocId, 'other@sunrise.example', key)).toMatchObject(refused('key.reused', 422));
    const statuses: number[] = [];
    for (let times = 0; times < 7; times += 1) statuses.push((await change(pocId, 'often@sunrise.example')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    await door.vault.accounts.close(account?.accountId ?? '');
    expect(await change(pocId, 'closed@sunrise.example')).toMatchObject(refused('account.deactivated', 409));
  });
});

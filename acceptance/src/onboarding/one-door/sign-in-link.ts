import { type Answer, type ClinicDoor, eventually, minute, password, sharedDoor } from '../clinic-door.ts';
import { linkIn, type MailServer } from '../mail-server.ts';

/** A person who reads the mailbox, or uses a browser that has signed in before, isn't delayed by strangers. */

describe('the sign-in link', () => {
  let server: MailServer;
  let door: ClinicDoor;
  beforeAll(async () => {
    ({ door, server } = await sharedDoor());
  });

  let story = 0;
  let email = '';
  beforeEach(async () => {
    story += 1;
    email = `link${story}@sunrise.example`;
    await door.addAdmin(email);
  });
  const from = (index: number) => ({ 'x-forwarded-for': `10.${story}.1.${index}` });
  const right = (index: number, cookie = '') => door.signIn(email, password, 'admin', { ...from(index), cookie });
  const ask = (index = 200, who = email) => door.call('requestSignInLink', { email: who }, from(index));
  const mails = (subject: string, who = email) =>
    server.mails.filter(({ to, raw }) => to.includes(who) && raw.includes(`Subject: ${subject}`));
  const link = async (nth = 0) => linkIn(await eventually(() => mails('Sign in to Dayline')[nth]), 'sign-in-link');
  const use = ({ token, pocId }: { token: string; pocId: string }, index = 200) =>
    door.call('signInByLink', { token, pocId }, from(index));
  const reset = ({ token, pocId }: { token: string; pocId: string }, newPassword: string) =>
    door.call('resetPassword', { token, pocId, newPassword }, from(202));
  const resetLink = async (nth: number) =>
    linkIn(await eventually(() => mails('Reset your Dayline password')[nth]), 'reset-password');
  const deviceIn = ({ cookie }: Answer): string => /dayline_device=[\w-]{43}/.exec(cookie)?.[0] ?? '';

  /** Wrong passwords from constantly changing addresses, until the account is delayed. */
  async function lockOut(): Promise<void> {
    for (let stranger = 0; stranger < 23; stranger += 1) await door.signIn(email, 'Wrong-1', 'admin', from(stranger));
    expect((await right(150)).status).toBe(429);
  }

  test('a link signs in a person whom strangers delay, once, and the address is known from then on', async () => {
    await lockOut();
    expect(await ask()).toMatchObject({ status: 200, body: { success: true } });
    const shown = await link();
    expect(shown.origin).toBe('https://dayline.example');
    const signedIn = await use(shown);
    expect(signedIn).toMatchObject({ status: 200, body: { user: { role: 'admin', clientId: door.clientId } } });
    const { cookie } = signedIn;
    expect((await door.call('listDepartments', { clientId: door.clientId }, { cookie })).status).toBe(200);
    expect(await use(shown)).toMatchObject({ status: 410, body: { code: 'token.invalid' } });
    await lockOut();
    expect((await right(200)).status).toBe(200);
  });

  test('of ten uses at once one succeeds', async () => {
    await ask();
    const shown = await link();
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(shown)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a link is over after 30 minutes, is its account’s alone, and good for nothing else', async () => {
    await ask();
    const { token, pocId } = await link();
    const otherAdmin = await door.addAdmin('link-other@sunrise.example');
    expect((await use({ token, pocId: otherAdmin })).status).toBe(410);
    expect((await reset({ token, pocId }, `${password}b`)).status).toBe(410);
    expect((await door.call('verifyEmail', { token, pocId }, from(201))).status).toBe(410);
    door.clock.pass(30 * minute);
    expect((await use({ token, pocId })).status).toBe(410);
  });

  test('a new password voids it, and it voids no password', async () => {
    await ask();
    const shown = await link();
    await door.call('requestPasswordReset', { email }, from(200));
    expect((await reset(await resetLink(0), `${password}b`)).status).toBe(200);
    expect((await use(shown)).status).toBe(410);
  });

  test('a doctor who has not signed up gets none, and the answer is the same for nobody’s address', async () => {
    const doctor = `doctor${story}@sunrise.example`;
    await door.addDoctor(doctor);
    await door.call('verifyPocEmail', { clientId: door.clientId, email: doctor }, from(1));
    await eventually(() => mails('Verify your email', doctor)[0]);
    const answers = [await ask(2, doctor), await ask(3, 'nobody@sunrise.example'), await ask(4)];
    expect(new Set(answers.map(({ message }) => JSON.stringify(message))).size).toBe(1);
    await link();
    expect(mails('Sign in to Dayline', doctor)).toEqual([]);
    expect(mails('Sign in to Dayline', 'nobody@sunrise.example')).toEqual([]);
  });

  test('a browser that signed in before is not delayed, also after a sign-out, and for no other account', async () => {
    const first = await right(1);
    expect(first.headers['set-cookie']?.[1]).toMatch(
      /^dayline_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const device = deviceIn(first);
    const out = await door.call('signOut', {}, { cookie: first.cookie });
    expect(out.headers['clear-site-data']).toBe('"cache"');
    expect(out.headers['set-cookie']).toEqual([expect.stringMatching(/^dayline_session=; Max-Age=0/)]);
    await lockOut();
    expect((await right(151, device)).status).toBe(200);
    expect((await right(152, `dayline_device=${'A'.repeat(43)}`)).status).toBe(429);
    // It doesn't authenticate.
    expect((await door.signIn(email, 'Wrong-1', 'admin', { ...from(153), cookie: device })).status).toBe(401);
    email = `colleague${story}@sunrise.example`;
    await door.addAdmin(email);
    await lockOut();
    expect((await right(154, device)).status).toBe(429);
  });

  test('a stranger who asks for links voids none that the person holds, and floods no mailbox', async () => {
    for (let stranger = 0; stranger < 10; stranger += 1) {
      expect((await door.call('requestPasswordReset', { email }, from(stranger))).status).toBe(200);
    }
    const [mine, last] = [await resetLink(0), await resetLink(2)];
    // Emails are sent in order: once the next kind has arrived, no other is pending.
    await ask(30);
    await link();
    expect(mails('Reset your Dayline password')).toHaveLength(3);
    expect((await reset(mine, `${password}b`)).status).toBe(200);
    expect((await reset(last, `${password}c`)).status).toBe(410);
  });

  test('bad tokens delay nobody behind the same address who has a good one', async () => {
    await ask();
    const shown = await link();
    for (let bad = 0; bad < 32; bad += 1) await use({ token: 'guess', pocId: shown.pocId });
    expect((await use({ token: 'guess', pocId: shown.pocId })).status).toBe(429);
    expect((await use(shown)).status).toBe(200);
  });
});

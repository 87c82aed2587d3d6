import { streams } from '@dayline/contracts/events/categories';
import { generateSync } from 'otplib';
import {
  type PersonAtProvider,
  type SignInProvider,
  startSignInProvider,
} from '../testing/single-sign-on/sign-in-provider.ts';
import { trailOf } from './account-trail.ts';
import { type Answer, type ClinicDoor, eventually, minute, openClinicDoor, password } from './clinic-door.ts';
import { type Forgery, startForgingIssuer } from './forging-issuer.ts';

const origin = 'https://dayline.example';
const hosts = { SINGLE_SIGN_ON_PRIVATE_HOSTS: '127.0.0.1' };
let door: ClinicDoor;
let provider: SignInProvider;
let forging: Awaited<ReturnType<typeof startForgingIssuer>>;
let admin: Answer;
let people = 0;

beforeAll(async () => {
  door = await openClinicDoor({ PUBLIC_URL: origin, COOKIE_SECURE: 'off', ...hosts });
  provider = await startSignInProvider([`${origin}/sign-in/${door.clientId}/callback`]);
  forging = await startForgingIssuer();
  await door.addAdmin('admin@sunrise.example');
  admin = await door.signIn('admin@sunrise.example', password, 'admin');
});
afterAll(async () => {
  await door.close();
  await provider.close();
  await forging.close();
});

const refused = (status: number, code: string) => ({ status, body: { code } });

/** Sets the provider of the hospital. */
const set = (values: object) => {
  const { issuer, oidcClientId, secret } = provider;
  const common = { providerName: 'Sunrise ID', domains: ['sunrise.example'], hasSecondFactor: false };
  const settings = { ...common, ...{ issuer, oidcClientId, secret }, ...values };
  return door.call('setSingleSignOn', { clientId: door.clientId, provider: settings }, { cookie: admin.cookie });
};

/** A person of the provider, with an account of this address by default. */
async function newPerson({ hasAccount = true, ...changed }: Partial<PersonAtProvider> & { hasAccount?: boolean } = {}) {
  people += 1;
  const [subject, email] = [`person-${people}`, `person${people}@sunrise.example`];
  const accountId = hasAccount ? await door.addAdmin(email) : '';
  provider.people.set(subject, { email, isVerified: true, ...changed });
  return { subject, email, accountId };
}

const begin = (clientId = door.clientId) => door.call('beginSingleSignOn', { clientId, origin });

/** A browser at the provider: what its address has after the person signed in there. */
async function atProvider(address: string, subject: string): Promise<{ code: string; state: string; iss: string }> {
  const jar = new Map<string, string>();
  async function follow(at: string, body?: URLSearchParams): Promise<URL> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) });
    for (const [pair = ''] of answer.headers.getSetCookie().map((line) => line.split(';')))
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    const location = answer.headers.get('location');
    if (location === null) return follow(at, new URLSearchParams({ who: subject }));
    const next = new URL(location, at);
    return next.origin === origin ? next : follow(next.href);
  }
  const { searchParams } = await follow(address);
  // Cast is safe: the test fails without them.
  return Object.fromEntries(searchParams) as Awaited<ReturnType<typeof atProvider>>;
}

const complete = (returned: object, begun: Pick<Answer, 'cookie'>, clientId = door.clientId) =>
  door.call('signInByProvider', { clientId, origin, ...returned }, { cookie: begun.cookie });

async function signIn(subject: string): Promise<Answer> {
  const begun = await begin();
  return complete(await atProvider(begun.body.address, subject), begun);
}

/** A sign-in at the forging issuer, whose answer has a fault. */
async function forged(forgery: Forgery, returned: object = {}): Promise<Answer> {
  forging.forge({});
  const begun = await begin();
  const asked = new URL(begun.body.address).searchParams;
  forging.forge(forgery, asked.get('nonce') ?? '');
  return complete({ code: 'a code', state: asked.get('state'), ...returned }, begun);
}

const trail = async (accountId: string) => {
  const { own: events, signIns } = await trailOf(door, accountId);
  return [...events, ...signIns].map(({ type, data }) => ({ type, ...data }));
};

describe('the settings', () => {
  test('an administrator sets the provider; its secret is sealed and shown to nobody', async () => {
    expect(await set({})).toMatchObject({ status: 200, body: { message: 'Single sign-on saved.' } });
    const shown = await eventually(async () => {
      const { body } = await door.call('getClient', { clientId: door.clientId }, { cookie: admin.cookie });
      return body.singleSignOn;
    });
    const { issuer, oidcClientId, secret } = provider;
    expect(shown).toEqual({
      ...{ providerName: 'Sunrise ID', issuer, oidcClientId, domains: ['sunrise.example'], hasSecondFactor: false },
    });
    const events = await door.log.readStream(streams.client(door.clientId));
    expect(events.at(-1)).toMatchObject({ type: 'SingleSignOnSet', data: { issuer } });
    expect(JSON.stringify(events)).not.toContain(secret);
    expect((await door.call('listClients', {})).body).toEqual([
      {
        ...{ Client_ID: door.clientId, Client_Name: 'Sunrise' },
        Single_Sign_On: { name: 'Sunrise ID', domains: ['sunrise.example'] },
      },
    ]);
  });

  test('without a secret the present one stays, but for the same issuer and client ID alone', async () => {
    expect((await set({ providerName: 'Staff', secret: undefined })).status).toBe(200);
    const { subject } = await newPerson();
    expect(await signIn(subject)).toMatchObject({ status: 200 });
    for (const changed of [{ issuer: forging.issuer }, { oidcClientId: 'another' }])
      expect(await set({ ...changed, secret: undefined })).toMatchObject(refused(422, 'provider.secret-missing'));
  });

  test.each([
    ['a private host without TLS', 'http://localhost:9443'],
    ['a private host', 'https://localhost:9443'],
    ['a private address', 'https://10.1.2.3'],
    ['the address of a cloud’s metadata', 'https://169.254.169.254'],
    ['a loopback address in another spelling', 'https://[::ffff:127.0.0.1]'],
  ])('%s is refused unless the operator allows it', async (_what, issuer) => {
    expect(await set({ issuer })).toMatchObject(refused(422, 'provider.address'));
  });

  test('an issuer that does not answer, or names itself otherwise, is refused before it is saved', async () => {
    forging.forge({ silent: true });
    expect(await set({ issuer: forging.issuer })).toMatchObject(refused(424, 'provider.unavailable'));
    forging.forge({ issuer: 'https://login.other.example' });
    expect(await set({ issuer: forging.issuer })).toMatchObject(refused(422, 'provider.issuer'));
    expect(await set({ domains: ['not a domain'] })).toMatchObject(refused(400, 'request.invalid'));
  });

  test('a fresh proof is needed', async () => {
    door.clock.pass(20 * minute);
    expect(await set({})).toMatchObject({ body: { code: 'proof.needed' } });
    admin = await door.signIn('admin@sunrise.example', password, 'admin');
  });
});

describe('a sign-in at the provider', () => {
  beforeAll(async () => {
    expect((await set({})).status).toBe(200);
  });

  test('binds the account with the verified address; from then on issuer and subject count', async () => {
    const { subject, email, accountId } = await newPerson();
    const begun = await begin();
    const asked = new URL(begun.body.address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email' },
      redirect_uri: `${origin}/sign-in/${door.clientId}/callback`,
    });
    expect(begun.headers['set-cookie']?.join()).toMatch(
      /dayline_provider=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict/,
    );
    const signed = await complete(await atProvider(begun.body.address, subject), begun);
    expect(signed).toMatchObject({ status: 200, body: { user: { accountId, role: 'admin' } } });
    expect((await door.call('listDepartments', { clientId: door.clientId }, { cookie: signed.cookie })).status).toBe(
      200,
    );
    await eventually(async () =>
      (await trail(accountId)).some(
        ({ type, ...data }) => type === 'SignedIn' && 'factor' in data && data.factor === 'provider',
      ),
    );
    // Another person gets the address, and the bound one another.
    const later = await newPerson({ hasAccount: false, email });
    provider.people.set(subject, { email: 'new@elsewhere.example', isVerified: false });
    expect(await signIn(subject)).toMatchObject({ status: 200, body: { user: { accountId } } });
    expect(await signIn(later.subject)).toMatchObject(refused(403, 'provider.unknown'));
  });

  test('an unbound account is signed out, and is bound anew by the address', async () => {
    const { subject, email, accountId } = await newPerson();
    const body = { clientId: door.clientId, accountId };
    const isBound = async () => {
      const people = await door.call('listPeople', { clientId: door.clientId }, { cookie: admin.cookie });
      return people.body.find((person: { accountId: string }) => person.accountId === accountId).isBound;
    };
    const unbind = () => door.call('unbindPerson', body, { cookie: admin.cookie });
    expect(await unbind()).toMatchObject(refused(409, 'provider.not-bound'));
    const session = await signIn(subject);
    expect(await isBound()).toBe(true);
    const later = await newPerson({ hasAccount: false, email });
    expect(await signIn(later.subject)).toMatchObject(refused(403, 'provider.unknown'));
    expect(await unbind()).toMatchObject({ status: 200, body: { message: 'Account unbound.' } });
    expect(await isBound()).toBe(false);
    const own = { cookie: session.cookie };
    expect((await door.call('listDepartments', { clientId: door.clientId }, own)).status).toBe(401);
    expect(await signIn(later.subject)).toMatchObject({ status: 200, body: { user: { accountId } } });
    expect(await signIn(subject)).toMatchObject(refused(403, 'provider.unknown'));
    const events = await door.log.readStream(streams.people(door.clientId));
    expect(events.at(-1)).toMatchObject({ type: 'SingleSignOnUnbound', data: { accountId } });
  });

  test('two people with the address of one account at once: one of them is bound', async () => {
    const one = await newPerson();
    const other = await newPerson({ hasAccount: false, email: one.email });
    const answers = await Promise.all([signIn(one.subject), signIn(other.subject)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('an address that is not verified, unknown, of another domain or of an invited person opens no session', async () => {
    const unverified = await newPerson({ isVerified: false });
    expect(await signIn(unverified.subject)).toMatchObject(refused(422, 'provider.email'));
    const unknown = await newPerson({ hasAccount: false });
    const foreign = await newPerson({ email: 'admin@elsewhere.example', hasAccount: false });
    await door.addAdmin('admin@elsewhere.example');
    const invited = { name: 'Ravi', email: 'ravi@sunrise.example', role: 'auditor' };
    const own = { cookie: admin.cookie };
    expect((await door.call('invitePerson', { clientId: door.clientId, ...invited }, own)).status).toBe(200);
    provider.people.set('ravi', { email: invited.email, isVerified: true });
    for (const subject of [unknown.subject, foreign.subject, 'ravi']) {
      const answer = await signIn(subject);
      expect(answer).toMatchObject(refused(403, 'provider.unknown'));
      expect(answer.cookie).toBe('');
    }
  });

  test('a deactivated account is refused, bound or not', async () => {
    const [bound, unbound] = [await newPerson(), await newPerson()];
    expect((await signIn(bound.subject)).status).toBe(200);
    for (const { accountId, subject } of [bound, unbound]) {
      await door.call('deactivatePerson', { clientId: door.clientId, accountId }, { cookie: admin.cookie });
      expect(await signIn(subject)).toMatchObject(refused(403, 'sign-in.closed'));
    }
  });

  test('the second factor of the account follows, unless the provider has asked for one', async () => {
    const { subject, email, accountId } = await newPerson();
    const totp = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', since: 0, lastUsedAt: 0, lastStep: 0 };
    const factors = { pending: null, totp, passkeys: [], recoveryCodes: null };
    await door.vault.secondFactors.write(accountId, factors, { revision: 0 });
    const half = await signIn(subject);
    expect(half).toMatchObject({ status: 200, body: { next: 'secondFactor', factors: ['totp'] } });
    expect(half.cookie).not.toContain('dayline_session');
    const code = generateSync({ secret: totp.secret, epoch: Math.floor(door.clock.now() / 1_000) });
    expect(await door.call('completeSignIn', { code }, { cookie: half.cookie })).toMatchObject({
      ...{ status: 200, body: { user: { accountId } } },
    });
    const entry = expect.objectContaining({ type: 'SignedIn', factor: 'provider', secondFactor: 'totp' });
    await eventually(async () => (await trail(accountId)).some((found) => entry.asymmetricMatch(found)));
    expect((await set({ hasSecondFactor: true })).status).toBe(200);
    expect(await signIn(subject)).toMatchObject({ status: 200, body: { user: { accountId } } });
    expect((await set({ hasSecondFactor: false })).status).toBe(200);
    expect((await door.signIn(email, password, 'admin')).body).toMatchObject({ next: 'secondFactor' });
  });

  test('a state works once, within ten minutes, in the browser and for the hospital that it was made for', async () => {
    const { subject } = await newPerson();
    const begun = await begin();
    const returned = await atProvider(begun.body.address, subject);
    const state = refused(410, 'provider.state');
    expect(await complete(returned, { cookie: '' })).toMatchObject(state);
    expect(await complete(returned, await begin())).toMatchObject(state);
    expect(await complete({ ...returned, state: 'another' }, begun)).toMatchObject(state);
    expect(await complete(returned, begun, '6XGY7BG9E1XG4524YS96HCQNMF')).toMatchObject(state);
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(returned, begun)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
    expect(await complete(returned, begun)).toMatchObject(state);
    const late = await begin();
    const lateReturn = await atProvider(late.body.address, subject);
    door.clock.pass(10 * minute + 1);
    expect(await complete(lateReturn, late)).toMatchObject(state);
    admin = await door.signIn('admin@sunrise.example', password, 'admin');
  });

  test('a code of another sign-in is refused, and so is a used one', async () => {
    const { subject } = await newPerson();
    const [mine, others] = [await begin(), await begin()];
    const stolen = await atProvider(others.body.address, subject);
    const { state } = await atProvider(mine.body.address, subject);
    expect(await complete({ ...stolen, state }, mine)).toMatchObject(refused(422, 'provider.code'));
    const next = await begin();
    const used = await atProvider(next.body.address, subject);
    expect((await complete(used, next)).status).toBe(200);
    const again = await begin();
    const fresh = new URL(again.body.address).searchParams.get('state');
    expect(await complete({ ...used, state: fresh }, again)).toMatchObject(refused(422, 'provider.code'));
  });

  test('a secret that the provider does not know is said to be the hospital’s', async () => {
    expect((await set({ secret: 'wrong' })).status).toBe(200);
    const { subject } = await newPerson();
    expect(await signIn(subject)).toMatchObject(refused(424, 'provider.secret'));
    expect((await set({})).status).toBe(200);
  });
});

describe('required single sign-on', () => {
  const setPolicy = (localAdministrators: readonly string[] | null) =>
    door.call('setSingleSignOnPolicy', { clientId: door.clientId, localAdministrators }, { cookie: admin.cookie });
  const isSignedIn = async ({ cookie }: Answer): Promise<boolean> =>
    (await door.call('getOwnAccount', {}, { cookie })).status === 200;
  const required = refused(403, 'sign-in.provider-required');
  let own = '';
  beforeAll(async () => {
    expect((await set({})).status).toBe(200);
    own = admin.body.user.accountId;
  });
  afterAll(async () => {
    await setPolicy(null);
  });

  test('needs an active administrator of the hospital as the way back', async () => {
    const { accountId } = await newPerson();
    await door.call('deactivatePerson', { clientId: door.clientId, accountId }, { cookie: admin.cookie });
    const invited = { name: 'Mira', email: 'mira@sunrise.example', role: 'admin' };
    const by = { cookie: admin.cookie };
    const { body } = await door.call('invitePerson', { clientId: door.clientId, ...invited }, by);
    for (const id of [accountId, body.accountId])
      expect(await setPolicy([admin.body.user.accountId, id])).toMatchObject(refused(422, 'provider.local-missing'));
    expect(await setPolicy([own, '6XGY7BG9E1XG4524YS96HCQNMF'])).toMatchObject(refused(403, 'access.foreign'));
    expect(await setPolicy([])).toMatchObject(refused(400, 'request.invalid'));
    expect((await setPolicy(null)).status).toBe(200);
  });

  test('ends sessions that began by password, and refuses every other way in words, except for local administrators', async () => {
    const { subject, email, accountId } = await newPerson();
    const byPassword = await door.signIn(email, password, 'admin');
    const byProvider = await signIn(subject);
    expect(byProvider.status).toBe(200);
    // A browser's own session ends at its next sign-in; these are two browsers.
    expect([await isSignedIn(byPassword), await isSignedIn(byProvider)]).toEqual([true, true]);
    await door.call('requestPasswordReset', { email });
    expect((await setPolicy([own])).body).toMatchObject({ message: 'Policy saved.' });
    expect([await isSignedIn(byPassword), await isSignedIn(byProvider)]).toEqual([false, true]);
    expect(await isSignedIn(admin)).toBe(true);
    expect(await door.signIn(email, 'Wrong-teapot-41', 'admin')).toMatchObject(refused(401, 'sign-in.refused'));
    const answer = await door.signIn(email, password, 'admin');
    expect(answer).toMatchObject(required);
    expect(answer.body.message).toBe('Your hospital requires single sign-on: please sign in with its button.');
    expect(answer.cookie).toBe('');
    for (const [purpose, call, body] of [
      ...([
        ['reset', 'checkResetLink', {}],
        ['reset', 'resetPassword', { newPassword: 'Lighthouse-72' }],
      ] as const),
      ['signIn', 'signInByLink', {}] as const,
    ]) {
      const token = `canary ${purpose} ${call}`.padEnd(43, '.').replaceAll(/[ .]/g, 'x');
      const expiresAt = door.clock.now() + minute;
      const link = { accountId, purpose, token, askedBy: call, now: door.clock.now(), expiresAt } as const;
      await door.vault.tokens.issue(link);
      expect(await door.call(call, { token, pocId: accountId, ...body })).toMatchObject(required);
    }
    expect(await signIn(subject)).toMatchObject({ status: 200 });
    expect(await door.signIn('admin@sunrise.example', password, 'admin')).toMatchObject({ status: 200 });
    const events = await door.log.readStream(streams.people(door.clientId));
    const data = { localAdministrators: [own], names: 'Desk 1' };
    expect(events.at(-1)).toMatchObject({ type: 'SingleSignOnPolicySet', data });
    await eventually(async () =>
      (await trail(accountId)).some((entry) => 'code' in entry && entry.code === 'sign-in.provider-required'),
    );
    const people = (await door.call('listPeople', { clientId: door.clientId }, { cookie: admin.cookie })).body;
    const of = (id: string) => people.find((person: { accountId: string }) => person.accountId === id).singleSignOn;
    expect([of(own), of(accountId)]).toEqual(['local', 'required']);
  });

  test('the provider stays while it is required, and so does the last administrator who needs none', async () => {
    const other = await newPerson();
    expect((await setPolicy([other.accountId, own])).status).toBe(200);
    const ofOther = await door.signIn(other.email, password, 'admin');
    const deactivate = (accountId: string) =>
      door.call('deactivatePerson', { clientId: door.clientId, accountId }, { cookie: ofOther.cookie });
    expect((await setPolicy([own])).status).toBe(200);
    const again = await signIn(other.subject);
    const last = { clientId: door.clientId, accountId: own };
    expect(await door.call('deactivatePerson', last, { cookie: again.cookie })).toMatchObject(
      refused(409, 'account.last-local'),
    );
    expect((await deactivate(own)).status).toBe(401);
    const remove = { clientId: door.clientId, provider: null };
    expect(await door.call('setSingleSignOn', remove, { cookie: admin.cookie })).toMatchObject(
      refused(409, 'provider.required'),
    );
  });

  test('a second factor does not go round it', async () => {
    expect((await setPolicy(null)).status).toBe(200);
    const { email, accountId } = await newPerson();
    const totp = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', since: 0, lastUsedAt: 0, lastStep: 0 };
    const factors = { pending: null, totp, passkeys: [], recoveryCodes: null };
    await door.vault.secondFactors.write(accountId, factors, { revision: 0 });
    const half = await door.signIn(email, password, 'admin');
    expect((await setPolicy([own])).status).toBe(200);
    const code = generateSync({ secret: totp.secret, epoch: Math.floor(door.clock.now() / 1_000) });
    const completed = await door.call('completeSignIn', { code }, { cookie: half.cookie });
    expect(completed).toMatchObject(required);
    expect(completed.cookie).not.toContain('dayline_session');
  });
});

describe('an issuer that forges', () => {
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  beforeAll(async () => {
    forging.forge({});
    expect((await set({ issuer: forging.issuer })).status).toBe(200);
    await door.addAdmin('forged@sunrise.example');
  });

  test.each<[string, Forgery, number, string]>([
    ['another issuer', { claims: { iss: 'https://login.other.example' } }, 422, 'provider.issuer'],
    ['metadata of another issuer', { issuer: 'https://login.other.example' }, 422, 'provider.issuer'],
    ['another audience', { claims: { aud: 'other' } }, 422, 'provider.audience'],
    ['several audiences', { claims: { aud: ['dayline', 'other'] } }, 422, 'provider.audience'],
    ['another nonce', { claims: { nonce: 'other' } }, 422, 'provider.nonce'],
    ['no nonce', { claims: { nonce: undefined } }, 422, 'provider.invalid'],
    ['an expired token', { claims: { iat: past, exp: past + 60 } }, 422, 'provider.expired'],
    ['another key', { otherKey: true }, 422, 'provider.invalid'],
    ['an address that is not verified', { claims: { email_verified: 'yes' } }, 422, 'provider.email'],
    ['a refused code', { refusal: 'invalid_grant' }, 422, 'provider.code'],
    ['a refused secret', { refusal: 'invalid_client' }, 424, 'provider.secret'],
    ['an error', { refusal: 'server_error' }, 424, 'provider.unavailable'],
    ['no answer', { silent: true }, 424, 'provider.unavailable'],
  ])('%s opens no session, and says why', async (_what, forgery, status, code) => {
    const answer = await forged(forgery);
    expect(answer).toMatchObject(refused(status, code));
    expect(answer.cookie).toBe('');
  });

  test('an issuer in the address that is not the hospital’s is refused', async () => {
    expect(await forged({}, { iss: 'https://login.other.example' })).toMatchObject(refused(422, 'provider.issuer'));
  });

  test('the log has neither codes, tokens nor addresses of people', async () => {
    const lines = door.lines.filter((line) => line.includes('a sign-in provider was refused')).join('\n');
    expect(lines).toContain('unexpected ID Token');
    for (const secret of ['a code', 'forged@', 'eyJ', provider.secret]) expect(lines).not.toContain(secret);
  });

  test('without a fault it signs in; once removed, the hospital has no single sign-on', async () => {
    expect(await forged({})).toMatchObject({ status: 200, body: { success: true } });
    const body = { clientId: door.clientId, provider: null };
    expect((await door.call('setSingleSignOn', body, { cookie: admin.cookie })).status).toBe(200);
    expect(await begin()).toMatchObject(refused(409, 'provider.none'));
  });
});

import { runs } from '@dayline/contracts/testing/trials';
import { startSignInProvider } from '../testing/single-sign-on/sign-in-provider.ts';
import { type Answer, type ClinicDoor, openClinicDoor, password } from './clinic-door.ts';

/** What a sign-in's time reveals: nothing about who has an account or a second factor. */

const origin = 'https://dayline.example';
const email = (name: string) => `${name}@sunrise.example`;
const samples = runs(3, 250);
let door: ClinicDoor;
let provider: Awaited<ReturnType<typeof startSignInProvider>>;

beforeAll(async () => {
  const hosts = { SINGLE_SIGN_ON_PRIVATE_HOSTS: '127.0.0.1', PUBLIC_URL: origin, COOKIE_SECURE: 'off' };
  door = await openClinicDoor({ ...hosts, ATTEMPTS_FACTOR: '1000' });
  provider = await startSignInProvider([`${origin}/sign-in/${door.clientId}/callback`]);
  await door.addAdmin(email('without'));
  const accountId = await door.addAdmin(email('with'));
  const totp = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', since: 0, lastUsedAt: 0, lastStep: 0 };
  const factors = { pending: null, totp, passkeys: [], recoveryCodes: null };
  await door.vault.secondFactors.write(accountId, factors, { revision: 0 });
});
afterAll(async () => {
  await door.close();
  await provider.close();
});

let calls = 0;
/** Each call comes from another address, since the calls of one are limited. */
const fromElsewhere = (): Record<string, string> => {
  calls += 1;
  return { 'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` };
};

type Case = readonly [name: string, ask: () => Promise<Answer>];

/** The median time of each case (ms), asked in turn; in trials they are printed. */
async function medians(what: string, cases: readonly Case[]): Promise<Record<string, number>> {
  const times = new Map(cases.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round < samples; round += 1)
    for (const [name, ask] of cases) {
      const { status, ms } = await ask();
      expect(status).not.toBe(429);
      times.get(name)?.push(ms);
    }
  const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const found = [...times].map(([name, all]) => [name, Number(median(all).toFixed(2))] as const);
  if (runs(0, 1) > 0) process.stdout.write(`${what}, medians of ${samples}, ms: ${JSON.stringify(found)}\n`);
  return Object.fromEntries(found);
}

/** Far below the cost of a look-up that one of them would do alone. */
const areAlike = (found: Readonly<Record<string, number>>): boolean => {
  const all = Object.values(found);
  return Math.max(...all) < Math.min(...all) * 1.2 + 3;
};

test('a wrong password takes as long for an unknown address as for a known one, with a second factor or without', async () => {
  const wrong = (name: string): Case => [
    name,
    () => door.signIn(email(name), 'Wrong-teapot-41', 'admin', fromElsewhere()),
  ];
  const cases = [wrong('unknown'), wrong('without'), wrong('with')];
  const answers = [];
  for (const [, ask] of cases) answers.push(await ask());
  expect(new Set(answers.map(({ status, message }) => JSON.stringify([status, message]))).size).toBe(1);
  const found = await medians('a wrong password', cases);
  if (runs(0, 1) > 0) expect(areAlike(found)).toBe(true);
});

test('a right password leads to the second step as fast as a wrong one is refused', async () => {
  const sign = (name: string, secret: string) => () => door.signIn(email(name), secret, 'admin', fromElsewhere());
  const found = await medians('a password of an account with a second factor', [
    ['right', sign('with', password)],
    ['wrong', sign('with', 'Wrong-teapot-41')],
  ]);
  if (runs(0, 1) > 0) expect(areAlike(found)).toBe(true);
});

test('single sign-on begins as fast for an unknown client as for one without it', async () => {
  const begin = (clientId: string) => () => door.call('beginSingleSignOn', { clientId, origin }, fromElsewhere());
  const unknown = begin('6XGY7BG9E1XG4524YS96HCQNMF');
  const refused = await medians('the beginning of single sign-on', [
    ['unknown client', unknown],
    ['client without it', begin(door.clientId)],
  ]);
  if (runs(0, 1) > 0) expect(areAlike(refused)).toBe(true);
  const { cookie } = await door.signIn(email('without'), password, 'admin', fromElsewhere());
  const { issuer, oidcClientId, secret } = provider;
  const settings = { providerName: 'Sunrise ID', domains: ['sunrise.example'], hasSecondFactor: false };
  const body = { clientId: door.clientId, provider: { ...settings, issuer, oidcClientId, secret } };
  expect((await door.call('setSingleSignOn', body, { cookie, ...fromElsewhere() })).status).toBe(200);
  // Which clients have it is public: the sign-in page shows its button. The provider is asked for its metadata.
  await medians('the beginning of single sign-on', [
    ['unknown client', unknown],
    ['client with it', begin(door.clientId)],
  ]);
});

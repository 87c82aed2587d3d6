import { runs } from '@dayline/contracts/testing/trials';
import { type AttemptScope, openAttempts } from '@dayline/vault/attempts/attempts';
import { type Answer, type ClinicDoor, eventually, hour, minute, openClinicDoor, password } from './clinic-door.ts';

let door: ClinicDoor;
beforeAll(async () => {
  door = await openClinicDoor();
});
afterAll(() => door.close());

/** Each test has its own account and addresses, so that one product serves all tests. */
let story = 0;
let adminEmail = '';
let here = '';
const elsewhere = (index: number): string => `10.${story}.1.${index}`;
beforeEach(async () => {
  story += 1;
  adminEmail = `desk${story}@sunrise.example`;
  here = `10.${story}.0.1`;
  await door.addAdmin(adminEmail);
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const wrong = (email = adminEmail, address = here): Promise<Answer> =>
  door.signIn(email, 'Wrong-password-1', 'admin', from(address));
const right = (address = here) => door.signIn(adminEmail, password, 'admin', from(address));
const retryAfter = ({ headers }: Answer): number => Number(headers['retry-after']);
/** Sends wrong passwords until throttled; returns how many were answered. */
async function untilThrottled(attempt: () => Promise<Answer>, most = 200): Promise<{ answered: number; last: Answer }> {
  for (let answered = 0; answered < most; answered += 1) {
    const last = await attempt();
    if (last.status === 429) return { answered, last };
    expect(last.status).toBe(401);
  }
  throw new Error(`Not throttled after ${most}.`);
}

/** Counts attempts up to this number, as if other processes had counted them: each real wrong password costs a hash. */
async function countUpTo(level: number, scope: AttemptScope, ...parts: string[]): Promise<void> {
  const { vault, clock } = door;
  const counters = openAttempts({ store: vault.attempts, clock, factor: 1, onFault: () => {} });
  const key = counters.key(scope, ...parts);
  for (let left = level - (await counters.level(key)); left > 0; left -= 1) await counters.take([key]);
}

describe('wrong passwords', () => {
  test('hold this address up for this account, longer each time, and a right one is not looked at meanwhile', async () => {
    const { answered, last } = await untilThrottled(() => wrong());
    expect(answered).toBe(6);
    expect(last).toMatchObject({ status: 429, body: { code: 'request.throttled' } });
    const waits = [retryAfter(last)];
    expect((await right()).status).toBe(429);
    for (const _ of [1, 2, 3]) {
      door.clock.pass((waits.at(-1) ?? 0) * 1_000);
      expect((await wrong()).status).toBe(401);
      waits.push(retryAfter(await wrong()));
    }
    expect(waits).toEqual([2, 4, 8, 16]);
    door.clock.pass(16_000);
    expect((await right()).status).toBe(200);
    // The counter has been reset.
    expect((await untilThrottled(() => wrong())).answered).toBe(6);
  });

  test('are remembered through a restart', async () => {
    await untilThrottled(() => wrong());
    await door.restart();
    expect(await wrong()).toMatchObject({ status: 429, body: { code: 'request.throttled' } });
    door.clock.pass(2_000);
    expect((await right()).status).toBe(200);
  });

  test('from one address hold nobody up at another', async () => {
    await untilThrottled(() => wrong());
    expect((await right(elsewhere(2))).status).toBe(200);
  });

  test('from many addresses delay the account by at most half a minute, and not where it has signed in before', async () => {
    expect((await right(elsewhere(250))).status).toBe(200);
    let stranger = 0;
    const strange = () => {
      stranger += 1;
      return wrong(adminEmail, elsewhere(stranger));
    };
    const { answered, last } = await untilThrottled(strange);
    expect(answered).toBe(21);
    let wait = retryAfter(last);
    for (let round = 0; round < 12; round += 1) {
      door.clock.pass(wait * 1_000);
      expect((await strange()).status).toBe(401);
      wait = retryAfter(await strange());
      expect(wait).toBeLessThanOrEqual(30);
    }
    expect((await right(elsewhere(251))).status).toBe(429);
    expect((await right(elsewhere(250))).status).toBe(200);
    door.clock.pass(wait * 1_000);
    expect((await right(elsewhere(251))).status).toBe(200);
  });

  test('for many accounts from one address hold that address up', async () => {
    let account = 0;
    const { answered } = await untilThrottled(() => {
      account += 1;
      return wrong(`nobody${account}@sunrise.example`);
    });
    expect(answered).toBe(61);
  });

  test('for many accounts from many addresses are noticed, and slow unknown browsers down alone', async () => {
    const known = await right(elsewhere(250));
    expect(known.status).toBe(200);
    const device = known.headers['set-cookie'] ?? [];
    const cookie = [device]
      .flat()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    // A time window of their own: earlier tests have tried many accounts too.
    door.clock.pass(11 * minute);
    // Thirty accounts in ten minutes are noticed.
    await countUpTo(560, 'signInByStrangers');
    const warnings = () => door.lines.filter((line) => line.includes('wrong passwords for many accounts'));
    const before = warnings().length;
    let stranger = 0;
    const spray = () => {
      stranger += 1;
      return wrong(`sprayed${stranger}@sunrise.example`, `10.${story}.${2 + stranger}.1`);
    };
    const { last } = await untilThrottled(spray);
    expect(retryAfter(last)).toBeLessThanOrEqual(5);
    expect((await right(elsewhere(251))).status).toBe(429);
    expect((await right(elsewhere(250))).status).toBe(200);
    expect((await door.signIn(adminEmail, password, 'admin', { ...from(elsewhere(252)), cookie })).status).toBe(200);
    expect(warnings()).toHaveLength(before + 1);
    expect(warnings().join()).not.toContain('sprayed');
    door.clock.pass(hour);
    expect((await right(elsewhere(251))).status).toBe(200);
  });

  test('of strangers behind the hospital’s address hold nobody up who has signed in from there before', async () => {
    const staff = Array.from({ length: 6 }, (_, index) => `staff${index}@sunrise.example`);
    const signIn = (email: string, secret = password) => door.signIn(email, secret, 'admin', from(here));
    for (const email of [...staff, 'new@sunrise.example']) await door.addAdmin(email);
    for (const email of staff) expect((await signIn(email)).status).toBe(200);
    const statuses: number[] = [];
    let delayedCount = 0;
    await countUpTo(55, 'signInFromAddress', here);
    for (let round = 0; round < 40; round += 1) {
      // 180 in four minutes, of existing and unknown accounts.
      door.clock.pass(Math.round((4 * minute) / 180));
      const { status } = await wrong(round % 3 === 0 ? 'new@sunrise.example' : `nobody${round}@sunrise.example`);
      if (status === 429) delayedCount += 1;
      if (round % 4 === 0) statuses.push((await signIn(staff[(round / 4) % staff.length] ?? '')).status);
    }
    expect(delayedCount).toBeGreaterThan(0);
    expect((await signIn('new@sunrise.example')).status).toBe(429);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);

    // The limit of the account and this address stays strict.
    const [first = '', second = ''] = staff;
    expect((await untilThrottled(() => signIn(first, 'Wrong-password-1'))).answered).toBe(6);
    expect((await signIn(first)).status).toBe(429);
    expect((await signIn(second)).status).toBe(200);
  });

  test('a person who signs in now and then from an address stays known there', async () => {
    expect((await right()).status).toBe(200);
    for (let times = 0; times < 3; times += 1) {
      door.clock.pass(20 * 24 * hour);
      expect((await right()).status).toBe(200);
    }
    await countUpTo(61, 'signInFromAddress', here);
    expect((await wrong('nobody@sunrise.example')).status).toBe(429);
    expect((await right()).status).toBe(200);
    door.clock.pass(50 * 24 * hour);
    await countUpTo(61, 'signInFromAddress', here);
    expect((await right()).status).toBe(429);
  });

  test('are answered the same for an address that nobody has, throttled too', async () => {
    const known: unknown[] = [];
    const unknown: unknown[] = [];
    for (let round = 0; round < 8; round += 1) {
      const a = await wrong(adminEmail, elsewhere(3));
      const b = await wrong('nobody@sunrise.example', elsewhere(4));
      known.push([a.status, a.message, a.headers['retry-after']]);
      unknown.push([b.status, b.message, b.headers['retry-after']]);
    }
    expect(known).toEqual(unknown);
  });

  test('what is long past is free again', async () => {
    await untilThrottled(() => wrong());
    door.clock.pass(hour);
    expect((await untilThrottled(() => wrong())).answered).toBe(6);
  });

  test('many at once get no more verdicts than one after another', async () => {
    const all = await Promise.all(Array.from({ length: 25 }, () => wrong()));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(6);
  });

  test('a right password is never counted: a whole shift signs in from one address', async () => {
    for (let person = 0; person < 30; person += 1) expect((await right()).status).toBe(200);
  });
});

describe('links and messages', () => {
  const ask = (email: string, address = here) => door.call('requestPasswordReset', { email }, from(address));

  test('the sixth and following reset mails to one mailbox from one address wait; another mailbox does not', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 7; round += 1) statuses.push((await ask(adminEmail)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(retryAfter(await ask(adminEmail))).toBe(30);
    expect((await ask('other@sunrise.example')).status).toBe(200);
    door.clock.pass(30_000);
    expect((await ask(adminEmail)).status).toBe(200);
  });

  test('strangers can keep nobody from a reset for more than a minute', async () => {
    for (let stranger = 0; stranger < 40; stranger += 1) await ask(adminEmail, elsewhere(stranger));
    const mine = await ask(adminEmail);
    expect(mine.status).toBe(429);
    expect(retryAfter(mine)).toBeLessThanOrEqual(60);
    door.clock.pass(minute);
    expect((await ask(adminEmail)).status).toBe(200);
  });

  test('sign-up and contact are throttled, each on its own', async () => {
    const signUp = () =>
      door.call('verifyPocEmail', { clientId: door.clientId, email: 'x@sunrise.example' }, from(here));
    const contact = () =>
      door.call('sendContactMessage', { name: 'R', email: 'r@mail.example', message: 'Hello' }, from(here));
    for (const call of [signUp, contact]) {
      const statuses: number[] = [];
      for (let round = 0; round < 7; round += 1) statuses.push((await call()).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    }
  });

  test('tokens that are not good are counted by address', async () => {
    const guess = (address: string) =>
      door.call('verifyEmail', { token: 'guess', pocId: '01J00000000000000000000D01' }, from(address));
    const statuses: number[] = [];
    for (let round = 0; round < 32; round += 1) statuses.push((await guess(here)).status);
    expect(statuses).toEqual([...Array.from({ length: 31 }, () => 410), 429]);
    expect((await guess(elsewhere(1))).status).toBe(410);
  });

  test('phones are looked up as fast as a desk works, and no faster', async () => {
    const { cookie } = await right();
    const look = () => door.call('verifyUser', { phone: '919876543210', clientId: door.clientId }, { cookie });
    const statuses: number[] = [];
    for (let round = 0; round < 242; round += 1) statuses.push((await look()).status);
    expect(statuses.slice(0, 241).every((status) => status === 200)).toBe(true);
    const last = await look();
    expect(last.status).toBe(429);
    expect(retryAfter(last)).toBe(1);
  });
});

describe('an address that nobody has', () => {
  const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

  test('is answered like one that somebody has: status, body and headers; in trials by its median time too', async () => {
    await door.restart({ ATTEMPTS_FACTOR: '1000' });
    await door.addDoctor('doctor@sunrise.example');
    for (const [name, more] of [
      ['verifyPocEmail', { clientId: door.clientId }],
      ['requestPasswordReset', {}],
      ['requestSignInLink', {}],
    ] as const) {
      const known = name === 'verifyPocEmail' ? 'doctor@sunrise.example' : adminEmail;
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      for (let round = 0; round < runs(3, 60); round += 1) {
        const a = await door.call(name, { ...more, email: known });
        const b = await door.call(name, { ...more, email: 'nobody@sunrise.example' });
        expect([a.status, a.message, Object.keys(a.headers)]).toEqual([b.status, b.message, Object.keys(b.headers)]);
        times.known.push(a.ms);
        times.unknown.push(b.ms);
      }
      // The tolerance of 50 % plus 3 ms is far below the cost of a lookup, a token and a mail.
      const [fewer = 0, more2 = 0] = [median(times.known), median(times.unknown)].sort((a, b) => a - b);
      if (runs(0, 1) > 0) expect(more2).toBeLessThan(fewer * 1.5 + 3);
    }
  });

  test('leaves its trail apart, without the address', async () => {
    await door.call('requestPasswordReset', { email: 'nobody@sunrise.example' });
    const entry = await eventually(async () => {
      const events = await door.log.readStream('account-unknown');
      return events.find(({ type }) => type === 'PasswordResetRequested');
    });
    expect(JSON.stringify(entry)).not.toContain('nobody@');
    expect(door.lines.join('')).not.toContain('nobody@');
  });
});

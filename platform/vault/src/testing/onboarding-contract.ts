import { openAttempts } from '../attempts/attempts.ts';
import { signInAttempts } from '../attempts/sign-in-attempts.ts';
import type { AttemptKey, AttemptPolicy, TokenPurpose } from '../onboarding-port.ts';
import type { Account, Vault } from '../port.ts';
import { nextMillisecond } from './next-millisecond.ts';

/** The vault under test, another one on the same storage, and the same one after a restart. */
export interface VaultsUnderTest {
  vault(): Vault;
  another(): Promise<Vault>;
  reopen(): Promise<void>;
}

const second = 1_000;
const minute = 60 * second;

/** The contract on tokens, attempts and email. */
export function describeOnboarding({ vault, another, reopen }: VaultsUnderTest, owner: Account): void {
  const { accountId } = owner;
  const session = 'd'.repeat(64);

  describe('one-time tokens', () => {
    beforeEach(() => vault().accounts.add(owner));
    const shown = (token: string, now = 0, purpose: TokenPurpose = 'reset') => ({ purpose, token, now });
    const issue = (token: string, purpose: TokenPurpose = 'reset', { askedBy = token, now = 0 } = {}) =>
      vault().tokens.issue({ accountId, purpose, token, askedBy, now, expiresAt: now + 30 * minute });

    test('say whose they are until they expire, after a restart too, and only for their purpose', async () => {
      expect(await issue('t1')).toBe(true);
      await reopen();
      expect(await vault().tokens.find(shown('t1', 30 * minute - 1))).toEqual(owner);
      expect(await vault().tokens.find(shown('t1', 30 * minute))).toBeNull();
      expect(await vault().tokens.find(shown('t1', 0, 'verification'))).toBeNull();
      expect(await vault().tokens.find(shown('t2'))).toBeNull();
    });

    test('set an address once, for that purpose, and void the links to the former one', async () => {
      const email = 'asha.menon@sunrise.example';
      await issue('new address', 'email');
      await issue('reset');
      const set = (token: string, to = email, purpose: TokenPurpose = 'email') =>
        vault().tokens.setEmail(shown(token, 1, purpose), to);
      expect(await set('reset')).toBe(false);
      await vault().accounts.add({ ...owner, accountId: '01J0000000000000000000000T', email: 'taken@sunrise.example' });
      expect(await set('new address', 'TAKEN@sunrise.example')).toBe(false);
      expect((await vault().accounts.byId(accountId))?.email).toBe(owner.email);
      const both = await Promise.all([set('new address', 'Asha.Menon@sunrise.example'), set('new address')]);
      expect([...both].sort()).toEqual([false, true]);
      await reopen();
      expect(await vault().accounts.byEmail(email)).toEqual({ ...owner, email });
      expect(await vault().accounts.byEmail(owner.email)).toBeNull();
      expect(await vault().tokens.find(shown('reset'))).toBeNull();
    });

    test('need an account', async () => {
      const token = { purpose: 'reset', token: 't', askedBy: '1', now: 0, expiresAt: 1 } as const;
      expect(await vault().tokens.issue({ ...token, accountId: '01J0000000000000000000000X' })).toBe(false);
    });

    const validOf = async (tokens: readonly string[], now = 0) => {
      const found = await Promise.all(tokens.map((token) => vault().tokens.find(shown(token, now))));
      return tokens.filter((_, index) => found[index] !== null);
    };

    test('three for a purpose stay valid side by side; further requests add none and void none', async () => {
      const tokens = ['t1', 't2', 't3', 't4', 't5'];
      const issued = [];
      for (const token of tokens) issued.push(await issue(token));
      expect(issued).toEqual([true, true, true, false, false]);
      expect(await issue('other', 'verification')).toBe(true);
      expect(await validOf(tokens)).toEqual(['t1', 't2', 't3']);
      // Once they have expired, there is room again.
      expect(await issue('t6', 'reset', { now: 30 * minute })).toBe(true);
      expect(await validOf([...tokens, 't6'], 30 * minute)).toEqual(['t6']);
    });

    test('of ten requests at once, in two processes, three get one', async () => {
      const vaults = [vault(), await another()];
      const expiresAt = 30 * minute;
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const token = { accountId, purpose: 'reset', token: `t${index}`, askedBy: `${index}`, now: 0 } as const;
          return vaults[index % 2]?.tokens.issue({ ...token, expiresAt });
        }),
      );
      expect(all.filter(Boolean)).toHaveLength(3);
    });

    test('one that is issued again for the same request replaces the earlier one', async () => {
      await issue('t1');
      await issue('t2', 'reset', { askedBy: 'letter' });
      await issue('t3', 'reset', { askedBy: 'letter' });
      expect(await issue('t4', 'reset', { askedBy: 'letter' })).toBe(true);
      expect(await validOf(['t1', 't2', 't3', 't4'])).toEqual(['t1', 't4']);
    });

    test('the first use voids the others for its purpose, and no other', async () => {
      await issue('t1');
      await issue('t2');
      await issue('other', 'signIn');
      const all = await Promise.all(['t1', 't2', 't1', 't2'].map((token) => vault().tokens.use(shown(token))));
      expect(all.filter(Boolean)).toHaveLength(1);
      expect(await validOf(['t1', 't2'])).toEqual([]);
      expect(await vault().tokens.use(shown('other'))).toBe(false);
      expect(await vault().tokens.find(shown('other', 0, 'signIn'))).toEqual(owner);
    });

    test('a password that an operator sets voids all of them', async () => {
      await issue('t1');
      await issue('t2', 'signIn');
      await vault().accounts.setPassword(accountId, 'hash');
      expect(await validOf(['t1'])).toEqual([]);
      expect(await vault().tokens.find(shown('t2', 0, 'signIn'))).toBeNull();
    });

    test('set a password once: of ten at once, in two processes, one succeeds', async () => {
      await issue('t1');
      const otherVault = await another();
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? otherVault : vault()).tokens.setPassword(shown('t1'), `hash-${index}`),
        ),
      );
      expect(all.filter(Boolean)).toHaveLength(1);
      expect(await vault().accounts.byId(accountId)).toMatchObject({
        passwordHash: `hash-${all.indexOf(true)}`,
        sessionEpoch: owner.sessionEpoch + 1,
      });
    });

    test('setting the password ends the sessions and voids all tokens of the account', async () => {
      await issue('t1');
      await issue('t2', 'password');
      await vault().sessions.open(session, owner, 0);
      expect(await vault().tokens.setPassword(shown('t1'), 'hash')).toBe(true);
      expect(await vault().sessions.find(session)).toBeNull();
      expect(await vault().tokens.find(shown('t2', 0, 'password'))).toBeNull();
    });

    test('one that is expired or for something else sets nothing', async () => {
      await issue('t1');
      expect(await vault().tokens.setPassword(shown('t1', 30 * minute), 'hash')).toBe(false);
      expect(await vault().tokens.setPassword(shown('t1', 0, 'password'), 'hash')).toBe(false);
      expect((await vault().accounts.byId(accountId))?.passwordHash).toBe(owner.passwordHash);
      expect(await vault().tokens.setPassword(shown('t1'), 'hash')).toBe(true);
    });

    test('are exchanged once for another of the same account', async () => {
      await issue('mailed', 'verification');
      const next = (token: string) => ({ purpose: 'password', token, expiresAt: minute }) as const;
      const from = shown('mailed', 0, 'verification');
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, index) => vault().tokens.exchange(from, next(`p${index}`))),
      );
      expect(all.filter(Boolean)).toHaveLength(1);
      expect(await vault().tokens.find(shown(`p${all.indexOf(true)}`, 0, 'password'))).toEqual(owner);
      expect(await vault().tokens.find(from)).toBeNull();
    });
  });

  describe('attempts', () => {
    const policy: AttemptPolicy = { free: 3, drainMs: minute, firstDelayMs: second, maxDelayMs: 10 * second };
    const key = (value = 'asha@sunrise.example', scope = 'signIn'): AttemptKey => ({ scope, value, policy });
    const take = (now: number, keys = [key()]) => vault().attempts.take(keys, now);

    test('some are free, then each delay is twice the last, up to the longest', async () => {
      let now = 0;
      for (const _ of [1, 2, 3]) expect(await take(now)).toBe(0);
      const delays: number[] = [];
      for (const _ of [1, 2, 3, 4, 5, 6]) {
        expect(await take(now)).toBe(0);
        const until = await vault().attempts.blockedUntil([key()], now);
        delays.push(until - now);
        expect(await take(until - 1)).toBe(until);
        now = until;
      }
      expect(delays).toEqual([1, 2, 4, 8, 10, 10].map((seconds) => seconds * second));
    });

    test('are remembered through a restart and by every process', async () => {
      for (const _ of [1, 2, 3, 4]) await take(0);
      await reopen();
      expect(await take(0)).toBe(second);
      const otherVault = await another();
      expect(await otherVault.attempts.blockedUntil([key()], 0)).toBe(second);
      expect(await otherVault.attempts.level(key(), 0)).toBe(4);
    });

    test('are forgotten one by one as time goes by, and all at once when told', async () => {
      for (const _ of [1, 2, 3, 4]) await take(0);
      expect(await vault().attempts.level(key(), 2 * minute)).toBe(2);
      expect(await vault().attempts.level(key(), 60 * minute)).toBe(0);
      await vault().attempts.forget([key()]);
      expect(await vault().attempts.blockedUntil([key()], 0)).toBe(0);
      expect(await vault().attempts.level(key(), 0)).toBe(0);
    });

    test('a value and a scope have their own; where one of several is blocked, none counts', async () => {
      for (const _ of [1, 2, 3, 4]) await take(0);
      expect(await take(0, [key('ravi@sunrise.example')])).toBe(0);
      expect(await take(0, [key(undefined, 'reset')])).toBe(0);
      expect(await take(0, [key('ravi@sunrise.example'), key()])).toBe(second);
      expect(await vault().attempts.level(key('ravi@sunrise.example'), 0)).toBe(1);
    });

    test('a free one delays nobody whose process read its clock a moment earlier', async () => {
      expect(await take(1_000)).toBe(0);
      expect(await vault().attempts.blockedUntil([key()], 999)).toBe(0);
      expect(await (await another()).attempts.take([key()], 999)).toBe(0);
    });

    test('of many at once no more than the free ones and the one that begins the delay pass', async () => {
      const otherVault = await another();
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, index) => (index % 2 ? otherVault : vault()).attempts.take([key()], 0)),
      );
      expect(all.filter((until) => until === 0)).toHaveLength(4);
    });

    test('who has signed in from an address is not held up by others’ wrong passwords there, but by the own ones', async () => {
      const clock = { now: () => minute };
      const attempts = openAttempts({
        store: vault().attempts,
        clock,
        factor: 1,
        onFault: (error) => {
          throw error;
        },
      });
      const signIn = (email: string) => signInAttempts(attempts, email, { address: '198.51.100.1', device: null });
      await (await signIn('asha@sunrise.example')).granted('desk');
      const addressKey = attempts.key('signInFromAddress', '198.51.100.1');
      for (let before = 0; before < 58; before += 1) await attempts.take([addressKey]);
      const waits: number[] = [];
      for (const name of ['one', 'two', 'three', 'four', 'five']) {
        waits.push(await (await signIn(`${name}@mail.example`)).refused());
      }
      expect(waits).toEqual([0, 0, 0, expect.any(Number), expect.any(Number)]);
      expect(Math.min(...waits.slice(3))).toBeGreaterThan(0);
      expect(await (await signIn('ravi@sunrise.example')).wait()).toBeGreaterThan(0);
      const asha = await signIn('asha@sunrise.example');
      expect(await asha.wait()).toBe(0);
      for (let wrong = 0; wrong < 6; wrong += 1) expect(await asha.refused()).toBe(0);
      expect(await asha.wait()).toBe(2);
      await asha.granted('desk');
      expect(await asha.wait()).toBe(0);
    });

    test('who has signed in in a browser is held up there by nobody else, from whatever address, but by the own ones', async () => {
      const clock = { now: () => minute };
      const onFault = (error: unknown) => {
        throw error;
      };
      const attempts = openAttempts({ store: vault().attempts, clock, factor: 1, onFault });
      const signIn = (email: string, address: string, device: string | null) =>
        signInAttempts(attempts, email, { address, device });
      const [asha, ravi] = ['asha@sunrise.example', 'ravi@sunrise.example'];
      await (await signIn(asha, '198.51.100.1', null)).granted('desk');
      for (const email of [asha, ravi]) {
        const toAccount = attempts.key('signInToAccount', email);
        for (let before = 0; before < 18; before += 1) await attempts.take([toAccount]);
      }
      for (const stranger of [1, 2, 3, 4]) {
        await (await signIn(asha, `203.0.113.${stranger}`, null)).refused();
        await (await signIn(asha, '192.0.2.7', 'made up')).refused();
      }
      const elsewhere = '192.0.2.7';
      expect(await (await signIn(asha, elsewhere, null)).wait()).toBeGreaterThan(0);
      expect(await (await signIn(asha, elsewhere, 'made up')).wait()).toBeGreaterThan(0);
      const known = await signIn(asha, elsewhere, 'desk');
      expect(await known.wait()).toBe(0);
      // Known to this account only.
      expect(await (await signIn(ravi, '203.0.113.1', 'desk')).wait()).toBe(0);
      for (const wrong of [1, 2, 3]) await (await signIn(ravi, `203.0.113.${wrong}`, null)).refused();
      expect(await (await signIn(ravi, '203.0.113.99', 'desk')).wait()).toBeGreaterThan(0);
      // The cookie alone doesn't allow guessing.
      for (let wrong = 0; wrong < 6; wrong += 1) expect(await known.refused()).toBe(0);
      expect(await known.wait()).toBe(2);
      await known.granted('desk');
      expect(await known.wait()).toBe(0);
    });

    test('a counter whose attempts are all forgotten is removed', async () => {
      await take(0);
      await take(minute, [key('ravi@sunrise.example')]);
      expect(await vault().attempts.prune(minute - 1)).toBe(0);
      expect(await vault().attempts.prune(minute)).toBe(1);
      expect(await vault().attempts.level(key('ravi@sunrise.example'), minute)).toBe(1);
    });
  });

  describe('mail that waits', () => {
    const add = (id: string, addedAt: number, keep = false) =>
      vault().outbox.add({ id, kind: 'reset', payload: `{"to":"${id}@sunrise.example"}`, addedAt, keep });

    test('is there after a restart, what is new first, and gone when done', async () => {
      for (const id of ['b', 'a']) {
        await add(id, 1);
        await vault().outbox.claim(minute);
        await vault().outbox.retryIn(id, 0);
        await nextMillisecond();
      }
      await add('c', 2);
      await reopen();
      const first = await vault().outbox.claim(minute);
      expect(first).toEqual({
        id: 'c',
        kind: 'reset',
        payload: '{"to":"c@sunrise.example"}',
        addedAt: 2,
        tries: 0,
      });
      for (const id of ['c', 'b', 'a']) {
        if (id !== 'c') expect((await vault().outbox.claim(minute))?.id).toBe(id);
        await vault().outbox.done(id);
      }
      expect(await vault().outbox.claim(minute)).toBeNull();
    });

    test('is due at once, however wrong the clock of who added it', async () => {
      await add('a', Date.now() + 60 * minute);
      expect((await vault().outbox.claim(minute))?.id).toBe('a');
    });

    test('is there once, also where the call that added it is repeated', async () => {
      await add('a', 1);
      await add('a', 2);
      expect(await vault().outbox.claim(minute)).toMatchObject({ id: 'a', addedAt: 1 });
      expect(await vault().outbox.claim(minute)).toBeNull();
      await vault().outbox.done('a');
      await add('kept', 1, true);
      await vault().outbox.done('kept');
      await add('kept', 2, true);
      expect(await vault().outbox.claim(minute)).toBeNull();
    });

    test('is worked on by one at a time; who died meanwhile loses it when the lease ends', async () => {
      await add('a', 1);
      const otherVault = await another();
      const claims = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? otherVault : vault()).outbox.claim(minute)),
      );
      expect(claims.filter((job) => job !== null)).toHaveLength(1);
      expect(await otherVault.outbox.claim(minute)).toBeNull();
      await add('b', 1);
      expect((await vault().outbox.claim(0))?.id).toBe('b');
      expect((await otherVault.outbox.claim(minute))?.id).toBe('b');
    });

    test('what failed waits for its time and counts its tries', async () => {
      await add('a', 1);
      await vault().outbox.claim(minute);
      expect(await vault().outbox.inTrouble()).toBe(0);
      await vault().outbox.retryIn('a', minute);
      expect(await vault().outbox.inTrouble()).toBe(1);
      expect(await vault().outbox.claim(minute)).toBeNull();
      await vault().outbox.retryIn('a', 0);
      expect(await vault().outbox.claim(minute)).toMatchObject({ id: 'a', tries: 2 });
      await vault().outbox.done('a');
      expect(await vault().outbox.inTrouble()).toBe(0);
    });

    test('what is to be kept can be read after it was sent, and is not sent again', async () => {
      await add('a', 1, true);
      await add('b', 2, true);
      await add('c', 3);
      for (const id of ['a', 'c']) await vault().outbox.done(id);
      expect((await vault().outbox.kept(10)).map((job) => job.id)).toEqual(['b', 'a']);
      expect((await vault().outbox.claim(minute))?.id).toBe('b');
      expect(await vault().outbox.claim(minute)).toBeNull();
    });

    test('what was kept can be forgotten, sent or not; what was not to be kept can not', async () => {
      await add('a', 1, true);
      await add('b', 2, true);
      await add('c', 3);
      await vault().outbox.done('a');
      const forgotten = [];
      for (const id of ['a', 'a', 'b', 'c', 'x']) forgotten.push(await vault().outbox.forget(id));
      expect(forgotten).toEqual([true, false, true, false, false]);
      expect(await vault().outbox.kept(10)).toEqual([]);
      expect((await vault().outbox.claim(minute))?.id).toBe('c');
    });
  });
}

import { passwordSchema } from '@dayline/contracts/endpoints/onboarding';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { isPasswordTooLong, passwordTooLong } from '@dayline/contracts/fields/password';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { openPasswords } from './passwords.ts';

const passwords = openPasswords();
const here = '203.0.113.7';

const kept = async (password: string): Promise<string> => {
  const made = await passwords.hash(password, here);
  if (made === 'busy') throw new Error('It was busy.');
  return made;
};

test('a password is kept as argon2id with m=19456, t=2, p=1, and known again', async () => {
  const kept = await passwords.hash('Dayline#2026', here);
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(kept, 'Dayline#2026', here)).toEqual({ isRight: true, rehashed: null });
  expect(await passwords.verify(kept, 'Dayline#2027', here)).toEqual({ isRight: false });
});

test('one kept under weaker parameters comes back stronger', async () => {
  const weak = await hash('Dayline#2026', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const verdict = await passwords.verify(weak, 'Dayline#2026', here);
  if (verdict === 'busy' || !verdict.isRight || verdict.rehashed === null) throw new Error('It was not rehashed.');
  expect(verdict.rehashed).toContain('m=19456,t=2,p=1');
  expect(await passwords.verify(verdict.rehashed, 'Dayline#2026', here)).toEqual({ isRight: true, rehashed: null });
  expect(await passwords.verify(weak, 'wrong', here)).toEqual({ isRight: false });
});

// 'Zo\u00eb', 'Z o' with a no-break space and vice versa, as keyboards and systems produce them.
const composed = 'Zo\u00eb Clinic#2026';
const decomposed = 'Zoe\u0308\u00a0Clinic#2026';

test('a password is known in whatever form its characters come', async () => {
  for (const [set, input] of [
    [composed, decomposed],
    [decomposed, composed],
  ] as const) {
    expect(await passwords.verify(await kept(set), input, here)).toEqual({ isRight: true, rehashed: null });
  }
  expect(await passwords.verify(await kept(composed), 'Zoe Clinic#2026', here)).toEqual({ isRight: false });
});

test('a password is measured in its normal form where it is set, and one that is set can be typed in any form', async () => {
  const longest = (letter: string) => `A1#${letter.repeat(125)}`;
  // The same number of characters however they are typed; in UTF-16 units one has 128, the other 253.
  const [short, long] = [longest('\u00e9'), longest('e\u0301')];
  for (const [set, input] of [
    [short, long],
    [long, short],
  ] as const) {
    expect([passwordSchema.parse(set), isPasswordTooLong(set)]).toEqual([short, false]);
    const signIn = { email: 'a@example.org', role: 'admin' as const, password: input };
    const { password } = endpoints.signIn.request.parse(signIn);
    expect(await passwords.verify(await kept(set), password, here)).toMatchObject({ isRight: true });
  }
  for (const tooLong of [`${short}!`, `${long}!`]) {
    expect(isPasswordTooLong(tooLong)).toBe(true);
    expect(passwordSchema.safeParse(tooLong).error?.issues.map(({ message }) => message)).toEqual([passwordTooLong]);
  }
});

test('an older hash, made of the password as it was typed, is still right and made anew of the normal form', async () => {
  const older = await hash(decomposed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const verdict = await passwords.verify(older, decomposed, here);
  if (verdict === 'busy' || !verdict.isRight || verdict.rehashed === null) throw new Error('It was not rehashed.');
  expect(await passwords.verify(verdict.rehashed, composed, here)).toEqual({ isRight: true, rehashed: null });
});

test('nobody has any password, and finding that out is the same work: a hash of the same cost is compared', async () => {
  const compared: string[] = [];
  const watched = openPasswords({
    compare: (kept, password) => {
      compared.push(kept);
      return verify(kept, password);
    },
  });
  const kept = await watched.hash('Dayline#2026', here);
  if (kept === 'busy') throw new Error('It was busy.');
  for (const known of [kept, null]) expect(await watched.verify(known, 'wrong', here)).toEqual({ isRight: false });
  expect(await watched.verify(null, 'nobody has this password', here)).toEqual({ isRight: false });
  const costs = compared.map((hash) => parseOptions(hash));
  expect(costs[0]).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(costs.slice(1)).toEqual([costs[0], costs[0]]);
});

test('few of an address run and wait, and the rest hear at once that it is busy', async () => {
  const narrow = openPasswords({ atOnce: 1, perAddress: 3 });
  const all = await Promise.all(Array.from({ length: 6 }, () => narrow.verify(null, 'x', here)));
  expect(all.filter((verdict) => verdict === 'busy')).toHaveLength(3);
  expect(all.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ isRight: false })));
  expect(await narrow.verify(null, 'x', here)).toEqual({ isRight: false });
});

test('another address gets no such answer, and waits for one turn of a flood, not for all', async () => {
  const order: string[] = [];
  const compare = async (_kept: string, password: string) => {
    order.push(password);
    return false;
  };
  const narrow = openPasswords({ atOnce: 1, perAddress: 16, compare });
  const flood = Array.from({ length: 40 }, () => narrow.verify(null, 'flood', here));
  const honest = narrow.verify(null, 'honest', '203.0.113.8');
  expect(await honest).toEqual({ isRight: false });
  await Promise.all(flood);
  expect(order.indexOf('honest')).toBeLessThanOrEqual(2);
  expect(order).toHaveLength(17);
});

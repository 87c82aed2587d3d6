import { hash } from '@node-rs/argon2';
import { openPasswords } from './passwords.ts';

const passwords = openPasswords();

test('a password is kept as argon2id with m=19456, t=2, p=1, and known again', async () => {
  const kept = await passwords.hash('Dayline#2026');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(kept, 'Dayline#2026')).toEqual({ isRight: true, rehashed: null });
  expect(await passwords.verify(kept, 'Dayline#2027')).toEqual({ isRight: false });
});

test('one kept under weaker parameters comes back stronger', async () => {
  const weak = await hash('Dayline#2026', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const verdict = await passwords.verify(weak, 'Dayline#2026');
  if (verdict === 'busy' || !verdict.isRight || verdict.rehashed === null) throw new Error('It was not rehashed.');
  expect(verdict.rehashed).toContain('m=19456,t=2,p=1');
  expect(await passwords.verify(verdict.rehashed, 'Dayline#2026')).toEqual({ isRight: true, rehashed: null });
  expect(await passwords.verify(weak, 'wrong')).toEqual({ isRight: false });
});

test('nobody has any password, and finding that out is as much work', async () => {
  expect(await passwords.verify(null, 'nobody has this password')).toEqual({ isRight: false });
  const kept = await passwords.hash('Dayline#2026');
  if (kept === 'busy') throw new Error('It was busy.');
  const medianOf = async (against: string | null): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const started = performance.now();
      await passwords.verify(against, 'wrong');
      times.push(performance.now() - started);
    }
    return times.sort((a, b) => a - b)[4] ?? 0;
  };
  const [known, unknown] = [await medianOf(kept), await medianOf(null)];
  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});

test('few run at once, few wait, and the rest hear at once that it is busy', async () => {
  const narrow = openPasswords({ atOnce: 1, waiting: 2 });
  const all = await Promise.all(Array.from({ length: 6 }, () => narrow.verify(null, 'x')));
  expect(all.filter((verdict) => verdict === 'busy')).toHaveLength(3);
  expect(all.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ isRight: false })));
  expect(await narrow.verify(null, 'x')).toEqual({ isRight: false });
});

import { CallError, NetworkFailure } from './call-error.ts';
import { type CarryOutOptions, carryOut, watchCommands } from './carry-out.ts';

const carrying: CarryOutOptions = { name: 'blockDay', isLimited: true, isReportedByCaller: false };
const away = (outcome?: 'notCarriedOut' | 'unknown', status = 503) =>
  new CallError({ status, code: 'x', message: 'x', details: outcome && { outcome } });

/** The outcomes that the page got, in order. */
const outcomes: string[] = [];
beforeEach(() => {
  outcomes.splice(0);
  watchCommands({
    checking(name) {
      outcomes.push(`checking ${name}`);
      return () => outcomes.push('checked');
    },
    gaveUp: (name, outcome) => outcomes.push(`${name} ${outcome}`),
  });
});

/** Sends a command whose attempts end like these, in turn; the last one repeats. */
async function attempts(...ends: readonly (Error | 'done')[]) {
  let sent = 0;
  const error = await carryOut(carrying, async () => {
    const end = ends[Math.min(sent, ends.length - 1)];
    sent += 1;
    if (end instanceof Error) throw end;
  }).catch((reason: unknown) => reason);
  return { sent, error };
}

test('a command that may have been carried out is repeated until an answer tells, and the page says so meanwhile', async () => {
  const { sent, error } = await attempts(new NetworkFailure('x'), away('notCarriedOut'), away('unknown'), 'done');
  expect([sent, error]).toEqual([4, undefined]);
  expect(outcomes).toEqual(['checking blockDay', 'checked']);
});

test('a refusal of the repeat is an answer', async () => {
  const refused = new CallError({ status: 409, code: 'slot.full', message: 'x' });
  expect(await attempts(away('unknown'), refused)).toEqual({ sent: 2, error: refused });
  expect(outcomes).toEqual(['checking blockDay', 'checked']);
});

test.each([
  ['no attempt was carried out', [away('notCarriedOut')], 3, 'notCarriedOut'],
  ['one may have been', [away('notCarriedOut'), away('unknown'), away('notCarriedOut')], 6, 'unknown'],
  ['a proxy answered', [away(undefined, 502)], 6, 'unknown'],
  ['nobody answered', [new NetworkFailure('x')], 6, 'unknown'],
] as const)(
  'attempts are bounded, and the error says whether it was carried out: %s',
  async (_, ends, most, outcome) => {
    const { sent, error } = await attempts(...ends);
    expect([sent, error]).toEqual([most, expect.objectContaining({ outcome })]);
    expect(outcomes.at(outcome === 'unknown' ? -2 : -1)).toBe(`blockDay ${outcome}`);
  },
);

test('a refusal or a fault is not repeated, nor a command whose caller gave it up', async () => {
  expect((await attempts(new CallError({ status: 500, code: 'service.fault', message: 'x' }))).sent).toBe(1);
  const ending = new AbortController();
  let sent = 0;
  const given = carryOut({ ...carrying, signal: ending.signal }, async () => {
    sent += 1;
    ending.abort();
    throw new NetworkFailure('x');
  });
  await expect(given).rejects.toBeInstanceOf(NetworkFailure);
  expect([sent, outcomes]).toEqual([1, []]);
});

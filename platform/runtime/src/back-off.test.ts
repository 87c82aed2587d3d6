import { backOff } from './back-off.ts';

const bounds = { firstMs: 20, maxMs: 5_000 };

/** The lengths of the waits in ms with constant jitter, reset after `resetAfter` waits. */
async function waits(count: number, chance: number, resetAfter = count): Promise<number[]> {
  const random = import.meta.jest.spyOn(Math, 'random').mockReturnValue(chance);
  const slept: number[] = [];
  const { wait, reset } = backOff(new AbortController().signal, bounds, async (ms) => void slept.push(Math.round(ms)));
  for (let turn = 0; turn < count; turn += 1) {
    if (turn === resetAfter) reset();
    await wait();
  }
  random.mockRestore();
  return slept;
}

test('waits are longer each time, up to 5 s', async () => {
  expect(await waits(10, 1)).toEqual([20, 40, 80, 160, 320, 640, 1280, 2560, 5000, 5000]);
});

test('chance takes up to half of a wait, so that many don’t come back at once', async () => {
  expect(await waits(10, 0)).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2500, 2500]);
});

test('a reset makes the next wait a short one', async () => {
  expect(await waits(5, 1, 3)).toEqual([20, 40, 80, 20, 40]);
});

test('told to stop, nobody waits any longer', async () => {
  const ending = new AbortController();
  const { wait } = backOff(ending.signal);
  for (let turn = 0; turn < 4; turn += 1) await wait();
  const waited = wait();
  ending.abort();
  await waited;
  await wait();
});

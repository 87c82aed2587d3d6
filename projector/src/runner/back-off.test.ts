import { backOff } from './back-off.ts';

/** How long so many waits take, in ms, where chance always says the same. */
async function waits(count: number, chance: number): Promise<number> {
  const random = import.meta.jest.spyOn(Math, 'random').mockReturnValue(chance);
  const { wait } = backOff(new AbortController().signal);
  const began = performance.now();
  for (let turn = 0; turn < count; turn += 1) await wait();
  random.mockRestore();
  return performance.now() - began;
}

test('waits are longer each time, and chance keeps many from coming back at once', async () => {
  // 20 + 40 + 80 + 160 + 320 ms at most, half of that at least.
  expect(await waits(5, 0.999)).toBeGreaterThan(590);
  expect(await waits(5, 0)).toBeGreaterThan(290);
  // The quickest of three: a busy machine takes its time too.
  const quickest = Math.min(await waits(4, 0), await waits(4, 0), await waits(4, 0));
  expect(quickest).toBeLessThan(await waits(5, 0.999));
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

import { expect } from '../clinic/story.ts';
import { note } from './figure.ts';
import { openLive, test } from './figures-test.ts';
import { type Shift, shiftsOf, sumOf } from './measuring.ts';
import { pages } from './pages.ts';

/** Within this time, in ms, the page says that it is no longer live, or is live again. */
const within = 5_000;

/** How long it takes, in ms. */
async function elapsed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return Math.round(performance.now() - began);
}

function noteNetwork(of: string, gone: readonly number[], back: readonly number[], shifts: readonly Shift[]): void {
  note('Network off and on', of, {
    'not Live after, ms': Math.max(...gone),
    'Live after, ms': Math.max(...back),
    'layout shift': Number(sumOf(shifts).toFixed(4)),
  });
  expect.soft(Math.max(...gone), 'no longer Live').toBeLessThan(within);
  expect.soft(Math.max(...back), 'Live again').toBeLessThan(within);
  expect.soft(shifts, 'layout shifts').toEqual([]);
}

for (const [name, { path, person, isWatched = false }] of Object.entries(pages)) {
  if (!isWatched) continue;
  test(`the network goes and comes back: ${name}`, async ({ browsers }) => {
    const context = await browsers.open(person);
    const page = await openLive(context, path);
    await shiftsOf(page);
    const live = page.getByText('Live', { exact: true });
    const noticed: number[] = [];
    const back: number[] = [];
    for (const words of ['Reconnecting', 'Offline']) {
      const gone = elapsed(async () => {
        await context.setOffline(true);
        await live.waitFor({ state: 'hidden' });
      });
      noticed.push(await gone);
      await page.getByText(words, { exact: true }).waitFor();
      const again = elapsed(async () => {
        await context.setOffline(false);
        await live.waitFor();
      });
      back.push(await again);
    }
    noteNetwork(name, noticed, back, await shiftsOf(page));
  });
}

import { screens } from '../clinic/look.ts';
import { expect } from '../clinic/story.ts';
import { median, note } from './figure.ts';
import { test } from './figures-test.ts';
import { type Line, type Load, load, sumOf } from './measuring.ts';
import { pages } from './pages.ts';

const rounds = 3;
/** Added to every response, in ms, so that skeletons are shown: nothing may shift when the data arrives. */
const slowly = { latency: 400 };
const slowLine = { latency: 400, kilobits: 400 };

for (const [name, { path, person, requestsAtMost = 20 }] of Object.entries(pages)) {
  test(`${name} is loaded`, async ({ browsers }) => {
    const visit = async (screen: keyof typeof screens, line?: Line): Promise<Load> => {
      const context = await browsers.open(person);
      const page = await context.newPage();
      await page.setViewportSize(screens[screen]);
      const taken = await load(page, path, line);
      await context.close();
      return taken;
    };
    const loads: Load[] = [];
    for (let round = 0; round < rounds; round += 1) loads.push(await visit('desktop'));
    const slowest = await visit('desktop', slowLine);
    const withoutHurry = [await visit('phone'), slowest, await visit('phone', slowly)];
    const requests = Math.max(...loads.map((load) => load.requests));
    const shifts = [...loads, ...withoutHurry].map((load) => load.shifts);
    const moved = [...new Set(shifts.flat().flatMap((shift) => shift.moved))];
    note('Page, loaded with an empty cache', name, {
      requests,
      'kB transferred': Math.round(Math.max(...loads.map(({ bytes }) => bytes)) / 1_000),
      'first contentful paint, ms': Math.round(median(loads.map((load) => load.firstContentfulPaint))),
      'on a slow line, ms': Math.round(slowest.firstContentfulPaint),
      'its heading, ms': Math.round(slowest.shown),
      'layout shift': Number(Math.max(...shifts.map(sumOf)).toFixed(4)),
    });
    expect.soft(requests).toBeLessThanOrEqual(requestsAtMost);
    expect.soft(moved, 'what moved').toEqual([]);
  });
}

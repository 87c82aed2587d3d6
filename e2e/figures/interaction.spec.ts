import { expect } from '../clinic/story.ts';
import { median, note } from './figure.ts';
import { openLive, test } from './figures-test.ts';
import { interactionToNextPaint, latenciesOf, leastReported, shiftsOf } from './measuring.ts';
import { perKey, word } from './typing.ts';

/** "Good" for Interaction to Next Paint (web.dev/inp), in ms. */
const good = 200;

function noteLatencies(of: string, latencies: readonly number[]): void {
  const slowest = interactionToNextPaint(latencies);
  note('Interaction', of, {
    taken: latencies.length,
    'median, ms': median(latencies) <= leastReported ? `≤ ${leastReported}` : median(latencies),
    'INP, ms': slowest <= leastReported ? `≤ ${leastReported}` : slowest,
  });
  expect.soft(slowest, `INP of ${of}`).toBeLessThanOrEqual(good);
}

test("an admin's marks and undos", async ({ browsers }) => {
  const page = await openLive(await browsers.open('desk1'), '/admin-todays-appointments?filter=Confirmed&page=1');
  const card = page.getByRole('article').first();
  const marks: number[] = [];
  const undos: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    const mark = latenciesOf(page, 1, async () => {
      await card.getByRole('button', { name: 'Mark as Visited' }).click();
      await expect(card).toHaveAccessibleName(/, Visited$/);
    });
    marks.push(...(await mark));
    const undo = latenciesOf(page, 1, async () => {
      // The newest toast is the first.
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await expect(card).toHaveAccessibleName(/, Confirmed$/);
    });
    undos.push(...(await undo));
    await expect(card.getByRole('button', { name: 'Mark as Visited' })).toBeVisible();
  }
  noteLatencies("Mark, admin's board", marks);
  noteLatencies("Undo, admin's board", undos);
  expect.soft(await shiftsOf(page), 'layout shifts').toEqual([]);
});

test("a doctor's marks and undos", async ({ browsers }) => {
  const page = await openLive(await browsers.open('asha'), '/todays-appointments?filter=Confirmed');
  const card = page.getByRole('article').first();
  const marks: number[] = [];
  const undos: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    const mark = latenciesOf(page, 2, async () => {
      await card.getByRole('button', { name: 'Mark as Visited' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as Visited' }).click();
      await expect(card).toHaveAccessibleName(/, Visited$/);
    });
    marks.push(...(await mark));
    const undo = latenciesOf(page, 1, async () => {
      // The newest toast is the first.
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await expect(card).toHaveAccessibleName(/, Confirmed$/);
    });
    undos.push(...(await undo));
    await expect(card.getByRole('button', { name: 'Mark as Visited' })).toBeVisible();
  }
  noteLatencies("Mark and its question, doctor's board", marks);
  noteLatencies("Undo, doctor's board", undos);
  expect.soft(await shiftsOf(page), 'layout shifts').toEqual([]);
});

for (const [name, path] of [
  ["admin's board", '/admin-todays-appointments?page=1'],
  ['appointment details', '/appointment-details-admin'],
  ['users', '/users'],
] as const) {
  test(`next pages and searches of ${name}`, async ({ browsers }) => {
    const page = await openLive(await browsers.open('desk1'), path);
    const shown = page.getByRole('status').filter({ hasText: /^Page \d+ of \d+$/ });
    const turns: number[] = [];
    for (let turn = 2; turn <= 11; turn += 1) {
      const one = latenciesOf(page, 1, async () => {
        await page.getByRole('button', { name: /^Next/ }).click();
        await expect(shown).toHaveText(new RegExp(`^Page ${turn} of`));
      });
      turns.push(...(await one));
    }
    noteLatencies(`Next page, ${name}`, turns);
    expect.soft(await shiftsOf(page), 'layout shifts').toEqual([]);
    const field = page.getByRole('searchbox');
    const letters: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      await field.focus();
      const one = latenciesOf(page, word.length, async () => {
        await page.keyboard.type(word, { delay: perKey });
        await page.waitForURL((url) => url.searchParams.get('search') === word);
      });
      letters.push(...(await one));
      await field.fill('');
    }
    noteLatencies(`A letter of a search, ${name}`, letters);
  });
}

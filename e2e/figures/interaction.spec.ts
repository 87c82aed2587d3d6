import type { Locator, Page } from '@playwright/test';
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

/** A button that sets a status. */
type ClickOf = (page: Page, card: Locator) => Locator;

/** Marks the first card with these clicks and undoes it, 20 times. */
async function markAndUndo(page: Page, of: { mark: string; board: string }, clicks: readonly ClickOf[]): Promise<void> {
  const card = page.getByRole('article').first();
  const marks: number[] = [];
  const undos: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    const mark = latenciesOf(page, clicks.length, async () => {
      for (const click of clicks) await click(page, card).click();
      await expect(card).toHaveAccessibleName(/, Visited$/);
    });
    marks.push(...(await mark));
    const undo = latenciesOf(page, 1, async () => {
      // The newest toast comes first.
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await expect(card).toHaveAccessibleName(/, Active$/);
    });
    undos.push(...(await undo));
    await expect(card.getByRole('button', { name: 'Mark as Visited' })).toBeVisible();
  }
  noteLatencies(`${of.mark}, ${of.board}`, marks);
  noteLatencies(`Undo, ${of.board}`, undos);
  expect.soft(await shiftsOf(page), 'layout shifts').toEqual([]);
}

const markOf: ClickOf = (_, card) => card.getByRole('button', { name: 'Mark as Visited' });
const answerOf: ClickOf = (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Mark as Visited' });

test("an admin's marks and undos", async ({ browsers }) => {
  const page = await openLive(await browsers.open('desk1'), '/admin-todays-appointments?filter=Confirmed&page=1');
  await markAndUndo(page, { mark: 'Mark', board: "admin's board" }, [markOf]);
});

test("a doctor's marks and undos", async ({ browsers }) => {
  const page = await openLive(await browsers.open('asha'), '/todays-appointments?filter=Confirmed');
  await markAndUndo(page, { mark: 'Mark and its question', board: "doctor's board" }, [markOf, answerOf]);
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
      const latencies = latenciesOf(page, 1, async () => {
        await page.getByRole('button', { name: /^Next/ }).click();
        await expect(shown).toHaveText(new RegExp(`^Page ${turn} of`));
      });
      turns.push(...(await latencies));
    }
    noteLatencies(`Next page, ${name}`, turns);
    expect.soft(await shiftsOf(page), 'layout shifts').toEqual([]);
    const field = page.getByRole('searchbox');
    const letters: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      await field.focus();
      const latencies = latenciesOf(page, word.length, async () => {
        await page.keyboard.type(word, { delay: perKey });
        await page.waitForURL((url) => url.searchParams.get('search') === word);
      });
      letters.push(...(await latencies));
      await field.fill('');
    }
    noteLatencies(`A letter of a search, ${name}`, letters);
  });
}

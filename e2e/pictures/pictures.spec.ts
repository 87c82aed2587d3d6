import type { Page } from '@playwright/test';
import type { Person } from '../clinic/accounts.ts';
import { settle } from '../clinic/look.ts';
import { expect, test } from '../clinic/story.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Some entries back, beside the present. */
async function compareWithEarlier(page: Page): Promise<void> {
  for (let step = 0; step < 25; step += 1) await page.getByRole('button', { name: 'Step back' }).click();
  await page.getByRole('button', { name: 'Compare with now' }).click();
  await expect(page.getByText('Comparing…')).toBeHidden();
}

/** The picture's name, who is signed in, the page, and what is done before the picture is taken. */
const pictures: readonly [name: string, person: Person, path: string, act?: (page: Page) => Promise<unknown>][] = [
  ['admin-dashboard', 'desk1', '/admin-dashboard'],
  ['todays-appointments', 'desk1', '/admin-todays-appointments'],
  ['queue', 'desk1', '/queue'],
  ['day-close', 'desk1', '/day-close'],
  ['replay', 'auditor', '/audit/replay', compareWithEarlier],
];

for (const [name, person, path, act] of pictures) {
  test(name, async ({ arrive }) => {
    const { context } = await arrive(person);
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settle(page);
    await act?.(page);
    await settle(page);
    await page.screenshot({ path: `docs/images/${name}.png`, animations: 'disabled' });
  });
}

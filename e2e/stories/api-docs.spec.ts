import { endpoints } from '@dayline/contracts/endpoints/table';
import { screens } from '../clinic/look.ts';
import { expect, test } from '../clinic/story.ts';

test('a developer reads about every call, and tries one', async ({ page, clinic }) => {
  const faults: string[] = [];
  const hosts = new Set<string>();
  // A violation of the Content-Security-Policy is reported on the console.
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:') hosts.add(host);
  });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'Dayline' })).toBeVisible();
  const calls = page.locator('.opblock');
  // A long page draws only the calls in sight.
  const seen = new Set<string | null>();
  await calls.first().hover();
  await expect
    .poll(
      async () => {
        const paths = await page
          .locator('.opblock [data-path]')
          .evaluateAll((drawn) => drawn.map((element) => element.getAttribute('data-path')));
        for (const path of paths) seen.add(path);
        await page.mouse.wheel(0, 500);
        return seen.size;
      },
      { intervals: [100] },
    )
    .toBe(new Set(Object.values(endpoints).map(({ path }) => path)).size);
  await page.reload();
  const clients = calls.filter({ has: page.locator(`[data-path="${endpoints.listClients.path}"]`) });
  await clients.getByRole('button').first().click();
  await expect(clients).toContainText(endpoints.listClients.title);
  await clients.getByRole('button', { name: 'Try it out' }).click();
  await clients.getByRole('button', { name: 'Execute' }).click();
  await expect(clients.locator('.live-responses-table')).toContainText('Sunrise Multispeciality Hospital');
  for (const size of Object.values(screens)) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(calls.first()).toBeVisible();
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(clinic.urls[0] ?? '').host]);
});

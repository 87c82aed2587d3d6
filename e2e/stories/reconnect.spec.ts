import { holdLive } from '../clinic/hold.ts';
import { ask, signInByCall } from '../clinic/http-calls.ts';
import { count } from '../clinic/pages/words.ts';
import { seenAt } from '../clinic/seen.ts';
import { bookByCall, doctorWithSlot } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a page that is open while a new version is put in place loads the new one by itself', async ({ arrive }) => {
  const desk = await arrive('desk1');
  // The chunk is gone until the page asks for the new version's document.
  const chunk = /\/assets\/users-page-/;
  await desk.context.route(chunk, (route) => route.fulfill({ status: 404 }));
  const page = await desk.open('/admin-dashboard');
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void desk.context.unroute(chunk);
  });
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL('/users');
  expect(await page.evaluate(() => 'sameDocument' in window), 'by a reload').toBe(false);
});

test("the next pages' code is loaded once a page is idle, without preloads, whose failure a browser may keep", async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const page = await desk.open('/admin-dashboard');
  const preloads = page.locator('link[rel="modulepreload"]');
  const ofDocument = await page.evaluate(async () => {
    const html = await (await fetch('/')).text();
    return html.match(/rel="modulepreload"/g)?.length ?? 0;
  });
  const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/users-page-'));
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true);
  await page.route('**/assets/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(preloads).toHaveCount(ofDocument);
});

test('fields on a phone have text of 16 px, so that an iPhone does not zoom in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  const sizes = await page
    .locator('input, select')
    .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).fontSize));
  expect(new Set(sizes)).toEqual(new Set(['16px']));
});

test('a chunk that stays away ends at a page with a way on', async ({ arrive }) => {
  const desk = await arrive('desk1');
  await desk.context.route(/\/assets\/users-page-/, (route) => route.fulfill({ status: 404 }));
  const page = await desk.open('/admin-dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

test('a page outlives a restart of the product, and then has what changed meanwhile', async ({ arrive, clinic }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const page = await desk.context.newPage();
  const live = await holdLive(page);
  await page.goto('/admin-dashboard');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const { request } = desk.context;
  const { count: active } = await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  const shown = (value: number) => seenAt([{ page, selector: 'main a', lines: ['Active Appointments', count(value)] }]);
  await shown(active);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await live.cut();
  await clinic.stop();
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  const words = page.getByText('No connection to the server.');
  await expect(words).toBeVisible();

  await clinic.startAgain();
  // Another desk books before the page is back.
  await signInByCall(request, 'desk1');
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. Leela Iyer');
  await bookByCall(request, clientId, doctor.pocId, slot);

  live.release();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await shown(active + 1);
  await expect(words).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window), 'without a reload').toBe(true);
});

import { inspect } from '../clinic/look.ts';
import { expect, meet, test } from '../clinic/story.ts';

const sitePaths = ['/home', '/chatbot', '/privacy-policy', '/terms-of-service'] as const;

test('somebody who looks for a chatbot reads about it and writes to the company', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['About Us', 'Services', 'Contact Us']) {
    await main.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport();
  }
  await page.getByRole('link', { name: 'Chatbot' }).first().click();
  await expect(page).toHaveURL('/chatbot');
  await expect(page.getByText(/via WhatsApp/)).toBeVisible();
  await page.getByRole('link', { name: 'Request a Demo' }).click();
  await expect(page).toHaveURL('/home#contact');

  await page.getByRole('button', { name: 'Send Message' }).click();
  for (const field of ['Name', 'Email', 'Message']) {
    await expect(page.getByText(`${field} is required.`, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('type', 'email');
  meet('the contact form needs all three');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nikhil Bose');
  await page.getByRole('textbox', { name: 'Email' }).fill('nikhil@mail.example');
  await page.getByRole('textbox', { name: 'Message' }).fill('We have three desks and one phone.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message sent successfully!')).toBeVisible();
});

test('the policies open a section at a time', async ({ page }) => {
  for (const [path, titles] of [
    ['/privacy-policy', ['Information We Collect', 'Your Rights']],
    ['/terms-of-service', ['Services', 'Payment Terms']],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText('Last updated February 13, 2025')).toBeVisible();
    for (const name of titles) await page.getByRole('button', { name, exact: true }).click();
    const open = page.getByRole('button', { expanded: true });
    await expect(open).toHaveText([titles[1]]);
    // Elsewhere than the press before: a second press in the same place would be taken for a double click.
    await open.click({ position: { x: 20, y: 20 } });
    await expect(open).toHaveCount(0);
  }
  meet('policies open one at a time', 'policies of 2025');
});

test('the public pages hold on both screens and load nothing of the application behind', async ({ page }) => {
  for (const path of sitePaths) {
    const requests: string[] = [];
    const note = (request: { url(): string }) => requests.push(new URL(request.url()).pathname);
    page.on('request', note);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    page.off('request', note);
    expect(requests.filter((path) => path.startsWith('/api/') || path.startsWith('/socket.io'))).toEqual([]);
    await inspect(page, `site${path.replaceAll('/', '-')}`);
  }
});

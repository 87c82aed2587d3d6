import type { BrowserContext, Page } from '@playwright/test';
import { test as stories } from '../clinic/story.ts';
import { browserType } from './figure.ts';
import { Browsers } from './measuring.ts';

/** `test` with browsers without the stories' observers, which would add to the measured time. */
export const test = stories.extend<{ browsers: Browsers }>({
  browsers: async ({ browser, clinic }, use, { annotations }) => {
    annotations.push({ type: browserType, description: `Chromium ${browser.version()}` });
    const browsers = new Browsers(browser, clinic.urls[0]);
    await use(browsers);
    await browsers.close();
  },
});

/** Opens a page, and waits until it is live. */
export async function openLive(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

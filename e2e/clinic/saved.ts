import type { Page } from '@playwright/test';

/** Clicks an export button and returns the saved file. */
export async function saved(page: Page, button: string): Promise<{ name: string; path: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), path: await file.path() };
}

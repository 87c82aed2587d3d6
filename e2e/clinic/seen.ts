import type { Page } from '@playwright/test';

/** An element by its selector, and lines of text in it, each complete. */
export interface SeenPage {
  readonly page: Page;
  readonly selector: string;
  readonly lines?: readonly string[];
}

/** The page to watch for an element, and the time limit in ms. */
const patience = 15_000;

/**
 * When each appears, in ms since the epoch by the page's own clock, so that the latency to the test doesn't count.
 * Start it before making the change.
 */
export const seenAt = (sights: readonly SeenPage[]): Promise<number[]> =>
  Promise.all(
    sights.map(async ({ page, selector, lines = [] }) => {
      const at = await page.evaluate(watch, { selector, lines: [...lines], patience });
      if (at === null) throw new Error(`Never seen on ${page.url()}: ${selector} ${lines.join(', ')}`);
      return at;
    }),
  );

/** When the next click is made on the page, in ms since the epoch. */
export const clickedAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('click', () => resolve(Date.now()), { once: true, capture: true }),
      ),
  );

/** Runs in the page. */
function watch({ selector, lines, patience }: { selector: string; lines: string[]; patience: number }) {
  const hasLines = (element: Element): boolean => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.add(walker.currentNode.textContent?.trim() ?? '');
    return lines.every((line) => found.has(line));
  };
  const isThere = (): boolean => [...document.querySelectorAll(selector)].some(hasLines);
  return new Promise<number | null>((resolve) => {
    const look = (): void => {
      if (isThere()) end(Date.now());
    };
    const observer = new MutationObserver(look);
    const giveUp = setTimeout(() => end(null), patience);
    function end(at: number | null): void {
      observer.disconnect();
      clearTimeout(giveUp);
      resolve(at);
    }
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
}

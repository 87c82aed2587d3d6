import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The two screen sizes that every page is made for. */
export const screens = { desktop: { width: 1366, height: 768 }, phone: { width: 360, height: 740 } } as const;

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Waits until content and fonts are loaded and drawn. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .MuiSkeleton-root')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Two frames: one to lay out what a new size requests, and one to draw it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

/** Violations that axe found, one line per element; only of `rule` if given. */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  // No page has frames: without searching for them and without reporting passed rules it takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations: found } = await (rule === undefined ? axe.withTags(wcag) : axe.withRules(rule)).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} — ${node.html}`));
}

/** How far the page, or an element matching the selector, overflows to the right, in px. */
export const overhang = (page: Page, scrollers = '.MuiTableContainer-root'): Promise<number> =>
  page.evaluate(
    (selector) =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll(selector)].map(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
      ),
    scrollers,
  );

/** The spacing that a reader may set (WCAG 1.4.12). */
const spacing = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

/**
 * The texts of buttons and links that are wider than their elements and so overlap what is next to them; runs in the
 * page.
 */
export const findOverflows = (): string[] =>
  [...document.querySelectorAll('main :is(button, a, article > *)')].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(element);
    const { left, right, width } = text.getBoundingClientRect();
    // Text for screen readers only is one pixel wide. A link without a frame begins left of its cell, so that its text
    // aligns with the cell's.
    const spare = element.matches('article > *') ? 9 : 1;
    const fits = box.width <= 1 || width === 0 || (left >= box.left - spare && right <= box.right + spare);
    return fits ? [] : [`${element.textContent}: ${Math.ceil(width)} px in ${Math.floor(box.width)}`];
  });

/** Checks the page on both screens: axe, and no horizontal scrolling, also with a reader's spacing. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    await settle(page);
    expect.soft(await overhang(page), `${name} scrolls sideways on a ${screen}'s screen`).toBeLessThanOrEqual(0);
    // A board opens at the next patient; a link half under the top bar would count as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect.soft(await violations(page), `${name} on a ${screen}'s screen`).toEqual([]);
    const spaced = await page.addStyleTag({ content: spacing });
    await settle(page);
    // A wide table may then scroll within itself.
    expect
      .soft(await overhang(page, 'body'), `${name}, spaced, scrolls sideways on a ${screen}'s screen`)
      .toBeLessThanOrEqual(0);
    expect.soft(await page.evaluate(findOverflows), `${name}, spaced, on a ${screen}'s screen`).toEqual([]);
    await spaced.evaluate((style) => style.parentNode?.removeChild(style));
  }
  await page.setViewportSize(screens.desktop);
}

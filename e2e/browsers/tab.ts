import { expect } from '@playwright/test';
import type { Engine } from './engine.ts';

/** WebDriver's keys: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const keys = { tab: '\uE004', enter: '\uE007', up: '\uE013', right: '\uE014' } as const;

interface Found {
  readonly count: number;
  readonly value: string;
  /** The middle of the first one, in px; null while something covers it. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

/**
 * The visible elements by a selector and, if given, the start of their accessible name; runs in the page.
 * @param isClickable scrolls to the first
 */
function find(selector: string, name: string, isClickable: boolean): Found {
  const nameOf = (element: HTMLElement): string =>
    element.getAttribute('aria-label') ??
    (element instanceof HTMLInputElement || element instanceof HTMLSelectElement
      ? [...(element.labels ?? [])].map(({ textContent }) => textContent).join(' ')
      : element.innerText);
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => nameOf(element).replaceAll(/\s+/g, ' ').trim().startsWith(name));
  const [first] = all;
  const value = first && 'value' in first ? String(first.value) : '';
  if (!first || !isClickable) return { count: all.length, value, at: null };
  first.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = first.getBoundingClientRect();
  const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  return { count: all.length, value, at: first.contains(document.elementFromPoint(at.x, at.y)) ? at : null };
}

/** A person at an engine's tab. Elements are found by selector and the start of their accessible name. */
export class Tab {
  readonly engine: Engine;
  readonly #origin: string;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.#origin = origin;
  }

  open(path: string): Promise<void> {
    return this.engine.open(this.#origin + path);
  }

  /** Waits until the element is visible. */
  async sees(selector: string, name = ''): Promise<void> {
    await expect.poll(() => this.count(selector, name), `${selector} ${name}`).toBeGreaterThan(0);
  }

  /** Waits until no such element is visible. */
  async expectNone(selector: string, name = ''): Promise<void> {
    await expect.poll(() => this.count(selector, name), `no ${selector} ${name}`).toBe(0);
  }

  async value(selector: string, name = ''): Promise<string> {
    return (await this.engine.run(find, selector, name, false)).value;
  }

  async click(selector: string, name = ''): Promise<void> {
    let at: Found['at'] = null;
    await expect
      .poll(async () => {
        const before = at;
        at = (await this.engine.run(find, selector, name, true)).at;
        return at !== null && at.x === before?.x && at.y === before.y;
      }, `${selector} ${name} at rest to click on`)
      .toBe(true);
    await this.engine.perform([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', ...Object(at) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.engine.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  press(key: string): Promise<void> {
    return this.type(key);
  }

  /** Chooses an option by typing its name on the focused list, once the option is there. */
  async choose(name: string): Promise<void> {
    await expect
      .poll(() =>
        this.engine.run((option) => {
          const list = document.activeElement;
          return list instanceof HTMLSelectElement && [...list.options].some(({ text }) => text === option);
        }, name),
      )
      .toBe(true);
    // If a busy machine is slow between two letters, the list treats the second as the first letter of another name.
    await expect
      .poll(
        async () => {
          await this.type(name);
          return this.engine.run(
            () => document.querySelector<HTMLSelectElement>('select:focus')?.selectedOptions[0]?.text,
          );
        },
        { intervals: [2_000] },
      )
      .toBe(name);
  }

  async isAt(path: string): Promise<void> {
    await expect.poll(() => this.engine.run(() => location.pathname + location.search)).toBe(path);
  }

  /** Waits until the focus is on it. */
  focused(selector: string, name = ''): Promise<void> {
    return this.sees(`:is(${selector}):focus`, name);
  }

  async count(selector: string, name = ''): Promise<number> {
    return (await this.engine.run(find, selector, name, false)).count;
  }
}

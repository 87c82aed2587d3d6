import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Person } from '../clinic/accounts.ts';
import { signInByCall } from '../clinic/http-calls.ts';
import { settle } from '../clinic/look.ts';

/** A layout shift that no input explains, and what moved. */
export interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    daylineFigures: { shifts: Shift[]; interactions: Record<number, number> };
  }
}

/** The browser reports no interaction that took less than this, in ms; it rounds to 8 ms. */
export const leastReported = 16;

/** Runs in the page. */
function collect(least: number): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  }
  const figures: Window['daylineFigures'] = { shifts: [], interactions: {} };
  window.daylineFigures = figures;
  const nameOf = (node: Node | null): string =>
    node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? 'removed');
  new PerformanceObserver((list) => {
    // Cast is safe: only this type is observed.
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (!hadRecentInput) figures.shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId === 0) continue;
      figures.interactions[interactionId] = Math.max(figures.interactions[interactionId] ?? 0, duration);
    }
    // TypeScript's DOM types lack this threshold.
  }).observe({ type: 'event', buffered: true, ...{ durationThreshold: least } });
}

/** Opens browsers with an empty cache, whose pages are measured, and closes them. */
export class Browsers {
  readonly #browser: Browser;
  readonly #baseURL: string;
  readonly #sessions = new Map<Person, Awaited<ReturnType<BrowserContext['storageState']>>>();
  readonly #open: BrowserContext[] = [];

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser;
    this.#baseURL = baseURL;
  }

  /** One sign-in per person serves all of that person's browsers. */
  async open(person?: Person): Promise<BrowserContext> {
    const storageState = person && (await this.#sessionOf(person));
    const context = await this.#browser.newContext({
      baseURL: this.#baseURL,
      ...(storageState ? { storageState } : {}),
    });
    this.#open.push(context);
    await context.addInitScript(collect, leastReported);
    return context;
  }

  async #sessionOf(person: Person) {
    const known = this.#sessions.get(person);
    if (known) return known;
    const context = await this.#browser.newContext({ baseURL: this.#baseURL });
    await signInByCall(context.request, person);
    const session = await context.storageState();
    await context.close();
    this.#sessions.set(person, session);
    return session;
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.map((context) => context.close()));
  }
}

export interface Load {
  readonly requests: number;
  /** The transferred size, with headers. */
  readonly bytes: number;
  /** ms */
  readonly firstContentfulPaint: number;
  /** When the page's heading appeared, in ms. */
  readonly shown: number;
  readonly shifts: readonly Shift[];
}

/** `latency` in ms is added to every response; `kilobits` per second limits the bandwidth. */
export interface Line {
  readonly latency: number;
  readonly kilobits?: number;
}

/** Loads a page until nothing has been requested for half a second. */
export async function load(page: Page, path: string, line?: Line): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  let requests = 0;
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  if (line) {
    const throughput = line.kilobits === undefined ? -1 : (line.kilobits * 1_000) / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const shown = await page.evaluate(() => performance.now());
  await page.waitForLoadState('networkidle');
  await settle(page);
  const firstContentfulPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  return { requests, bytes, firstContentfulPaint, shown, shifts: await shiftsOf(page) };
}

/** The shifts since the page was opened or this was last called. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await settle(page);
  return page.evaluate(() => window.daylineFigures.shifts.splice(0));
}

/** Cumulative layout shift. */
export const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0);

/**
 * How long each interaction made by `act` took, in ms, from the input to the frame that shows its effect; one that took
 * less than `leastReported` counts as that.
 */
export async function latenciesOf(page: Page, interactions: number, act: () => Promise<unknown>): Promise<number[]> {
  await settle(page);
  await page.evaluate(() => {
    window.daylineFigures.interactions = {};
  });
  await act();
  await settle(page);
  const slowMs = await page.evaluate(() => Object.values(window.daylineFigures.interactions));
  const quickCount = Math.max(0, interactions - slowMs.length);
  return [...slowMs, ...Array.from({ length: quickCount }, () => leastReported)];
}

/** Interaction to Next Paint: the slowest interaction; with 50 or more, the slowest in each 50 is ignored. */
export function interactionToNextPaint(latencies: readonly number[]): number {
  const slowestFirst = [...latencies].sort((a, b) => b - a);
  return slowestFirst[Math.floor(latencies.length / 50)] ?? Number.NaN;
}

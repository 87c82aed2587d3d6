import type { EndpointName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { endpoints } from '@dayline/contracts/endpoints/table';
import type { CommandOutcome } from '@dayline/contracts/errors';
import { expect, type Page } from '@playwright/test';

/** A call's URL, with any query. */
const addressOf = (name: EndpointName): RegExp =>
  new RegExp(`${endpoints[name].path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);

/** 'answered': a server fault with the call's sentence. 'lost': no response. 'nothing': an empty list. */
export type Failing = 'answered' | 'lost' | 'nothing';

/** While `act` runs, a page's calls of this name fail. */
export async function whileFailing(
  page: Page,
  name: EndpointName,
  how: Failing,
  act: () => Promise<void>,
): Promise<void> {
  const address = addressOf(name);
  const message = endpoints[name].failure ?? 'Something went wrong on our side. Please try again.';
  await page.route(address, (route) => {
    if (how === 'lost') return route.abort();
    if (how === 'nothing') return route.fulfill({ json: [] });
    return route.fulfill({ status: 500, json: { success: false, code: 'service.fault', message } });
  });
  await act();
  await page.unrouteAll({ behavior: 'wait' });
}

/**
 * While `act` runs, the first attempts of a command are answered 503 with this outcome; if it is unknown, they reach the
 * server and are carried out. Returns the keys of all attempts.
 */
export async function whileUnanswered(
  page: Page,
  name: EndpointName,
  { attempts, outcome }: { readonly attempts: number; readonly outcome: CommandOutcome },
  act: () => Promise<void>,
): Promise<{ readonly keys: readonly (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const message = endpoints[name].failure;
  await page.route(addressOf(name), async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > attempts) return route.continue();
    if (outcome === 'unknown') await route.fetch();
    const failure = { success: false, code: 'service.unavailable', message, details: { outcome }, requestId: 'story' };
    return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: failure });
  });
  await act();
  await page.unrouteAll({ behavior: 'wait' });
  return { keys };
}

/** Holds back a page's calls of this name while `act` runs, then lets them continue. */
export async function whileHeld(page: Page, name: EndpointName, act: () => Promise<void>): Promise<void> {
  const address = addressOf(name);
  let resume = (): void => undefined;
  const action = new Promise<void>((resolve) => {
    resume = resolve;
  });
  await page.route(address, async (route) => {
    await action;
    await route.continue();
  });
  await act();
  resume();
  await page.unrouteAll({ behavior: 'wait' });
}

/** While `act` runs, replaces the page's requests of this call, as if a page of another version sent them. */
export async function whileChanged<Name extends EndpointName>(
  page: Page,
  name: Name,
  change: (request: RequestOf<Name>) => object,
  act: () => Promise<void>,
): Promise<void> {
  const address = addressOf(name);
  await page.route(address, (route) => route.continue({ postData: change(route.request().postDataJSON()) }));
  await act();
  await page.unrouteAll({ behavior: 'wait' });
}

/** While `act` runs, changes the responses to this call on their way to the page. */
export async function whileAnswering<Name extends EndpointName>(
  page: Page,
  name: Name,
  change: (answer: ResponseOf<Name>) => object,
  act: () => Promise<void>,
): Promise<void> {
  const address = addressOf(name);
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
  await act();
  await page.unrouteAll({ behavior: 'wait' });
}

/** Waits until the page shows this text. */
export const expectSentence = (page: Page, sentence: string): Promise<void> =>
  expect(page.getByText(sentence).first()).toBeVisible();

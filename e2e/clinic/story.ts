import type { Identity } from '@dayline/contracts/endpoints/session';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { Passage } from '../specification/passages.ts';
import type { Person } from './accounts.ts';
import { type Clinic, openClinic } from './clinic.ts';
import { followPages, signInByCall } from './http-calls.ts';
import { openServices } from './services.ts';
import { metType, watch } from './watch.ts';

/** A signed-in person with a separate browser. */
export interface SignedInBrowser {
  readonly context: BrowserContext;
  readonly user: Identity;
  /** Another tab of the same browser. */
  open(path: string): Promise<Page>;
}

/** The set-ups that stories run on: the product in one process, or as separate services on EventStoreDB and MongoDB. */
export type SetUp = 'oneProcess' | 'services';

export interface Stories {
  /** Opens a browser for a person; closed at the story's end. */
  arrive(person: Person): Promise<SignedInBrowser>;
}

/** `test` of the stories: one product for all, seeded once; the browsers start at its addresses in rotation. */
export const test = base.extend<Stories, { setUp: SetUp; clinic: Clinic }>({
  setUp: ['oneProcess', { option: true, scope: 'worker' }],
  clinic: [
    async ({ setUp }, use) => {
      const clinic = setUp === 'services' ? await openServices() : await openClinic();
      await use(clinic);
      await clinic.end();
    },
    { scope: 'worker', timeout: 600_000, auto: true },
  ],
  baseURL: async ({ clinic }, use) => use(clinic.urls[0]),
  context: async ({ context }, use, story) => {
    await watch(context, story);
    await use(context);
  },
  arrive: async ({ browser, clinic }, use, story) => {
    story.skip(clinic.missing !== undefined, clinic.missing);
    const contexts: BrowserContext[] = [];
    await use(async (person) => {
      const baseURL = clinic.urls[contexts.length % clinic.urls.length] ?? clinic.urls[0];
      const context = await browser.newContext({ baseURL });
      contexts.push(context);
      await watch(context, story);
      followPages(context);
      const user = await signInByCall(context.request, person);
      const open = async (path: string): Promise<Page> => {
        const page = await context.newPage();
        await page.goto(path);
        return page;
      };
      return { context, user, open };
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/**
 * Records that this story has asserted these passages of the specification; its sentences are detected automatically.
 */
export function meet(...passages: Passage[]): void {
  for (const description of passages) test.info().annotations.push({ type: metType, description });
}

export { expect } from '@playwright/test';

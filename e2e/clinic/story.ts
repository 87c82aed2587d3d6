import type { Identity } from '@dayline/contracts/endpoints/session';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { signInByCall } from './calls.ts';
import { type Clinic, openClinic } from './clinic.ts';
import type { Person } from './people.ts';
import { openServices } from './services.ts';

/** Somebody at a browser of their own, signed in. */
export interface Desk {
  readonly context: BrowserContext;
  readonly user: Identity;
  /** Another tab of the same browser. */
  open(path: string): Promise<Page>;
}

/** What the stories run on: the product in one process, or as separate services on EventStoreDB and MongoDB. */
export type SetUp = 'oneProcess' | 'services';

interface Stories {
  /** Opens a browser for somebody, closed at the story's end. */
  arrive(person: Person): Promise<Desk>;
}

/** `test` of the stories: one product for all of them, seeded once; the browsers start at its addresses in turn. */
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
  arrive: async ({ browser, clinic }, use, story) => {
    story.skip(clinic.missing !== undefined, clinic.missing);
    const contexts: BrowserContext[] = [];
    await use(async (person) => {
      const baseURL = clinic.urls[contexts.length % clinic.urls.length] ?? clinic.urls[0];
      const context = await browser.newContext({ baseURL });
      contexts.push(context);
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

export { expect } from '@playwright/test';

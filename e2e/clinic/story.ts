import type { Identity } from '@dayline/contracts/endpoints/session';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { signInByCall } from './calls.ts';
import { type Clinic, openClinic } from './clinic.ts';
import type { Person } from './people.ts';

/** Somebody at a browser of their own, signed in. */
export interface Desk {
  readonly context: BrowserContext;
  readonly user: Identity;
  /** Another tab of the same browser. */
  open(path: string): Promise<Page>;
}

interface Stories {
  /** Opens a browser for somebody, closed at the story's end. */
  arrive(person: Person): Promise<Desk>;
}

/** `test` of the stories: one product for all of them, seeded once; every browser starts at its address. */
export const test = base.extend<Stories, { clinic: Clinic }>({
  clinic: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const clinic = await openClinic();
      await use(clinic);
      await clinic.end();
    },
    { scope: 'worker', timeout: 600_000, auto: true },
  ],
  baseURL: async ({ clinic }, use) => use(clinic.url),
  arrive: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person) => {
      const context = await browser.newContext();
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

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTcpProxy, type TcpProxy } from '@dayline/test-servers/tcp-proxy';
import { test as base } from '@playwright/test';
import { type Person, password, people } from '../clinic/accounts.ts';
import { type Clinic, openClinic } from '../clinic/clinic.ts';
import { signInByCall } from '../clinic/http-calls.ts';
import { screens } from '../clinic/look.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

export type EngineName = 'Firefox' | 'WebKit';

interface Worker {
  engineName: EngineName;
  clinic: Clinic;
  /** Between the browser and the product. */
  line: TcpProxy;
  engine: Engine;
}

interface Story {
  tab: Tab;
  /** Signs in by a call from the tab, after signing out. */
  signIn(person: Person | 'nobody'): Promise<void>;
  /** Another desk, over HTTP. */
  desk2: Awaited<ReturnType<typeof signInByCall>>;
}

/** `test` of these stories: one product and one browser for all of them. */
export const test = base.extend<Story, Worker>({
  engineName: ['Firefox', { option: true, scope: 'worker' }],
  clinic: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern
    async ({}, use) => {
      const clinic = await openClinic();
      await use(clinic);
      await clinic.end();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  line: [
    async ({ clinic }, use) => {
      const { hostname, port } = new URL(clinic.urls[0]);
      const line = await startTcpProxy({ host: hostname, port: Number(port) });
      await use(line);
      await line.stop();
    },
    { scope: 'worker' },
  ],
  engine: [
    async ({ engineName }, use) => {
      const engine = engineName === 'Firefox' ? await startFirefox() : await startWebKit();
      await use(engine);
      await engine.quit();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ clinic }, use) => use(clinic.urls[0]),
  tab: async ({ engine, line }, use, story) => {
    // WebKitGTK crashes now and then: only such a story is repeated, once, and the output names it as flaky.
    const crash = join(story.project.outputDir, `crashed-${story.testId}`);
    if (story.retry > 0 && !existsSync(crash)) throw new Error('Not repeated: the browser did not crash.');
    await engine.resize(screens.desktop);
    await use(new Tab(engine, `http://127.0.0.1:${line.port}`));
    if (story.status === story.expectedStatus) return;
    const body = await engine.run(() => `${location}\n${document.body.innerText}`).catch(() => null);
    if (body === null) {
      mkdirSync(story.project.outputDir, { recursive: true });
      writeFileSync(crash, '');
      return;
    }
    await story.attach('page', { body, contentType: 'text/plain' });
  },
  desk2: async ({ request }, use) => use(await signInByCall(request, 'desk2')),
  signIn: async ({ tab, request }, use) => {
    await use(async (person) => {
      await tab.open('/home');
      const { email, side: role } = people[person === 'nobody' ? 'desk1' : person];
      const { clientId } = await signInByCall(request, person === 'nobody' ? 'desk1' : person);
      await tab.engine.run(
        async (account) => {
          const headers = { 'content-type': 'application/json' };
          const send = (path: string, body: object) =>
            fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
          await send('/api/logout', {});
          localStorage.clear();
          sessionStorage.clear();
          if (account && !(await send('/api/poc-login', account)).ok) throw new Error('Sign-in was refused.');
        },
        person === 'nobody' ? null : { email, password, role, clientId: role === 'admin' ? clientId : null },
      );
    });
  },
});

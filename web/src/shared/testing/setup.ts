import type { CommandName } from '@dayline/contracts/endpoints/table';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { toHaveNoViolations } from 'jest-axe';
import * as React from 'react';
import { guardPresses } from '../../ui/buttons/single-press.ts';
import { useConfirmState } from '../../ui/dialogs/confirm.ts';
import { delays } from '../api/patience.ts';
import { noteServerTime } from '../clock.ts';
import { forgetShown } from '../session/forget-shown.ts';
import { useSession } from '../session/session-store.ts';
import { pressedIn } from './pressed-in.ts';
import { noteSent, recordPresses } from './presses.ts';
import { server } from './server.ts';

guardPresses();
expect.extend(toHaveNoViolations);
// Long, since it only ends tests that hang: the machine may be busy.
configure({ asyncUtilTimeout: 120_000 });

// Retries wait only for a moment.
Object.assign(delays, { first: 1, longest: 5 });

// React's development build records where each element was created, which takes a fifth of these tests' time. It stops
// at a limit per second, which appears reached because of this.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });

// Calls use relative URLs; Node's fetch needs absolute ones.
const nodeFetch = globalThis.fetch;
globalThis.fetch = (input, init) =>
  nodeFetch(typeof input === 'string' ? new URL(input, window.location.href) : input, init);

// The fixtures' days are in November 2026: the clock starts there with each test, and runs. Pages show minutes, which
// would pass in the file's earlier tests on a busy machine.
const RealDate = Date;
const start = RealDate.parse('2026-11-21T00:00:00Z');
let ahead = RealDate.now() - start;
beforeEach(() => {
  ahead = RealDate.now() - start;
});
globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() - ahead] : given) as [number]));
  }
  static override now(): number {
    return RealDate.now() - ahead;
  }
} as DateConstructor;

// jsdom has no layout, so it can't scroll.
window.scrollTo = () => undefined;

// A request without a defined response fails its test, even if the page doesn't show it.
const unhandled: string[] = [];
beforeAll(() =>
  server.listen({
    onUnhandledRequest: ({ method, url }, print) => {
      unhandled.push(`${method} ${new URL(url).pathname}`);
      print.error();
    },
  }),
);
server.events.on('request:start', ({ request }) => noteSent(request));
const pressedCommands = new Set<CommandName>();
afterEach(() => {
  const unanswered = unhandled.splice(0);
  const { commands, twice } = recordPresses();
  for (const name of commands) pressedCommands.add(name);
  reset();
  expect(unanswered).toEqual([]);
  expect(twice).toEqual([]);
});
afterAll(() => {
  server.close();
  // Not checked if only some tests run.
  if (Reflect.get(globalThis, 'isPartOfTests')) return;
  const here = expect
    .getState()
    .testPath?.split('/web/src/')[1]
    ?.replace(/\.test\.tsx$/, '');
  const own = Object.entries(pressedIn).flatMap(([name, file]) => (file === here ? [name as CommandName] : []));
  expect(own.filter((name) => !pressedCommands.has(name))).toEqual([]);
});

function reset(): void {
  server.resetHandlers();
  forgetShown('gone');
  localStorage.clear();
  noteServerTime(new Date(Date.now()).toUTCString());
  useSession.setState({ shown: undefined });
  useConfirmState.setState({ waiting: [] });
}

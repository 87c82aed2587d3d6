import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { toHaveNoViolations } from 'jest-axe';
import { forgetPositions } from '../api/positions.ts';
import { dropAllDrafts } from '../session/drafts.ts';
import { useSession } from '../session/session-store.ts';
import { useConfirmState } from '../ui/confirm.ts';
import { useToastState } from '../ui/toast.ts';
import { server } from './server.ts';

expect.extend(toHaveNoViolations);
configure({ asyncUtilTimeout: 4000 });

// Addresses of calls are relative; Node's fetch wants them whole.
const nodeFetch = globalThis.fetch;
globalThis.fetch = (input, init) =>
  nodeFetch(typeof input === 'string' ? new URL(input, window.location.href) : input, init);

// jsdom has no layout to scroll.
window.scrollTo = () => undefined;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  sessionStorage.clear();
  localStorage.clear();
  forgetPositions();
  dropAllDrafts();
  useSession.setState({ identity: undefined, shown: undefined, checkedAt: 0, returnPoint: undefined });
  useConfirmState.setState({ waiting: [] });
  useToastState.setState({ toasts: [] });
});
afterAll(() => server.close());

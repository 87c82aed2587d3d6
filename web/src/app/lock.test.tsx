import { screen, waitFor } from '@testing-library/react';
import { draftOf, keepDraft } from '../shared/session/drafts.ts';
import { isLocked, rememberIdentity, useSession } from '../shared/session/session-store.ts';
import { noteSignedIn } from '../shared/session/signed-in.ts';
import { aDoctor, anAdmin } from '../shared/testing/identities.ts';
import { show } from '../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../shared/testing/server.ts';
import { UserMenu } from './chrome/user-menu.tsx';
import { currentIdentity } from './guards.ts';
import { finishLock, followLocks, lock } from './lock.ts';

const done = { success: true, message: 'Signed out', position: null } as const;
const lockingKey = 'dayline.locking';
let left: string[];
const leave = (to: string) => void left.push(to);
const point = () => sessionStorage.getItem('dayline.locked');
/** Where RTL renders; a lock takes it away. */
const restore = () => {
  document.documentElement.style.visibility = '';
};

beforeEach(() => {
  left = [];
});
afterEach(restore);

test('hides everything at once, ends the session, and keeps a path alone', async () => {
  const made = answer('signOut', done);
  rememberIdentity(anAdmin);
  keepDraft('reason', 'Typed by the admin');
  sessionStorage.setItem('appointmentsSearchTerm', 'Asha Rao');
  history.replaceState({ patient: 'Asha Rao' }, '', '/users?search=Asha+Rao');
  document.title = 'Asha Rao · Dayline';
  document.body.append('Asha Rao');
  const locking = lock(leave);
  expect(document.body).toBeEmptyDOMElement();
  expect([document.documentElement.style.visibility, document.title]).toEqual(['hidden', 'Dayline']);
  expect(useSession.getState().identity).toBeUndefined();
  expect(draftOf('reason', '')).toBe('');
  await locking;
  expect(made).toHaveLength(1);
  expect(left).toEqual(['/']);
  expect(localStorage.getItem(lockingKey)).toBeNull();
  expect(localStorage.getItem('dayline.signedIn')).toBeNull();
  expect(JSON.parse(point() ?? '')).toEqual({ accountId: anAdmin.accountId, to: '/users' });
  expect(Object.keys(sessionStorage)).toEqual(['dayline.locked']);
  expect(isLocked()).toBe(true);
  rememberIdentity(aDoctor);
  expect([isLocked(), point()]).toEqual([false, null]);
});

test('a session that has ended already needs no sign-out', async () => {
  refuse('signOut', 'session.missing');
  rememberIdentity(anAdmin);
  await lock(leave);
  expect([left, localStorage.getItem(lockingKey)]).toEqual([['/'], null]);
});

test('without an answer the page is hidden all the same, and no page is shown before the session has ended', async () => {
  loseConnection('signOut');
  rememberIdentity(anAdmin);
  await lock(leave);
  expect(left).toEqual(['/']);
  expect(localStorage.getItem(lockingKey)).not.toBeNull();
  // The next document, in any tab: Back leads to a guarded page.
  answer('validateSession', { user: anAdmin });
  expect(await currentIdentity()).toBeUndefined();
  const made = answer('signOut', done);
  refuse('validateSession', 'session.missing');
  expect(await currentIdentity()).toBeUndefined();
  expect(made).toHaveLength(1);
  expect(localStorage.getItem(lockingKey)).toBeNull();
  expect(await finishLock()).toBe(true);
});

test('a sign-in has replaced the session that was being locked', async () => {
  loseConnection('signOut');
  rememberIdentity(anAdmin);
  await lock(leave);
  noteSignedIn();
  expect(localStorage.getItem(lockingKey)).toBeNull();
});

test('the other tabs hide and leave too', () => {
  rememberIdentity(anAdmin);
  document.body.append('Asha Rao');
  const stop = followLocks(leave);
  const changed = (newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key: lockingKey, newValue }));
  changed(null);
  expect(left).toEqual([]);
  changed('1');
  expect(document.body).toBeEmptyDOMElement();
  expect(left).toEqual(['/']);
  stop();
  changed('2');
  expect(left).toEqual(['/']);
});

test('it is in the account menu, with its key', async () => {
  const { user } = show(<UserMenu name="Sunrise Admin" face="Front Desk" items={[]} />, { as: anAdmin });
  await user.click(screen.getByRole('button', { name: /Sunrise Admin/ }));
  expect(await screen.findByRole('menuitem', { name: 'Lock L' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  await user.keyboard('?');
  expect(await screen.findByRole('dialog')).toHaveTextContent('LLock');
});

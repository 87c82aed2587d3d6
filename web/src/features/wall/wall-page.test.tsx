import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import { board } from './wall.fixture.ts';

/** The page's socket messages. */
const heard = new Map<string, () => void>();
jest.unstable_mockModule('socket.io-client', () => ({
  io: () => ({
    active: true,
    connect: () => undefined,
    disconnect: () => undefined,
    on: (event: string, listener: () => void) => heard.set(event, listener),
  }),
}));
const { default: WallPage } = await import('./wall-page.tsx');
const { pace } = await import('./follow-code.ts');

const reply = { success: true as const, message: 'ok', position: null };
const shownCode = { ...reply, code: '204871', screen: 'secret', expiresInSeconds: 600 };
const link = '01J00000000000000000000D01.token';
Object.assign(pace, { checkEvery: 5 });

test('a screen shows who is called and who is next, in both languages', async () => {
  answer('getDisplayBoard', board);
  const { container } = show(<WallPage />, { at: '/wall' });
  const table = await screen.findByRole('table');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Doctor डॉक्टर', 'Token now टोकन अभी', 'Room कमरा', 'Next अगले']);
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Dr. Asha MenonCardiologyA 9Room 3A 10A 11A 12',
    'Dr. Vikram RaoNow called अभी बुलाया गयाAB 5Room 4AB 6AB 7',
    'Dr. Leela IyerCardiologyBack at 11 AMब्रेक सुबह 11 बजे तकC 7',
    'Dr. Neha JoshiCardiologyHere until 1 PMदोपहर 1 बजे तक उपलब्ध–',
    'Dr. Nisha VermaAbout 30 minutes late लगभग 30 मिनट देरNext at 8 PMरात 8 बजे से–',
    'Dr. Sameer KhanCardiologyFinished for todayआज का समय पूरा–',
    'Dr. Arvind PillaiCardiologyNot here todayआज उपलब्ध नहीं–',
  ]);
  expect(screen.getByText('10:42')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('what the socket tells is asked for at once, and a revoked display’s screen goes blank', async () => {
  answer('getDisplayBoard', board);
  show(<WallPage />, { at: '/wall' });
  await screen.findByRole('table');
  await waitFor(() => expect(heard.get('live')).toBeDefined());
  refuse('getDisplayBoard', 'display.revoked');
  answer('createPairingCode', shownCode);
  answer('checkPairingCode', { ...reply, paired: false });
  act(() => {
    heard.get('live')?.();
  });
  expect(await screen.findByRole('heading', { name: /This screen is no longer connected/ })).toBeInTheDocument();
  expect(screen.queryByText('Dr. Asha Menon')).not.toBeInTheDocument();
});

test('a browser that is no display’s screen shows a code, and the board once the desk has typed it', async () => {
  refuse('getDisplayBoard', 'session.missing');
  const created = answer('createPairingCode', shownCode);
  const checked = answer('checkPairingCode', { ...reply, paired: false });
  const { router, container } = show(<WallPage />, { at: '/wall' });
  expect(await screen.findByText('204 871')).toBeInTheDocument();
  expect(screen.getByText(/At the desk, open Settings, Displays, Enter Code/)).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/wall');
  expect(await axe(container)).toHaveNoViolations();
  await waitFor(() => expect(checked[0]?.body).toEqual({ code: '204871', screen: 'secret' }));
  expect(created).toHaveLength(1);
  answer('getDisplayBoard', board);
  answer('checkPairingCode', { ...reply, paired: true });
  expect(await screen.findByRole('table')).toBeInTheDocument();
});

test('the screen is kept on while the page is seen', async () => {
  answer('getDisplayBoard', board);
  const requests: string[] = [];
  const release = jest.fn();
  Object.assign(navigator, {
    wakeLock: {
      request: (type: string) => {
        requests.push(type);
        return Promise.resolve({ release });
      },
    },
  });
  const { unmount } = show(<WallPage />, { at: '/wall' });
  await screen.findByRole('table');
  expect(requests).toEqual(['screen']);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(requests).toEqual(['screen', 'screen']));
  unmount();
  expect(release).toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

test('the link waits for a click, and its token leaves the address', async () => {
  const paired = answer('pairDisplay', { success: true, message: 'Paired.', position: '1' });
  const requests = answer('getDisplayBoard', board);
  const { user, router, container } = show(<WallPage />, { at: `/wall#${link}` });
  const pair = await screen.findByRole('button', { name: /^Pair/ });
  expect(router.state.location).toMatchObject({ pathname: '/wall', hash: '' });
  expect(await axe(container)).toHaveNoViolations();
  expect([paired.length, requests.length]).toEqual([0, 0]);
  await user.click(pair);
  expect(await screen.findByRole('table')).toBeInTheDocument();
  expect(paired.map(({ body }) => body)).toEqual([
    { displayId: '01J00000000000000000000D01', token: 'token', nonce: expect.stringMatching(/.{16}/) },
  ]);
  expect(router.state.location.state).toBeNull();
});

test('a link that is used says so, and offers no button', async () => {
  refuse('pairDisplay', 'token.invalid');
  const { user } = show(<WallPage />, { at: `/wall#${link}` });
  await user.click(await screen.findByRole('button', { name: /^Pair/ }));
  expect(await screen.findByRole('heading', { name: /This link is no longer valid/ })).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a chime is off until it is switched on', async () => {
  answer('getDisplayBoard', board);
  localStorage.clear();
  show(<WallPage />, { at: '/wall' });
  expect(await screen.findByRole('button', { name: /Chime/ })).toHaveAttribute('aria-pressed', 'false');
});

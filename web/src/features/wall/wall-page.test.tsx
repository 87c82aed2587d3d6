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

const link = '01J00000000000000000000D01.token';

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
    'Dr. Asha MenonCardiology9Room 3101112',
    'Dr. Vikram RaoNow called अभी बुलाया गया5Room 467',
    'Dr. Leela IyerCardiologyBack at 11:00 AMब्रेक सुबह 11:00 बजे तक7',
    'Dr. Neha JoshiCardiology––',
    'Dr. Nisha VermaCardiologyNext at 8:00 PMफिर रात 8:00 बजे से–',
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
  act(() => {
    heard.get('live')?.();
  });
  expect(await screen.findByRole('heading', { name: /This screen is no longer connected/ })).toBeInTheDocument();
  expect(screen.queryByText('Dr. Asha Menon')).not.toBeInTheDocument();
});

test('a browser that is no display’s screen is told where the link comes from', async () => {
  refuse('getDisplayBoard', 'session.missing');
  const { router } = show(<WallPage />, { at: '/wall' });
  expect(await screen.findByText(/Open the link that an administrator creates/)).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/wall');
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

import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, refuse } from '../../../shared/testing/server.ts';
import { SessionsCard } from './sessions-card.tsx';

type OwnSession = ResponseOf<'listOwnSessions'>[number];
const done = { success: true, message: 'ok', position: null } as const;
const session = (ownSessionId: string, more: Partial<OwnSession> = {}): OwnSession => ({
  ...{ ownSessionId, isThis: false, browser: 'Firefox', system: 'Linux', address: '192.0.2.31' },
  since: '2026-11-23T03:35:00.000Z',
  lastSeenAt: '2026-11-23T04:00:00.000Z',
  ...more,
});
const here = session('here', { isThis: true, browser: 'Chrome', system: 'Windows' });
const all = [
  here,
  session('desk'),
  session('phone', { browser: null, system: 'Android' }),
  session('tool', { browser: null, system: null, address: null }),
];
const bodies = (requests: readonly { body: unknown }[]) => requests.map(({ body }) => body);
const open = () => show(<SessionsCard />, { as: anAdmin });

test('sessions are listed in plain words, this one marked and without End', async () => {
  answer('listOwnSessions', all);
  const { container } = open();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Chrome on WindowsThis device · 192.0.2.31 · since Nov 23, 9:05 AM',
    'Firefox on Linux192.0.2.31 · since Nov 23, 9:05 AM · last seen Nov 23, 9:30 AMEnd',
    'Android192.0.2.31 · since Nov 23, 9:05 AM · last seen Nov 23, 9:30 AMEnd',
    'Unknown devicesince Nov 23, 9:05 AM · last seen Nov 23, 9:30 AMEnd',
  ]);
  expect(container.innerHTML).not.toContain('phone"');
  expect(await axe(container)).toHaveNoViolations();
});

test('one is ended; one that has ended meanwhile leaves the list all the same', async () => {
  answer('listOwnSessions', all);
  const ended = answer('endOwnSession', done);
  const { user } = open();
  const end = await screen.findByRole('button', { name: 'End the session of Firefox on Linux' });
  answer(
    'listOwnSessions',
    all.filter(({ ownSessionId }) => ownSessionId !== 'desk'),
  );
  await user.click(end);
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument());
  expect(bodies(ended)).toEqual([{ ownSessionId: 'desk' }]);
  refuse('endOwnSession', 'account.session-unknown');
  answer('listOwnSessions', [here]);
  await user.click(screen.getByRole('button', { name: 'End the session of Android' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('all others are ended; alone there is nothing to end', async () => {
  answer('listOwnSessions', all);
  const ended = answer('endOtherSessions', done);
  const { user } = open();
  const button = await screen.findByRole('button', { name: 'End All Others' });
  answer('listOwnSessions', [here]);
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End All Others' })).not.toBeInTheDocument());
  expect(bodies(ended)).toEqual([{}]);
  expect(within(screen.getByRole('list')).queryByRole('button')).not.toBeInTheDocument();
});

test('a failure to load says so', async () => {
  refuse('listOwnSessions', 'service.fault');
  open();
  expect(await screen.findByText('Failed to load your sessions. Please try again.')).toBeInTheDocument();
});

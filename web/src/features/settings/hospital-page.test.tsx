import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { noMessages } from '@dayline/contracts/patients/messages';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useSession } from '../../shared/session/session-store.ts';
import { anAdmin, anAuditor } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer } from '../../shared/testing/server.ts';
import HospitalPage from './hospital-page.tsx';

const settings: ResponseOf<'getClient'> = {
  name: 'Sunrise',
  zone: 'Asia/Kolkata',
  meetingLinkHost: 'https://meet.google.com',
  bookingNeedsEmail: true,
  queueOrder: 'token',
  lateAfterMinutes: 10,
  overbookPerSlot: 1,
  calendarHasNames: false,
  messages: noMessages,
  messageTexts: [],
  branches: [
    { id: 1, name: 'East Wing', doctors: 2 },
    { id: 2, name: null, closed: true, doctors: 0 },
  ],
  singleSignOn: null,
};
const done = { success: true as const, message: 'ok', position: '1'.padStart(20, '0') };
const { clientId } = anAdmin;
const open = (as: typeof anAdmin | typeof anAuditor = anAdmin) =>
  show(<HospitalPage />, { as, at: '/settings/hospital' });

beforeEach(() => {
  answer('getClient', settings);
  answer('listPeople', []);
  answer('listTodaysAppointmentsOfClient', []);
  answer('getSecondFactor', { app: null, recoveryCodes: null, policy: 'optional', required: false, passkeys: [] });
});

test('only what was changed is saved, and another time zone is asked about first', async () => {
  const sent = answer('changeClient', done);
  answer('validateSession', { user: { ...anAdmin, clientName: 'Sunrise Hospital' } });
  const { user, container } = open();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(await axe(container)).toHaveNoViolations();
  expect(screen.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/audit?action=settings');
  const save = screen.getByRole('button', { name: 'Save Settings' });
  expect(save).toBeDisabled();
  await user.clear(name);
  await user.type(name, 'Sunrise Hospital');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order of the queue' }), 'By appointment time');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Late after' }), '15 min');
  await user.click(save);
  expect(await screen.findByText('Settings saved')).toBeInTheDocument();
  await waitFor(() => expect(useSession.getState().identity?.clientName).toBe('Sunrise Hospital'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Dubai');
  await user.click(save);
  const question = within(await screen.findByRole('alertdialog', { name: 'Change the time zone to Asia/Dubai?' }));
  await user.click(question.getByRole('button', { name: 'Change Time Zone' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const own = { name: 'Sunrise Hospital', queueOrder: 'time', lateAfterMinutes: 15 };
  expect(sent.map(({ body }) => body)).toEqual([
    { clientId, values: own },
    { clientId, values: { ...own, zone: 'Asia/Dubai' } },
  ]);
});

test('messages to patients are off until an administrator turns some on', async () => {
  const sent = answer('changeClient', done);
  answer('validateSession', { user: anAdmin });
  const { user } = open();
  const reminder = await screen.findByRole('checkbox', { name: 'Reminder the day before at 6 PM' });
  for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked();
  await user.click(reminder);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the messages' }), 'हिन्दी');
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  expect(await screen.findByText('Settings saved')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ values: { messages: { ...noMessages, dayBefore: true, language: 'hi' } } }),
  ]);
});

test('how many patients may be before the next ones is asked where they get a message', async () => {
  const sent = answer('changeClient', done);
  answer('validateSession', { user: anAdmin });
  const { user } = open();
  const turn = await screen.findByRole('checkbox', { name: 'Soon your turn, to patients in the queue' });
  const before = { name: 'Soon your turn: patients before' };
  expect(screen.queryByRole('combobox', before)).toBeNull();
  await user.click(turn);
  expect(screen.getByRole('combobox', before)).toHaveDisplayValue('2');
  await user.selectOptions(screen.getByRole('combobox', before), '3');
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  expect(await screen.findByText('Settings saved')).toBeInTheDocument();
  const messages = { ...noMessages, next: true, nextBefore: 3 };
  expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ values: { messages } })]);
});

test('auditors read the settings and change nothing', async () => {
  open(anAuditor);
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save Settings' })).not.toBeInTheDocument();
});

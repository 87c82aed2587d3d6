import { noMessages } from '@dayline/contracts/patients/messages';
import { screen, waitFor } from '@testing-library/react';
import { anAdmin, anAuditor } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer } from '../../../shared/testing/server.ts';
import HospitalPage from '../hospital-page.tsx';

const done = { success: true, message: 'ok', position: '1'.padStart(20, '0') } as const;
const rules = { app: null, recoveryCodes: null, policy: 'optional' as const, required: false, passkeys: [] };
const open = (as: typeof anAdmin | typeof anAuditor = anAdmin) =>
  show(<HospitalPage />, { as, at: '/settings/hospital' });
beforeEach(() => {
  answer('getClient', {
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
    branches: [],
    singleSignOn: null,
  });
  answer('listPeople', []);
  answer('listTodaysAppointmentsOfClient', []);
});

test('an administrator sets who needs a second factor', async () => {
  answer('getSecondFactor', rules);
  const made = answer('setSecondFactorPolicy', done);
  const { user } = open();
  const choice = await screen.findByRole('combobox', { name: 'Required for' });
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await user.selectOptions(choice, 'Everyone');
  answer('getSecondFactor', { ...rules, policy: 'everyone', required: true });
  await user.click(save);
  expect(await screen.findByText('Policy saved')).toBeInTheDocument();
  await waitFor(() => expect(save).toBeDisabled());
  expect(made.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, policy: 'everyone' }]);
});

test('an administrator sets how long sessions may stay unused, and leaves it to the installation again', async () => {
  answer('getSecondFactor', rules);
  const made = answer('setSessionIdleTime', done);
  const { user } = open();
  const choice = await screen.findByRole('combobox', { name: 'Sign out after' });
  expect(choice).toHaveDisplayValue('As this installation is set');
  const save = screen.getByRole('button', { name: 'Save Time' });
  expect(save).toBeDisabled();
  await user.selectOptions(choice, '15 minutes');
  answer('getSecondFactor', { ...rules, idleMinutes: 15 });
  await user.click(save);
  expect(await screen.findByText('Automatic sign-out saved')).toBeInTheDocument();
  await waitFor(() => expect(save).toBeDisabled());
  await user.selectOptions(choice, 'As this installation is set');
  await user.click(save);
  await waitFor(() => expect(made).toHaveLength(2));
  expect(made.map(({ body }) => body.minutes)).toEqual([15, null]);
});

test('auditors are not offered the rules to change', async () => {
  answer('getSecondFactor', rules);
  open(anAuditor);
  expect(await screen.findByText('Single sign-on')).toBeInTheDocument();
  for (const name of ['Required for', 'Sign out after'])
    expect(screen.queryByRole('combobox', { name })).not.toBeInTheDocument();
});

import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { noMessages } from '@dayline/contracts/patients/messages';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer } from '../../../shared/testing/server.ts';
import MessageTextsCard from './message-texts-card.tsx';

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
  messageTexts: [{ channel: 'email', kind: 'moved', language: 'en', text: 'Now on {when}.' }],
  branches: [],
  singleSignOn: null,
};
const done = { success: true as const, message: 'ok', position: '1'.padStart(20, '0') };
const { clientId } = anAdmin;
const field = () => screen.getByRole('textbox', { name: 'Text' });
const open = (as: typeof anAdmin | typeof anAuditor = anAdmin) =>
  show(<MessageTextsCard settings={settings} isReader={as !== anAdmin} />, { as });
const visits: ResponseOf<'listTodaysAppointmentsOfClient'> = [
  {
    AppointmentId: `${testId(200)}_20261121_${testId(1)}`,
    ...{ AppointmentDate: '2026-11-21', AppointmentTime: '10:30', Status: 'Confirmed', Is_Active: 1 },
    ...{ User_ID: testId(900), PatientName: 'Shri Ravi Kumar', PatientContact: null, money: { amount: 70_000 } },
    ...{ AppointmentType: 'Direct Consultation', POC_ID: testId(200), POC_Name: 'Dr. Asha Menon' },
    ...{ StatusAt: '2026-11-18T10:32:00Z', StatusBy: 'Front Desk 1', at: '1'.padStart(20, '0') },
  },
];

test('a text is previewed with a visit of today, saved, and goes back to the usual one', async () => {
  answer('listTodaysAppointmentsOfClient', visits);
  const sent = answer('changeClient', done);
  answer('getClient', settings);
  const { user, container } = open();
  const preview = within(await screen.findByRole('figure', { name: 'Preview with one of today’s visits' }));
  expect(preview.getByText('Hello Ravi,')).toBeVisible();
  expect(
    preview.getByText(/with Dr. Asha Menon is booked for Saturday, 21 November 2026 at 10:30 am, at Sunrise\.$/),
  ).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  const save = screen.getByRole('button', { name: 'Save Text' });
  expect(save).toBeDisabled();
  await user.clear(field());
  await user.type(field(), 'Come soon');
  expect(screen.getByText('Please name the date and time of the visit by {when}.')).toBeVisible();
  expect(save).toBeDisabled();
  await user.click(field());
  await user.paste(': {when}');
  expect(preview.getByText('Come soon: Saturday, 21 November 2026 at 10:30 am')).toBeVisible();
  await user.click(save);
  expect(await screen.findByText('Text saved')).toBeInTheDocument();

  await user.selectOptions(screen.getByRole('combobox', { name: 'Message' }), 'New time or doctor (own text)');
  expect(field()).toHaveValue('Now on {when}.');
  await user.click(screen.getByRole('button', { name: 'Use the Usual Text' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const about = { channel: 'email', language: 'en' };
  expect(sent.map(({ body }) => body)).toEqual([
    { clientId, values: { messageText: { ...about, kind: 'booked', text: 'Come soon: {when}' } } },
    { clientId, values: { messageText: { ...about, kind: 'moved', text: null } } },
  ]);
});

test('each language has its own text, and without a visit there is no preview', async () => {
  answer('listTodaysAppointmentsOfClient', []);
  const { user } = open();
  expect(await screen.findByText('There is no visit today for a preview.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'हिन्दी');
  expect(field()).toHaveDisplayValue(/के लिए बुक हुआ है/);
});

test('auditors read the texts and change nothing', async () => {
  answer('listTodaysAppointmentsOfClient', visits);
  open(anAuditor);
  expect(await screen.findByText('Hello Ravi,')).toBeVisible();
  expect(field()).toBeDisabled();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

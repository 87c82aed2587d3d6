import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, refuse } from '../../shared/testing/server.ts';
import DisplaysPage from './displays-page.tsx';

const displayId = testId(301);
const doctors = [{ pocId: testId(1), name: 'Dr. Asha Menon' }];
const hall: ResponseOf<'listDisplays'>[number] = {
  displayId,
  name: 'First Floor Waiting Hall',
  doctors,
  addedAt: '2026-11-20T04:30:00.000Z',
  linkUntil: null,
  pairedAt: '2026-11-20T05:00:00.000Z',
};
const linked = {
  success: true as const,
  message: 'ok',
  position: '1',
  displayId,
  link: `/wall#${displayId}.token`,
  until: '2026-11-22T04:30:00.000Z',
};
const doctorOfClient = (number: number, pocName: string, departmentName: string) => ({
  ...{ pocId: testId(number), pocName, departmentName, departmentDoctors: 1 },
  ...{ email: null, contactNumber: null, externalId: null, nextFree: null },
  today: { state: 'off' as const, capacity: 0, booked: 0, byHour: [], blockedHours: [] },
});
const open = (as = anAdmin) => show(<DisplaysPage />, { as, at: '/settings/displays' });

test('each display says its doctors, and since when its screen is paired or until when its link is valid', async () => {
  answer('listDisplays', [
    hall,
    { ...hall, displayId: testId(302), name: 'Ward', pairedAt: null, linkUntil: '2026-11-22T04:30:00.000Z' },
    { ...hall, displayId: testId(303), name: 'Old', pairedAt: null, linkUntil: '2026-11-19T04:30:00.000Z' },
  ]);
  const { container } = open();
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('First Floor Waiting HallDr. Asha MenonPaired since Nov 20, 10:30 AM');
  expect(rows[1]).toHaveTextContent('Not paired; the link expires Nov 22, 10:00 AM');
  expect(rows[2]).toHaveTextContent('Not paired; the link has expired');
  expect(await axe(container)).toHaveNoViolations();
});

test('a display is added with the doctors that a search finds, and its link is shown with a code', async () => {
  answer('listDisplays', []);
  answer('listDoctorsOfClient', [
    doctorOfClient(1, 'Dr. Asha Menon', 'Cardiology'),
    doctorOfClient(2, 'Dr. Vikram Rao', 'Dermatology'),
  ]);
  const added = answer('addDisplay', linked);
  const { user } = open();
  await screen.findByText('No displays yet');
  await user.click(screen.getByRole('button', { name: 'Add Display' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Display' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please enter a name.')).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lobby');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please choose at least one doctor.')).toBeInTheDocument();
  await user.type(dialog.getByRole('combobox', { name: 'Doctors' }), 'derma');
  await user.click(await screen.findByRole('option', { name: 'Dr. Vikram Rao, Dermatology' }));
  expect(dialog.getByRole('button', { name: 'Remove Dr. Vikram Rao, Dermatology' })).toBeInTheDocument();
  expect(dialog.queryByText('Please choose at least one doctor.')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Link for Lobby' }));
  expect(added.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, name: 'Lobby', pocIds: [testId(2)] }]);
  expect(shown.getByRole('textbox', { name: 'Link' })).toHaveValue(`${location.origin}/wall#${displayId}.token`);
  expect(shown.getByRole('img', { name: 'The link as a QR code' })).toBeInTheDocument();
  expect(await axe(document.body)).toHaveNoViolations();
});

test('a new link is shown, and a display is revoked after a question', async () => {
  answer('listDisplays', [hall]);
  const late = lateReply(linked);
  const requests = answer('makeDisplayLink', late.reply);
  const revoked = answer('revokeDisplay', { success: true, message: 'ok', position: '2' });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'New Link for First Floor Waiting Hall' }));
  const newLink = screen.getByRole('button', { name: 'New Link for First Floor Waiting Hall' });
  await waitFor(() => expect(newLink).toHaveAttribute('aria-disabled', 'true'));
  fireEvent.click(newLink);
  late.send();
  const shown = await screen.findByRole('dialog', { name: 'Link for First Floor Waiting Hall' });
  expect(requests).toHaveLength(1);
  await user.click(within(shown).getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke First Floor Waiting Hall' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke First Floor Waiting Hall?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(revoked).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Revoke First Floor Waiting Hall' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(revoked.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, displayId }]));
});

test('the code that a screen shows pairs it, also with a blank in it and in Devanagari', async () => {
  answer('listDisplays', [hall]);
  const paired = answer('pairDisplayByCode', { success: true, message: 'Paired.', position: '2' });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Enter Code for First Floor Waiting Hall' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Screen for First Floor Waiting Hall' }));
  const field = dialog.getByRole('textbox', { name: 'Code on the screen' });
  await user.type(field, '20487');
  await user.click(dialog.getByRole('button', { name: 'Pair' }));
  expect(dialog.getByText('Please enter the six digits that the screen shows.')).toBeInTheDocument();
  expect(await axe(document.body)).toHaveNoViolations();
  await user.clear(field);
  await user.type(field, '२०४ 871');
  await user.click(dialog.getByRole('button', { name: 'Pair' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(paired.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, displayId, code: '204871' }]);
});

test('a code that no screen shows says so', async () => {
  answer('listDisplays', [hall]);
  refuse('pairDisplayByCode', 'pairing-code.invalid');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Enter Code for First Floor Waiting Hall' }));
  await user.type(screen.getByRole('textbox', { name: 'Code on the screen' }), '204871');
  await user.click(screen.getByRole('button', { name: 'Pair' }));
  expect(await screen.findByText(/No screen shows this code/)).toBeInTheDocument();
});

test('what fails says so, and an auditor only reads', async () => {
  answer('listDisplays', [hall]);
  refuse('makeDisplayLink', 'display.unknown');
  const { user, unmount } = open();
  await user.click(await screen.findByRole('button', { name: 'New Link for First Floor Waiting Hall' }));
  expect(await screen.findByText('This display does not exist.')).toBeInTheDocument();
  unmount();
  open(anAuditor);
  expect(await screen.findByText('First Floor Waiting Hall')).toBeInTheDocument();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Export CSV']);
});

import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aDoctor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import PocUserProfilePage from './poc-user-profile-page.tsx';

const doctor = {
  name: 'Dr. Asha Menon',
  specialization: 'Cardiology',
  qualification: 'MBBS, MD',
  email: 'asha@sunrise.example',
  phone: '919000020114',
  location: null,
  profile_image: null,
  patientCount: 862,
  experience: null,
  rating: null,
  reviewCount: null,
};
const upcoming = [
  {
    userId: testId(31),
    patientName: 'Rohan Kulkarni',
    reason: 'Direct Consultation',
    time: '09:30',
    date: '2026-12-01',
  },
  { userId: testId(32), patientName: 'Meera Nair', reason: 'Tele Consultation', time: '09:30', date: '2026-12-01' },
  { userId: testId(33), patientName: 'Kavya Reddy', reason: 'Direct Consultation', time: '14:00', date: '2026-12-02' },
];
const photo = (type = 'image/png', size = 2000) => new File([new Uint8Array(size)], 'asha.png', { type });
const open = (as = aDoctor) => show(<PocUserProfilePage />, { as, at: '/poc-user-profile' });

beforeEach(() => {
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
  answer('getDoctor', doctor);
  answer('listUpcomingAppointments', upcoming);
  answer('getConsultationFees', { success: true, fees: '500.00' });
  const timeIntervals = [{ startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 3, slotDuration: 15 }];
  answer('getSchedule', [
    { day: 'Monday', timeIntervals },
    { day: 'Tuesday', timeIntervals },
    { day: 'Wednesday', timeIntervals },
  ]);
  answer('getLink', { success: true, link: 'https://meet.google.com/qkz' });
});

const choose = async (file: File) =>
  fireEvent.change(await screen.findByLabelText('Profile photo'), { target: { files: [file] } });

test('shows who it is, the figures that there are, and samples for those that there are not', async () => {
  const { container } = open();
  expect(await screen.findByRole('heading', { level: 2, name: 'Dr. Asha Menon' })).toBeVisible();
  expect(screen.getByText('Cardiology')).toBeVisible();
  expect(screen.getByRole('link', { name: 'asha@sunrise.example' })).toHaveAttribute(
    'href',
    'mailto:asha@sunrise.example',
  );
  const tiles = within(screen.getByRole('list', { name: 'Figures' })).getAllByRole('listitem');
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    'Patients862',
    'Experience15+ yearssample',
    'Ratings4.9sample',
    'Reviews500sample',
  ]);
  expect(await screen.findByRole('link', { name: /Fees.*₹500.00/ })).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test('says how many are to come, and shows more of them at a click', async () => {
  const requests = answer(
    'listUpcomingAppointments',
    ({ body }) => (Number(body.pageSize) > 10 ? [...upcoming, ...upcoming] : upcoming),
    { 'X-Total-Count': '6' },
  );
  const { user } = open();
  expect(await screen.findByText('3 of 6')).toBeVisible();
  expect(await screen.findByRole('link', { name: /Update Schedule.*Mon to Wed, capacity 108/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('6 of 6')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(requests.map(({ body }) => body.pageSize)).toEqual([10, 53]);
});

test('lists what comes, by date, or says that nothing does', async () => {
  const first = open();
  const day = await screen.findByRole('region', { name: 'Tue, Dec 1' });
  expect(within(day).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('2:00 PM')).toBeVisible();
  first.unmount();
  answer('listUpcomingAppointments', []);
  answer('getDoctor', { ...doctor, patientCount: null });
  open();
  expect(await screen.findByText('No upcoming appointments')).toBeVisible();
  expect(await screen.findByText('1,234')).toBeVisible();
});

test('previews a chosen photo, and saves it with the own header', async () => {
  let url: string | null = null;
  answer('getDoctor', () => ({ ...doctor, profile_image: url }));
  const sent = answer('updateProfileImage', () => {
    url = '/api/photos/new';
    return { success: true as const, message: 'ok', position: '2', imageUrl: url };
  });
  const { user } = open();
  await choose(photo());
  expect(await screen.findByRole('img', { name: 'New photo of Dr. Asha Menon' })).toHaveAttribute('src', 'blob:chosen');
  expect(screen.getByText('New, not saved yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Profile image updated successfully.')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'Photo of Dr. Asha Menon' })).toHaveAttribute('src', '/api/photos/new'),
  );
  expect(screen.queryByText('New, not saved yet')).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({ pocId: aDoctor.pocId });
  expect(sent[0]?.headers.get('x-dayline-upload')).toBe('1');
});

test.each([
  ['a document', photo('application/pdf'), 'The photo must be a JPEG, PNG or WebP image.'],
  ['a photo over 5 MB', photo('image/png', 5 * 1024 * 1024 + 1), 'The photo is larger than 5 MB.'],
])('%s is refused before it is sent', async (_, file, sentence) => {
  open();
  await choose(file);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

test.each([
  ['a fault', () => refuse('updateProfileImage', 'service.fault')],
  ['no answer', () => loseConnection('updateProfileImage')],
])("%s says 'Failed to upload image. Please try again.', and the choice stays", async (_, go) => {
  go();
  const { user } = open();
  await choose(photo());
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to upload image. Please try again.')).toBeVisible();
  expect(screen.getByText('New, not saved yet')).toBeVisible();
});

test('says what could not be loaded', async () => {
  refuse('getDoctor', 'service.fault');
  refuse('listUpcomingAppointments', 'service.fault');
  open();
  expect(await screen.findByText('Failed to load the profile.')).toBeVisible();
  expect(await screen.findByText('Failed to fetch appointments.')).toBeVisible();
});

test('takes appointments on request only, with a sentence', async () => {
  const sent = answer('setOnRequest', { success: true, message: 'ok', position: '2' });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^On request No, booked as usual/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Dr. Asha Menon: on request' });
  await user.type(within(dialog).getByRole('textbox', { name: /^How to request/ }), 'Call the ward');
  answer('getDoctor', { ...doctor, onRequest: 'Call the ward' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: /^On request Call the ward/ })).toBeVisible();
  expect(sent[0]?.body).toEqual({ pocId: aDoctor.pocId, sentence: 'Call the ward' });
});

test('creates the address of the calendar feed, shows and copies it once, and revokes it', async () => {
  const { pocId } = aDoctor;
  const link = `/calendar/${pocId}.secret.ics`;
  const opened = answer('openCalendarFeed', { success: true, message: 'ok', position: '2', link });
  const revoked = answer('revokeCalendarFeed', { success: true, message: 'ok', position: '3' });
  const { user } = open();
  const copying = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: /^Calendar feed None/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Calendar feed of Dr. Asha Menon' });
  expect(within(dialog).getByText('There is no address yet.')).toBeVisible();
  answer('getDoctor', { ...doctor, calendarFeedSince: '2026-11-26T04:30:00.000Z' });
  await user.click(within(dialog).getByRole('button', { name: 'Create Address' }));
  const address = `${location.origin}${link}`;
  expect(await within(dialog).findByRole('textbox', { name: 'Address' })).toHaveValue(address);
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
  expect(copying).toHaveBeenCalledWith(address);
  expect(await axe(dialog)).toHaveNoViolations();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));

  await user.click(await screen.findByRole('button', { name: /^Calendar feed Has an address/ }));
  const again = await screen.findByRole('dialog', { name: 'Calendar feed of Dr. Asha Menon' });
  expect(within(again).getByText(/^There is an address since Nov 26/)).toBeVisible();
  expect(within(again).queryByRole('textbox')).not.toBeInTheDocument();
  await user.click(within(again).getByRole('button', { name: 'Revoke' }));
  answer('getDoctor', doctor);
  const question = await screen.findByRole('alertdialog', { name: 'Revoke the address?' });
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await within(again).findByText('There is no address yet.')).toBeVisible();
  expect([opened[0]?.body, revoked[0]?.body]).toEqual([{ pocId }, { pocId }]);
});

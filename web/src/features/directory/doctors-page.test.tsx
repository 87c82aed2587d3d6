import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { noMessages } from '@dayline/contracts/patients/messages';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import DoctorsPage from './doctors-page.tsx';
import type { Doctor } from './rules.ts';

const open = (at = '/doctors') => show(<DoctorsPage />, { as: anAdmin, at });

const doctor = (number: number, more: Partial<Doctor> = {}): Doctor => ({
  pocId: testId(number),
  pocName: `Dr. Number ${number}`,
  departmentName: 'Cardiology',
  departmentDoctors: 2,
  email: `d${number}@sunrise.example`,
  contactNumber: '919000020114',
  externalId: null,
  today: { state: 'open', capacity: 10, booked: 8, byHour: [{ hour: '09', booked: 8, places: 10 }], blockedHours: [] },
  nextFree: { date: '2026-11-23', time: '09:30' },
  ...more,
});
const hospital: ResponseOf<'getClient'> = {
  ...{ name: 'Sunrise', zone: 'Asia/Kolkata', meetingLinkHost: 'https://meet.google.com', bookingNeedsEmail: true },
  ...{ queueOrder: 'token', lateAfterMinutes: 10, overbookPerSlot: 1, calendarHasNames: false, messages: noMessages },
  messageTexts: [],
  branches: [
    { id: 1, name: 'East Wing', doctors: 2 },
    { id: 2, name: null, closed: true, doctors: 0 },
    { id: 3, name: null, doctors: 0 },
  ],
  singleSignOn: null,
};
const none = { capacity: 0, booked: 0, byHour: [], blockedHours: [] };
const rows = [
  doctor(1, { externalId: 'SUN-114' }),
  doctor(2, { today: { ...none, state: 'blocked', blockedHours: ['09'] } }),
  doctor(3, { departmentName: 'Neurology', today: { ...none, state: 'off' }, contactNumber: null }),
  doctor(4, { departmentName: 'Neurology', today: { ...none, state: 'unscheduled' }, nextFree: null }),
];

beforeEach(() => {
  answer(
    'listDepartments',
    ['Cardiology', 'Neurology'].map((name, index) => ({ departmentId: testId(10 + index), Value_name: name })),
  );
});

test("have the client's name in the title, and stand by department with its count", async () => {
  answer('listDoctorsOfClient', rows, { 'X-Total-Count': '4' });
  const { container } = open();
  expect(await screen.findByText('4 Doctors')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: `${anAdmin.clientName} Doctors` })).toBeVisible();
  expect(screen.getByRole('rowheader', { name: /^Cardiology 2 doctors$/ })).toHaveAttribute('rowspan', '2');
  expect(screen.getByRole('rowheader', { name: /^Neurology 2 doctors$/ })).toBeVisible();
  expect(screen.getByText('ID SUN-114')).toBeVisible();
  const headings = screen
    .getAllByRole('columnheader')
    .map((cell) => cell.getAttribute('aria-label') ?? cell.textContent);
  expect(headings.slice(0, 5)).toEqual(['Department', 'Name', 'Contact Number', 'Email', 'Today by hour']);
  expect(await axe(container)).toHaveNoViolations();
});

test('are read by auditors, without buttons', async () => {
  answer('listDoctorsOfClient', rows, { 'X-Total-Count': '4' });
  const { container } = show(<DoctorsPage />, { as: anAuditor, at: '/doctors' });
  expect(await screen.findByText('4 Doctors')).toBeVisible();
  expect(screen.getAllByRole('columnheader')).toHaveLength(7);
  expect(screen.queryByRole('link', { name: /Add|View Appointments/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /More/ })).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('have tel and mail links, and lead to their appointments with the doctor in the state', async () => {
  answer('listDoctorsOfClient', rows, { 'X-Total-Count': '4' });
  const { user, router } = open();
  const phone = (await screen.findAllByRole('link', { name: '+91 90000 20114' }))[0];
  expect(phone).toHaveAttribute('href', 'tel:+919000020114');
  expect(screen.getByRole('link', { name: 'd1@sunrise.example' })).toHaveAttribute('href', 'mailto:d1@sunrise.example');
  await user.click(screen.getByRole('link', { name: 'View Appointments, Dr. Number 1' }));
  expect(router.state.location.pathname).toBe('/view-appointments');
  expect(router.state.location.state).toEqual({ pocId: testId(1), pocName: 'Dr. Number 1', from: '/doctors' });
});

test('leave on a date once each later appointment has a choice, and are bookable again', async () => {
  answer('listDoctorsOfClient', [doctor(1, { leftFrom: '2099-03-02' })], { 'X-Total-Count': '1' });
  answer('listAppointmentDetailsOfClient', [], { 'X-Total-Count': '12' });
  const sent: unknown[] = [];
  answer('setLeft', ({ body }) => {
    sent.push(body);
    return { success: true, message: 'ok', position: '9' };
  });
  const { user } = open();
  expect(await screen.findByText('Not bookable from Mar 2, 2099')).toBeVisible();
  const dialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'More for Dr. Number 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Leaves the Hospital…' }));
    await screen.findByRole('dialog', { name: 'Dr. Number 1 leaves the hospital' });
  };
  await dialog();
  expect(await screen.findByText(/^12 appointments are booked from this date on/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'People to Call' })).toHaveAttribute(
    'href',
    `/calls?pocId=${testId(1)}&why=left`,
  );
  expect(screen.getByRole('link', { name: 'Choose for 12 Appointments…' })).toHaveAttribute(
    'href',
    `/leave?doctor=${testId(1)}&from=2099-03-02&last=1`,
  );
  expect(screen.queryByRole('button', { name: 'Save Date' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  answer('listAppointmentDetailsOfClient', [], { 'X-Total-Count': '0' });
  await dialog();
  expect(await screen.findByText('No appointments are booked from this date on.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save Date' }));
  expect(await screen.findByText(/^Dr. Number 1 can't be booked from Monday, Mar 2, 2099 on/)).toBeInTheDocument();
  await dialog();
  await user.click(screen.getByRole('button', { name: 'Bookable Again' }));
  expect(await screen.findByText('Dr. Number 1 can be booked again.')).toBeInTheDocument();
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(sent).toEqual([
      { pocId: testId(1), from: '2099-03-02' },
      { pocId: testId(1), from: null },
      { pocId: testId(1), from: '2099-03-02' },
    ]),
  );
});

test('have a menu for what the desk sets, and their details corrected', async () => {
  answer('listDoctorsOfClient', rows, { 'X-Total-Count': '4' });
  const sent = answer('correctDoctor', { success: true, message: 'ok', position: '9' });
  answer('getClient', hospital);
  const { user, router } = open();
  const menu = async () => user.click(await screen.findByRole('button', { name: 'More for Dr. Number 1' }));
  await menu();
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual([
    ...[
      'Hours',
      'Block, Other Hours',
      'Leave',
      'Fees',
      'Meeting Link',
      'Calendar Feed…',
      'On request',
      'Leaves the Hospital…',
      'Correct Details…',
      'Change Email…',
    ],
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Correct Details…' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Leela Iyer');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Neurology');
  const branch = await screen.findByRole('combobox', { name: 'Branch' });
  expect(branch).toHaveTextContent(/^No branchEast WingBranch 3$/);
  await user.selectOptions(branch, 'Branch 3');
  const externalId = screen.getByRole('textbox', { name: /^External ID/ });
  expect(externalId).toHaveValue('SUN-114');
  await user.clear(externalId);
  await user.type(externalId, 'SUN-115');
  await user.click(screen.getByRole('button', { name: 'Save Details' }));
  expect(await screen.findByText('The details of Leela Iyer are saved.')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      ...{ pocId: testId(1), departmentId: testId(11), name: 'Leela Iyer', contactNumber: '919000020114' },
      ...{ branchId: 3, externalId: 'SUN-115' },
    },
  ]);
  await menu();
  await user.click(await screen.findByRole('menuitem', { name: 'Leave' }));
  expect(router.state.location.pathname + router.state.location.search).toBe(`/leave?doctor=${testId(1)}`);
});

test('have another email by a link to it; a unit has none', async () => {
  answer('listDoctorsOfClient', [doctor(1), doctor(2, { kind: 'unit', email: null })], { 'X-Total-Count': '2' });
  refuse('changeDoctorEmail', 'email.taken');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More for Dr. Number 2' }));
  await screen.findByRole('menuitem', { name: 'Correct Details…' });
  expect(screen.queryByRole('menuitem', { name: 'Change Email…' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'More for Dr. Number 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change Email…' }));
  const email = await screen.findByRole('textbox', { name: 'New email' });
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('Present email: d1@sunrise.example');
  expect(await axe(dialog)).toHaveNoViolations();
  await user.type(email, 'leela');
  await user.click(screen.getByRole('button', { name: 'Send Link' }));
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
  await user.type(email, '@sunrise.example');
  await user.click(screen.getByRole('button', { name: 'Send Link' }));
  expect(await screen.findByText('This email is already in use.')).toBeVisible();
  const sent = answer('changeDoctorEmail', { success: true, message: 'ok', position: '9', isLinkSent: true });
  await user.click(screen.getByRole('button', { name: 'Send Link' }));
  expect(
    await screen.findByText('A link for Dr. Number 1 is on its way to leela@sunrise.example.'),
  ).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ pocId: testId(1), email: 'leela@sunrise.example' }]);
});

test('say today and the next free time in words', async () => {
  answer('listDoctorsOfClient', rows, { 'X-Total-Count': '4' });
  open();
  await screen.findByText('4 Doctors');
  const expectText = (index: number, text: string) =>
    expect(screen.getByRole('row', { name: new RegExp(`Dr. Number ${index + 1}`) })).toHaveTextContent(text);
  expectText(0, '8 of 10 booked');
  expectText(0, '9:30 AM Mon, Nov 23');
  expectText(1, 'Blocked');
  expectText(2, 'No hours today');
  expectText(3, 'No schedule yet');
  expect(screen.getByText('8 of 10', { selector: 'b[style]' }).parentElement).toHaveTextContent('8 of 10 booked today');
});

test('on request: the sentence instead of times', async () => {
  const sentence = 'Call the ward: 0484 270 1234';
  answer('listDoctorsOfClient', [doctor(1, { onRequest: sentence, nextFree: null })], { 'X-Total-Count': '1' });
  open();
  const row = await screen.findByRole('row', { name: /Dr. Number 1/ });
  expect(row).toHaveTextContent(`On request: ${sentence}`);
  expect(row).not.toHaveTextContent('8 of 10');
});

test('a page that the list no longer has leads to its last', async () => {
  answer('listDoctorsOfClient', ({ body: { page } }) => (Number(page) > 2 ? [] : rows), { 'X-Total-Count': '214' });
  const { router } = open('/doctors?page=9');
  expect(await screen.findByText('214 Doctors')).toBeVisible();
  expect(await screen.findByRole('row', { name: /Dr. Number 1/ })).toBeVisible();
  expect(router.state.location.search).toBe('?page=2');
});

test('say no sum of today while there are further pages', async () => {
  answer('listDoctorsOfClient', rows, { 'X-Total-Count': '201' });
  open();
  expect(await screen.findByText('201 Doctors')).toBeVisible();
  expect(screen.getByRole('row', { name: /Dr. Number 1/ })).toHaveTextContent('8 of 10 booked');
  expect(screen.queryByText(/booked today/)).not.toBeInTheDocument();
});

test('say that there is none, that none matches, and that they could not be loaded', async () => {
  answer('listDoctorsOfClient', [], { 'X-Total-Count': '0' });
  const empty = open();
  expect(await screen.findByText('No doctors yet')).toBeVisible();
  empty.unmount();
  const searched = open('/doctors?search=zzz');
  expect(await screen.findByText('No doctors match your search')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Clear Search' })).toBeVisible();
  searched.unmount();
  refuse('listDoctorsOfClient', 'service.fault');
  const { user } = open();
  expect(await screen.findByText('Error fetching doctors.')).toBeVisible();
  answer('listDoctorsOfClient', rows, { 'X-Total-Count': '4' });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Dr. Number 1')).toBeVisible();
});

test('are exported as CSV by the search of the page, for auditors too', async () => {
  URL.createObjectURL = () => 'blob:saved';
  URL.revokeObjectURL = () => undefined;
  answer('listDoctorsOfClient', rows, { 'X-Total-Count': '4' });
  const file = { 'Content-Disposition': 'attachment; filename="dayline-doctors.csv"' };
  const requests = answer('exportDoctors', {}, file);
  const { user } = show(<DoctorsPage />, { as: anAuditor, at: '/doctors?search=number' });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Saved as dayline-doctors.csv')).toBeVisible();
  expect(requests[0]?.body).toEqual({ clientId: anAuditor.clientId, search: 'number' });
});

import type { Slip } from '@dayline/contracts/endpoints/appointments/slips';
import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aDoctor, anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import DayListPage from './day-list-page.tsx';
import { pageOf, runsOf } from './rules.ts';
import SlipPage from './slip-page.tsx';

const appointmentId = `${testId(200)}_20261121_${testId(700)}`;
const slip: Slip = {
  ...{ appointmentId, status: 'Confirmed', clientName: 'Sunrise Multispeciality Hospital', branch: 'Main Branch' },
  ...{ userId: testId(900), patientName: 'Meera Nair', phone: '919876543210' },
  ...{ pocId: testId(200), pocName: 'Dr. Asha Menon', specialization: 'Cardiology', room: 'Room 4' },
  ...{ type: 'Tele Consultation', date: '2026-11-21', time: '10:00', token: 7, tokenLetter: 'B', payment: 'Paid' },
  comeUntil: '13:30',
  money: { amount: 50_000, method: 'upi' },
  meetingLink: 'https://meet.google.com/abc-defg-hij',
};

beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

const openSlip = (id = appointmentId) =>
  show(<SlipPage />, { as: anAdmin, at: `/slip/${id}`, path: '/slip/:appointmentId' });

test('a slip is seen before it is printed, on the paper that this device chose last', async () => {
  answer('getSlip', slip);
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user, container, unmount } = openSlip();
  const sheet = await screen.findByRole('region', { name: 'Preview' });
  for (const words of [
    /Meera Nair/,
    /Sat, Nov 21, 2026/,
    /10:00 AM/,
    /Token B 7/,
    /10:00 AM, come until 1:30 PM/,
    /Room 4/,
    /Main Branch/,
    /₹500.00 · Paid · UPI/,
  ]) {
    expect(sheet).toHaveTextContent(words);
  }
  expect(sheet).toHaveTextContent('https://meet.google.com/abc-defg-hij');
  expect(within(sheet).getByRole('img', { name: 'Barcode of the appointment' })).toBeInTheDocument();
  expect(within(sheet).getByTitle('QR code of the appointment')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'A5' }));
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  unmount();
  openSlip();
  expect(await screen.findByRole('button', { name: 'A5', pressed: true })).toBeInTheDocument();
});

test('a slip keeps the parts of a fee apart, and says each payment', async () => {
  const payments = [
    { amount: 20_000, method: 'cash' as const },
    { amount: 40_000, method: 'card' as const },
  ];
  const fee = { rule: 'Follow-up', paise: 60_000, registration: 10_000 };
  answer('getSlip', { ...slip, fee, money: { amount: 60_000, payments } });
  const { unmount } = openSlip();
  const facts = async () =>
    within(await screen.findByRole('region', { name: 'Preview' }))
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
  expect(await facts()).toEqual(
    expect.arrayContaining([
      'Follow-up ₹500.00Registration ₹100.00Total ₹600.00',
      '₹600.00 · Paid · ₹200.00 cash · ₹400.00 card',
    ]),
  );
  unmount();
  const feeShown = { rule: null, paise: 50_000, registration: 0 };
  const part = { amount: 30_000, payments: payments.slice(0, 1) };
  answer('getSlip', { ...slip, fee: feeShown, payment: 'Pay_later', money: part });
  openSlip();
  expect((await facts()).at(-1)).toBe('₹300.00 · Pay later · ₹200.00 is paid already');
});

test('another client’s appointment and none look alike; one that was moved leads to its new slip', async () => {
  refuse('getSlip', 'access.foreign');
  const { unmount } = openSlip();
  expect(await screen.findByText('Appointment not found')).toBeInTheDocument();
  unmount();
  const moved = `${testId(201)}_20261122_${testId(701)}`;
  refuse('getSlip', 'appointment.moved', {
    details: { moved: { appointmentId: moved, pocId: testId(201), date: '2026-11-22', time: '09:00', by: 'Desk' } },
  });
  openSlip();
  expect(await screen.findByRole('link', { name: 'Open the New Slip' })).toHaveAttribute('href', `/slip/${moved}`);
});

test('a roll’s page is as long as the slip; bars are the runs of ones', () => {
  expect([pageOf('roll', 400), pageOf('roll', 10), pageOf('a5', 400)]).toEqual([
    '80mm 107mm',
    '80mm 80mm',
    'A5 portrait',
  ]);
  expect(runsOf('11010011')).toEqual([
    { at: 0, count: 2 },
    { at: 3, count: 1 },
    { at: 6, count: 2 },
  ]);
});

const visit = (own: number, doctor: number, time: string, more: object = {}) => ({
  ...{ AppointmentId: `${testId(doctor)}_20261121_${testId(own)}`, AppointmentTime: time, Status: 'Confirmed' },
  ...{ Is_Active: 1, User_ID: testId(900 + own), PatientName: `Patient ${own}`, PatientContact: '919876543210' },
  ...{ AppointmentType: 'Direct Consultation', POC_ID: testId(doctor), POC_Name: `Dr. ${doctor}` },
  money: { amount: 50_000 },
  ...{ AppointmentDate: '2026-11-21', StatusAt: '2026-11-18T10:32:00Z', StatusBy: 'Desk', at: '1'.padStart(20, '0') },
  ...more,
});

test('the day’s list has a sheet for each doctor, by time, without what was cancelled', async () => {
  answer('listTodaysAppointmentsOfClient', [
    visit(1, 201, '09:00'),
    visit(2, 200, '11:00', { paid: true, presence: { token: 3, arrivedAt: '10:50', call: null } }),
    visit(3, 200, '09:30', { Status: 'Availed', Is_Active: 0 }),
    visit(4, 200, '10:00', { Status: 'Cancelled', Is_Active: 0 }),
  ] as never);
  const { user, container } = show(<DayListPage />, { as: anAdmin, at: '/day-list' });
  const first = await screen.findByRole('region', { name: 'Dr. 200' });
  const rows = within(first).getAllByRole('row').slice(2);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['1', '9:30 AM', 'Patient 3', '+91 98765 43210', '', 'Pay later', 'Visited'],
    ['2', '11:00 AM', 'Patient 2', '+91 98765 43210', '3', 'Paid', ''],
  ]);
  expect(screen.getAllByRole('region')).toHaveLength(2);
  expect(await axe(container)).toHaveNoViolations();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. 201');
  expect(screen.getAllByRole('region').map((sheet) => sheet.getAttribute('aria-label'))).toEqual(['Dr. 201']);
});

test('a doctor prints the own list', async () => {
  answer('listTodaysAppointmentsOfDoctor', []);
  show(<DayListPage />, { as: aDoctor, at: '/day-list' });
  expect(await screen.findByText('No appointments today')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

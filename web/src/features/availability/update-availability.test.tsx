import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { clinicToday } from '../../shared/format/time.ts';
import { paths } from '../../shared/paths.ts';
import { aDoctor, anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import { useUnblocking } from './api/use-unblocking.ts';
import UpdateAvailabilityPage from './update-availability-page.tsx';
import UpdateAvailabilityPocPage from './update-availability-poc-page.tsx';

const pocId = testId(200);
const plus = (days: number): string =>
  new Date(Date.parse(`${clinicToday()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
// All on the calendar's first page, on any weekday.
const [one, two, three, four] = [plus(1), plus(2), plus(3), plus(4)];
const compact = (date: string) => date.replaceAll('-', '');

const blocked = (date: string, time: string, reason: string | null) => ({
  schedule_date: date,
  start_time: time,
  end_time: '23:00',
  Active_Status: 'blocked' as const,
  reason,
  slot_id: `${pocId}_${compact(date)}_${time.replace(':', '')}`,
});

/** One and three are open, two is blocked, four is partial. */
function theDoctorHas() {
  answer('listDatesWithAvailability', [
    { Schedule_Date: one, active_status: 'available', free: 2 },
    { Schedule_Date: two, active_status: 'blocked', free: 0 },
    { Schedule_Date: three, active_status: 'available', free: 2 },
    { Schedule_Date: four, active_status: 'partial', free: 1 },
  ]);
  answer('listTimesWithAvailability', ({ body: { date } }) => [
    { appointment_time: '09:00', active_status: date === four ? 'blocked' : 'available', free: 1, capacity: 1 },
    { appointment_time: '09:15', active_status: 'available', free: 1, capacity: 1 },
  ]);
  answer('listDayHours', []);
  answer('listBlockedSlots', [
    blocked(two, '09:15', 'Congress'),
    blocked(two, '09:00', 'Congress'),
    blocked(four, '09:00', null),
  ]);
  return answer('listAppointmentDetailsOfDoctor', [
    {
      AppointmentId: `${pocId}_${compact(one)}_${testId(7)}`,
      Status: 'Confirmed',
      User_ID: testId(900),
      UserName: 'Kavya Reddy',
      UserContact: null,
      UserLocation: null,
      POC_ID: pocId,
      POCName: 'Dr. Asha Menon',
      Specialization: 'Cardiology',
      BranchID: 0,
      BranchName: null,
      AppointmentType: 'Direct Consultation',
      AppointmentDate: one,
      AppointmentTime: '09:00',
      minutes: 15,
      Payment_Status: 'Paid',
      money: { amount: null },
      at: '1',
    },
  ]);
}
const showDoctor = () => show(<UpdateAvailabilityPocPage />, { as: aDoctor, at: paths.updateAvailabilityPoc });
const showAdmin = (query = `?department=${testId(300)}&doctor=${pocId}`) => {
  answer('listDepartments', [{ departmentId: testId(300), Value_name: 'Cardiology' }]);
  answer('listDoctorsOfDepartment', []);
  return show(<UpdateAvailabilityPage />, { as: anAdmin, at: `${paths.updateAvailability}${query}` });
};
/** A date's button, by its data attribute; the grid's own test checks its name. */
const dayButton = async (date: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-date="${date}"]`);
    if (!found) throw new Error(`There is no ${date}.`);
    return found;
  });
const update = () => screen.getByRole('button', { name: 'Update Availability' });
const agree = async (name: RegExp) => within(await screen.findByRole('alertdialog')).getByRole('button', { name });

test("'Manage Availability': a date is blocked after who is hit was shown and asked", async () => {
  const requests = theDoctorHas();
  const sent = answer('blockDay', {
    success: true,
    message: 'Availability updated successfully!',
    position: '9',
    appointments: [
      { appointmentId: `${pocId}_${compact(one)}_${testId(7)}`, time: '09:00', patientName: 'Kavya Reddy' },
    ],
  });
  const { user, container } = showDoctor();
  await user.click(await dayButton(one));
  expect(await screen.findByText('1 appointment is kept:')).toBeInTheDocument();
  expect(requests[0]?.body).toMatchObject({ pocId, status: 'Confirmed', from: clinicToday() });
  await user.type(screen.getByPlaceholderText('Enter reason for blocking this slot'), 'Cath lab');
  expect(await axe(container)).toHaveNoViolations();
  await user.click(update());
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('1 appointment is kept: Kavya Reddy.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
  await user.click(await agree(/Block Date/));
  expect(await screen.findByText('Availability updated successfully!')).toBeInTheDocument();
  expect(screen.getByText('Blocked. 1 appointment is kept:')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ pocId, date: one, timings: [], reason: 'Cath lab' }]);
});

test('a chosen date that is blocked by somebody else meanwhile is no longer chosen', async () => {
  theDoctorHas();
  const { queryClient } = showDoctor();
  // Without the focus, which changes the look too.
  fireEvent.click(await dayButton(one));
  expect(await dayButton(one)).toHaveAttribute('aria-pressed', 'true');
  answer(
    'listDatesWithAvailability',
    [one, two].map((date) => ({ Schedule_Date: date, active_status: 'blocked', free: 0 })),
  );
  void queryClient.invalidateQueries();
  await waitFor(async () => expect(await dayButton(one)).not.toHaveAttribute('aria-pressed'));
  expect(screen.getByText('No date selected')).toBeVisible();
  // It looks like any other blocked date.
  expect(await dayButton(one)).toHaveClass((await dayButton(two)).className, { exact: true });
});

test('without a date or a slot the page says what is missing; the button is off in partial without slots', async () => {
  theDoctorHas();
  const { user } = showDoctor();
  await dayButton(one);
  await user.click(update());
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a date first.');
  await user.click(await dayButton(one));
  await user.click(screen.getByRole('button', { name: 'Partial Availability' }));
  expect(update()).toBeDisabled();
  expect(screen.getByRole('alert')).toHaveTextContent(
    "Please select at least one time slot or choose 'Full' availability.",
  );
  await user.click(await screen.findByRole('checkbox', { name: /9:15 AM/ }));
  expect(update()).toBeEnabled();
  // "Choosing partial clears the time selection."
  await user.click(screen.getByRole('button', { name: 'Full Availability' }));
  await user.click(screen.getByRole('button', { name: 'Partial Availability' }));
  expect(await screen.findByRole('checkbox', { name: /9:15 AM/ })).not.toBeChecked();
});

test('a range sends one command a date with its own key, leaves out the blocked one, and keeps what failed', async () => {
  theDoctorHas();
  const sent = answer('blockDay', ({ body: { date } }) => {
    if (date === three) throw new Error('The connection is lost.');
    return { success: true, message: 'Availability updated successfully!', position: '9', appointments: [] };
  });
  const { user } = showDoctor();
  await user.click(await dayButton(one));
  await user.keyboard('{Shift>}');
  await user.click(await dayButton(four));
  await user.keyboard('{/Shift}');
  expect(screen.getAllByText('3 dates')[0]).toBeInTheDocument();
  expect(screen.getByText(/is already blocked and skipped\./)).toBeInTheDocument();
  await user.click(update());
  await user.click(await agree(/Block 3 Dates/));
  expect(await screen.findByText('Error updating availability.')).toBeInTheDocument();
  expect(sent.map(({ body }) => body.date)).toEqual([one, three, four]);
  expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(3);
  expect(await dayButton(three)).toHaveAttribute('aria-pressed', 'true');
  expect(await dayButton(one)).toHaveAttribute('aria-pressed', 'false');
  // A retry of the same selection is the same intent.
  await user.click(update());
  await user.click(await agree(/Block Date/));
  await waitFor(() => expect(sent).toHaveLength(4));
  expect(sent[3]?.headers.get('Idempotency-Key')).toBe(sent[1]?.headers.get('Idempotency-Key'));
});

test("a blocked date asks 'Unblock Date', a blocked slot 'Unblock Time Slot'", async () => {
  theDoctorHas();
  const sent = answer('unblockSlot', ({ body: { time } }) => ({
    success: true,
    message: time ? 'Time slot unblocked successfully.' : 'Slot unblocked successfully.',
    position: '9',
  }));
  const { user } = showDoctor();
  await user.click(await dayButton(two));
  expect(await screen.findByRole('alertdialog', { name: 'Unblock Date' })).toBeInTheDocument();
  await user.click(await agree(/Unblock/));
  expect(await screen.findByText('Slot unblocked successfully.')).toBeInTheDocument();
  await user.click(await dayButton(four));
  await user.click(screen.getByRole('button', { name: 'Partial Availability' }));
  await user.click(await screen.findByRole('checkbox', { name: '9:00 AM, Blocked' }));
  expect(await screen.findByRole('alertdialog', { name: 'Unblock Time Slot' })).toBeInTheDocument();
  await user.click(await agree(/Unblock/));
  expect(await screen.findByText('Time slot unblocked successfully.')).toBeInTheDocument();
  loseConnection('unblockSlot');
  await user.click(await screen.findByRole('checkbox', { name: '9:00 AM, Blocked' }));
  await user.click(await agree(/Unblock/));
  expect(await screen.findByText('Error unblocking time slot.')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    { pocId, date: two },
    { pocId, date: four, time: '09:00' },
  ]);
});

test("times that don't come say 'Error fetching timings.' to an admin", async () => {
  theDoctorHas();
  loseConnection('listTimesWithAvailability');
  const { user } = showAdmin();
  await user.click(await dayButton(one));
  await user.click(screen.getByRole('button', { name: 'Partial Availability' }));
  expect(await screen.findByText('Error fetching timings.')).toBeVisible();
});

test("unblocking a date that gets no answer says 'Error unblocking slot.'", async () => {
  theDoctorHas();
  loseConnection('unblockSlot');
  const { user } = showDoctor();
  await user.click(await dayButton(two));
  await user.click(await agree(/Unblock/));
  expect(await screen.findByText('Error unblocking slot.')).toBeInTheDocument();
});

function Unblocking({ doctor }: { doctor?: string }) {
  const { unblockDate, unblockTime, unblockSlot } = useUnblocking(doctor);
  return (
    <>
      <button type="button" onClick={() => void unblockDate(one)}>
        date
      </button>
      <button type="button" onClick={() => void unblockTime(one, '')}>
        time
      </button>
      <button type="button" onClick={() => void unblockSlot({ ...blocked(one, '09:00', null), slot_id: '' })}>
        slot
      </button>
    </>
  );
}

test.each([
  ['date', undefined, 'Missing required information for unblocking'],
  ['time', pocId, 'Missing required information for unblocking'],
  ['slot', pocId, 'Invalid slot ID.'],
])('unblocking a %s without what it needs says so, and asks nothing', async (what, doctor, sentence) => {
  const { user } = show(<Unblocking {...(doctor ? { doctor } : {})} />, { as: aDoctor });
  await user.click(screen.getByRole('button', { name: what }));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('Blocked Slots: badges, All Day, reasons, and Unblock by the slot', async () => {
  theDoctorHas();
  const sent = answer('unblockSlotById', { success: true, message: 'Slot unblocked successfully.', position: '9' });
  const { user, container } = showDoctor();
  await user.click(await screen.findByRole('tab', { name: /Blocked Slots 2/ }));
  await user.click(await screen.findByRole('button', { name: /Fully Blocked/ }));
  expect(screen.getByText('All Day')).toBeInTheDocument();
  expect(screen.getAllByText('Congress')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: /Partially Blocked/ }));
  expect(screen.getByText('No reason provided')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Unblock 9:15 AM' }));
  await user.click(await agree(/Unblock/));
  expect(await screen.findByText('Slot unblocked successfully.')).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ slotId: `${pocId}_${compact(two)}_0915` });
});

test('what cannot be loaded or is not there says so', async () => {
  theDoctorHas();
  answer('listDatesWithAvailability', []);
  const { unmount } = showDoctor();
  expect(await screen.findByText('No available dates found')).toBeInTheDocument();
  unmount();
  refuse('listDatesWithAvailability', 'service.fault');
  showDoctor().unmount();
  const { user } = showDoctor();
  expect(await screen.findByText('Error fetching available dates')).toBeInTheDocument();
  theDoctorHas();
  refuse('listTimesWithAvailability', 'service.fault');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await user.click(await dayButton(one));
  await user.click(screen.getByRole('button', { name: 'Partial Availability' }));
  expect(await screen.findByText('Error fetching time slots')).toBeInTheDocument();
  answer('listTimesWithAvailability', []);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No time slots found')).toBeInTheDocument();
});

test('without the doctor, or once the session is over, it says so with Go to Login', async () => {
  const { user, router } = show(<UpdateAvailabilityPocPage />, { at: paths.updateAvailabilityPoc });
  expect(screen.getByRole('alert')).toHaveTextContent('Session expired or invalid. Please log in again.');
  await user.click(screen.getByRole('button', { name: 'Go to Login' }));
  expect(router.state.location.pathname).toBe('/');
});

test("the admin's page: department, doctor, 'Please select at least one timing slot.', and its own success", async () => {
  theDoctorHas();
  answer('blockSlots', {
    success: true,
    message: "Doctor's availability has been updated successfully.",
    position: '9',
    appointments: [],
  });
  const { user } = showAdmin();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("UPDATE DOCTOR'S AVAILABILITY");
  expect(screen.getByRole('tab', { name: 'Update Slots' })).toHaveAttribute('aria-selected', 'true');
  await user.click(await dayButton(three));
  await user.click(screen.getByRole('button', { name: 'Partial Availability' }));
  await screen.findByRole('checkbox', { name: /9:15 AM/ });
  await user.click(update());
  expect(screen.getByRole('alert')).toHaveTextContent('Please select at least one timing slot.');
  await user.click(screen.getByRole('checkbox', { name: /9:15 AM/ }));
  await user.click(update());
  await user.click(await agree(/Block 1 Slot/));
  expect(await screen.findByText("Doctor's availability has been updated successfully.")).toBeInTheDocument();
});

test.each([
  ['with one press', 400],
  ['where the fee differs, after the plan has asked', 800],
])('a block just made: all are moved to the freest colleague %s, called, or cancelled', async (_, fee) => {
  theDoctorHas();
  const appointmentId = `${pocId}_${compact(one)}_${testId(7)}`;
  const kavya = { appointmentId, time: '09:00', patientName: 'Kavya Reddy' };
  answer('blockDay', { success: true, message: 'Blocked.', position: '9', appointments: [kavya] });
  const colleague = { pocId: testId(201), pocName: 'Dr. Vikram Rao' };
  const place = { ...colleague, date: one, time: '09:30' };
  const visit = { appointmentId, date: one, time: '09:00', userId: testId(900), patientName: 'Kavya Reddy' };
  const row = { ...visit, patientPhone: null, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const asked = answer('previewLeave', {
    days: [
      {
        ...{ date: one, hasHours: true, at: '1', colleagues: [{ ...colleague, free: 7 }] },
        bookings: [
          { ...row, later: null, colleague: place, fees: { due: 400, paid: 400, later: null, colleague: fee } },
        ],
      },
    ],
  });
  const leaveId = `${pocId}_${testId(9)}`;
  const started = answer('startLeave', { success: true, message: 'Leave started.', position: '10', leaveId });
  const { user, router } = showAdmin();
  await user.click(await dayButton(one));
  await user.click(update());
  await user.click(await agree(/Block Date/));
  expect(await screen.findByRole('link', { name: 'Call 1 person' })).toHaveAttribute(
    'href',
    `/calls?${new URLSearchParams({ pocId, dates: one, why: 'blocked' })}`,
  );
  expect(screen.getByRole('link', { name: 'Cancel all 1…' })).toHaveAttribute(
    'href',
    expect.stringContaining('all=cancel'),
  );
  await user.click(await screen.findByRole('button', { name: 'Move all 1 to Dr. Vikram Rao (7 free)' }));
  const next = fee === 400 ? `leave=${leaveId}` : `with=${colleague.pocId}&all=colleague`;
  await waitFor(() => expect(router.state.location.search).toContain(next));
  expect(asked.at(-1)?.body).toEqual({ pocId, from: one, to: one, colleague: colleague.pocId });
  const to = { pocId: colleague.pocId, date: one, time: '09:30' };
  const moves = { pocId, from: one, to: one, rows: [{ appointmentId, action: 'move', to }] };
  expect(started.map(({ body }) => body)).toEqual(fee === 400 ? [moves] : []);
});

test("without a doctor the admin's page asks for one; its lists say what failed", async () => {
  const { user, unmount } = showAdmin('');
  await user.click(update());
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a doctor and date.');
  unmount();
  refuse('listDepartments', 'service.fault');
  show(<UpdateAvailabilityPage />, { as: anAdmin, at: paths.updateAvailability });
  expect(await screen.findByText('Failed to load departments. Please try again later.')).toBeInTheDocument();
});

test.each([
  ['listDepartments', 'Error fetching departments.'],
  ['listDoctorsOfDepartment', 'Error fetching doctors.'],
  ['listDatesWithAvailability', 'Error fetching available dates.'],
] as const)('no answer to %s: %s', async (name, sentence) => {
  theDoctorHas();
  const { unmount } = showAdmin('');
  unmount();
  loseConnection(name);
  show(<UpdateAvailabilityPage />, {
    as: anAdmin,
    at: `${paths.updateAvailability}?department=${testId(300)}&doctor=${pocId}`,
  });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

import { weekdayOf } from '@dayline/contracts/clinic/schedule';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { clinicToday } from '../../shared/format/time.ts';
import { paths } from '../../shared/paths.ts';
import { aDoctor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, loseConnection, refuse } from '../../shared/testing/server.ts';
import UpdateAvailabilityPocPage from './update-availability-poc-page.tsx';

/** "One date": other hours, or an extra day. */

const pocId = testId(200);
const plus = (days: number): string =>
  new Date(Date.parse(`${clinicToday()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const [open, off, last] = [plus(1), plus(2), plus(3)];
const evening = { startTime: '18:00', endTime: '19:00', appointmentsPerSlot: 3, slotDuration: 30 };
const usual = { startTime: '10:00', endTime: '12:00', appointmentsPerSlot: 2, slotDuration: 20 };
const week = [{ day: weekdayOf(open), timeIntervals: [usual] }];
const message = 'Availability updated successfully!';
const kavya = { appointmentId: `${pocId}_${open.replaceAll('-', '')}_${testId(7)}`, time: '09:00' };

/** Two dates with hours, and one between them without. */
function serveDoctor(given: { own?: boolean; closed?: boolean; noWeek?: boolean } = {}) {
  answer(
    'listDatesWithAvailability',
    (given.noWeek ? [] : [open, last]).map((date) => ({ Schedule_Date: date, active_status: 'available', free: 2 })),
  );
  answer('listBlockedSlots', []);
  answer('listAppointmentDetailsOfDoctor', [
    {
      AppointmentId: kavya.appointmentId,
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
      AppointmentDate: open,
      AppointmentTime: kavya.time,
      minutes: 15,
      Payment_Status: 'Paid',
      money: { amount: null },
      at: '1',
    },
  ]);
  answer('listDayHours', given.own ? [{ date: open, intervals: [evening], reason: 'Eye camp' }] : []);
  const places = { departments: [], branches: [] };
  answer('listWeeks', {
    revision: 0,
    weeks: [{ from: '2026-01-05', name: null, week: given.noWeek ? [] : week }],
    places,
  });
  answer('listClosures', given.closed ? [{ date: off, name: 'Republic Day', open: [] }] : []);
}
const reply = (appointments: { appointmentId: string; time: string; patientName: string }[] = []) => ({
  success: true as const,
  message,
  position: '9',
  appointments,
});
const showPage = () => show(<UpdateAvailabilityPocPage />, { as: aDoctor, at: paths.updateAvailabilityPoc });
const dayButton = async (date: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-date="${date}"]`);
    if (!found) throw new Error(`There is no ${date}.`);
    return found;
  });
const button = (name: string) => screen.findByRole('button', { name });
const inQuestion = async (name: string) => within(await screen.findByRole('alertdialog')).getByRole('button', { name });

test('a date without hours gets some with two clicks; on a closed day the page asks first', async () => {
  serveDoctor({ closed: true });
  const sent = answer('setDayHours', reply());
  const { user, container } = showPage();
  await user.click(await dayButton(off));
  expect(await screen.findByLabelText('Start time')).toHaveValue('10:00');
  expect(screen.queryByRole('button', { name: 'Full Availability' })).not.toBeInTheDocument();
  expect(screen.getByText('6 slots, capacity 12')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(await button('Update Availability'));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('The hospital is closed: Republic Day.');
  expect(sent).toEqual([]);
  await user.click(await inQuestion('Set Hours'));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ pocId, date: off, intervals: [usual], reason: '', seen: null }]);
});

test('a doctor without a week gets hours for one date, also a year ahead', async () => {
  serveDoctor({ noWeek: true });
  const sent = answer('setDayHours', reply());
  const { user, container } = showPage();
  expect(await screen.findByText('No available dates found')).toBeInTheDocument();
  const shown = screen.getByRole('combobox', { name: 'Dates shown' });
  await user.selectOptions(shown, within(shown).getAllByRole('option').at(-1) ?? []);
  const far = plus(366);
  expect(await dayButton(plus(367))).toBeDisabled();
  expect(container.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1);
  await user.click(await dayButton(far));
  expect(await screen.findByLabelText('Start time')).toHaveValue('09:00');
  answer('listDatesWithAvailability', [{ Schedule_Date: far, active_status: 'available', free: 12 }]);
  answer('listDayHours', [{ date: far, intervals: [evening], reason: null }]);
  await user.click(await button('Update Availability'));
  await waitFor(async () => expect(await dayButton(far)).toHaveAccessibleName(/Available, Special hours/));
  const hours = { startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 1, slotDuration: 15 };
  expect(sent.map(({ body }) => body)).toEqual([{ pocId, date: far, intervals: [hours], reason: '', seen: null }]);
});

test('a date with hours of its own shows them, changes them, and clears them; who stays outside is named', async () => {
  serveDoctor({ own: true });
  const saved = reply([{ ...kavya, patientName: 'Kavya Reddy' }]);
  const sent = answer('setDayHours', saved);
  const cleared = answer('clearDayHours', reply());
  const { user } = showPage();
  await user.click(await dayButton(open));
  expect(await screen.findByText('This date has special hours: 6:00 PM to 7:00 PM.')).toBeInTheDocument();
  await user.click(await button('Other Hours'));
  expect(await screen.findByLabelText(/Reason/)).toHaveValue('Eye camp');
  expect(screen.getByText('1 appointment is kept:')).toBeInTheDocument();
  await user.click(await button('Add Interval'));
  const intervals = [evening, { ...evening, startTime: '19:00', endTime: '21:00' }];
  // Not read anew yet when they are cleared.
  const late = lateReply([{ date: open, intervals, reason: 'Eye camp' }]);
  answer('listDayHours', late.reply);
  await user.click(await button('Update Availability'));
  expect(await screen.findByText('Now outside the hours: 1 appointment is kept:')).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ pocId, date: open, intervals, reason: 'Eye camp', seen: [evening] });
  await user.click(await dayButton(open));
  await user.click(await button('Clear Hours'));
  await user.click(await inQuestion('Clear Hours'));
  await waitFor(() => expect(cleared.map(({ body }) => body)).toEqual([{ pocId, date: open, seen: intervals }]));
  late.send();
});

test('a day that somebody has blocked meanwhile offers Unblock and keeps what was typed', async () => {
  serveDoctor();
  refuse('setDayHours', 'day.blocked');
  const freed = answer('unblockSlot', { success: true, message: 'Slot unblocked successfully.', position: '9' });
  const { user } = showPage();
  await user.click(await dayButton(open));
  await user.click(await button('Other Hours'));
  await user.type(await screen.findByLabelText(/Reason/), 'Eye camp');
  answer('listDatesWithAvailability', [
    { Schedule_Date: open, active_status: 'blocked', free: 0 },
    { Schedule_Date: last, active_status: 'available', free: 2 },
  ]);
  await user.click(await button('Update Availability'));
  expect(await screen.findByText('This day is blocked. Please unblock it first.')).toBeInTheDocument();
  await waitFor(async () => expect(await dayButton(open)).toHaveAccessibleName(/Blocked/));
  serveDoctor();
  await user.click(await button('Unblock'));
  await user.click(await inQuestion('Unblock'));
  await waitFor(() => expect(screen.queryByText(/This day is blocked/)).not.toBeInTheDocument());
  expect(freed.map(({ body }) => body)).toEqual([{ pocId, date: open }]);
  expect(screen.getByLabelText(/Reason/)).toHaveValue('Eye camp');
});

test('hours that somebody else has set meanwhile are shown first; what was typed stays, and replaces them knowingly', async () => {
  serveDoctor();
  refuse('setDayHours', 'schedule.changed');
  const { user } = showPage();
  await user.click(await dayButton(open));
  await user.click(await button('Other Hours'));
  await user.type(await screen.findByLabelText(/Reason/), 'Eye camp');
  serveDoctor({ own: true });
  await user.click(await button('Update Availability'));
  expect(await screen.findByText('Someone else has changed these hours.')).toBeInTheDocument();
  expect(await screen.findByText('This date has special hours: 6:00 PM to 7:00 PM.')).toBeInTheDocument();
  expect(screen.getByLabelText(/Reason/)).toHaveValue('Eye camp');
  const sent = answer('setDayHours', reply());
  await user.click(await button('Update Availability'));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ reason: 'Eye camp', seen: [evening] }));
});

test('what the server refuses of a field is shown there, until it is changed', async () => {
  serveDoctor({ own: true });
  const fields = [{ field: 'intervals.0.room', message: 'must be shorter' }];
  refuse('setDayHours', 'request.invalid', { details: { fields } });
  const { user } = showPage();
  await user.click(await dayButton(open));
  await user.click(await button('Other Hours'));
  await user.click(await button('Update Availability'));
  const room = await screen.findByLabelText(/^Room/);
  expect(room).toHaveAccessibleDescription(/must be shorter/);
  await user.type(room, '12');
  expect(screen.queryByText('must be shorter')).not.toBeInTheDocument();
});

test('impossible hours are reported, and so is what does not come', async () => {
  serveDoctor();
  const sent = answer('setDayHours', reply());
  const { user, unmount } = showPage();
  await user.click(await dayButton(off));
  await user.clear(await screen.findByLabelText('Start time'));
  await user.click(await button('Update Availability'));
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter the start time.');
  await user.click(await button('Remove interval 1'));
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter at least one interval.');
  await user.click(await button('Add Interval'));
  expect(sent).toEqual([]);
  loseConnection('setDayHours');
  await user.click(await button('Update Availability'));
  expect(await screen.findByText('Error updating availability.')).toBeInTheDocument();
  unmount();
  refuse('listClosures', 'service.fault');
  const again = showPage();
  await again.user.click(await dayButton(off));
  expect(await screen.findByText('Error fetching time slots')).toBeInTheDocument();
});

import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { weekdayOf } from '@dayline/contracts/clinic/schedule';
import type { HoursPreview } from '@dayline/contracts/endpoints/hours-preview';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { toastTimes } from '../../shared/actions/toast.ts';
import { clinicToday, longDate } from '../../shared/format/time.ts';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, refuse } from '../../shared/testing/server.ts';
import CalendarPage from './calendar-page.tsx';
import {
  type CalendarOfClient,
  type Day,
  datesOfMonth,
  daysInForce,
  draftOf,
  faultsOf,
  monthLater,
  newDraft,
} from './rules.ts';

// A busy machine needs longer to find a button on a page showing a year.
Object.assign(toastTimes, { standard: 60_000 });

const today = clinicToday();
const soon = addDays(today, 20);

const aDay = (own: number, more: Partial<Day> = {}): Day => ({
  ...{ dayId: testId(own), revision: own, date: soon, weekday: null, weeks: [], from: soon, to: soon },
  ...{ name: 'Founders', branchId: null, open: [], liftedFrom: null, by: 'Front Desk 2', booked: 3 },
  ...more,
});
const listedOf = (...days: Day[]): CalendarOfClient => ({ revision: days.length - 1, branches: [], days });
const nobody: HoursPreview = {
  booked: 0,
  visits: { count: 0, dates: [], first: [] },
  blocks: { count: 0, first: [] },
  removedSlots: { places: 12, first: [] },
  addedSlots: { places: 0, first: [] },
};
const visit = { pocId: testId(201), pocName: 'Dr. Vikram Rao', date: soon, time: '10:00', userId: testId(31) };
const bookedPreview: HoursPreview = {
  ...nobody,
  visits: {
    count: 1,
    dates: [soon],
    first: [
      {
        ...visit,
        appointmentId: `${testId(201)}_${soon.replaceAll('-', '')}_${testId(1)}`,
        patientName: 'Meera Nair',
        patientPhone: '919845031276',
      },
    ],
  },
};
const done = { success: true as const, message: 'Day saved.', position: '0000000000000009' };

const open = (as = anAdmin, at = '/calendar') => show(<CalendarPage />, { as, at });
const press = (page: ReturnType<typeof open>, name: string | RegExp) =>
  page.user.click(screen.getByRole('button', { name }));
const form = () => screen.findByRole('dialog');

/** A calendar that stores what is set and removed. */
function serve(...days: Day[]) {
  let listed = listedOf(...days);
  answer('listHospitalDays', () => listed);
  answer('previewHospitalDay', nobody);
  const set: RequestOf<'setHospitalDay'>[] = [];
  answer('setHospitalDay', ({ body }) => {
    set.push(body);
    const { date = null, name, open: hours } = body;
    listed = { ...listed, days: [...listed.days, aDay(50 + set.length, { date, name, open: hours, booked: 0 })] };
    return done;
  });
  const removals = answer('liftHospitalDay', ({ body: { dayId } }) => {
    listed = {
      ...listed,
      days: listed.days.map((day) => (day.dayId === dayId ? { ...day, liftedFrom: today } : day)),
    };
    return done;
  });
  return { set, removals };
}

test('shows a year with its days in words, and those ahead', async () => {
  const saturdays = { date: null, weekday: 'Saturday' as const, weeks: [3 as const], from: today, to: null };
  serve(aDay(1), aDay(2, { ...saturdays, name: 'Third Saturday', open: [{ from: '09:00', to: '13:00' }], booked: 4 }));
  const { container } = open();
  const ahead = within(await screen.findByRole('list', { name: 'Days ahead' })).getAllByRole('listitem');
  expect(ahead.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('3rd SatThird Saturday9:00 AM to 1:00 PM'),
    expect.stringContaining('FoundersClosed'),
  ]);
  expect(screen.getByRole('button', { name: `${longDate(soon)}, Founders, Closed` })).toBeVisible();
  expect(screen.getByRole('link', { name: '3 appointments' })).toHaveAttribute(
    'href',
    `/appointment-details-admin?from=${soon}&to=${soon}&status=Confirmed&search=`,
  );
  expect(await axe(container)).toHaveNoViolations();
});

test('a holiday of all doctors is two clicks and its name where nobody is booked', async () => {
  const { set } = serve();
  const page = open();
  await screen.findByText('No hospital days set');
  await press(page, longDate(soon));
  const dialog = await form();
  expect(await within(dialog).findByText('No appointments on this day. Capacity decreases by 12.')).toBeVisible();
  await page.user.keyboard('Founders{Enter}');
  await waitFor(() => expect(set).toHaveLength(1));
  expect(set[0]).toEqual({ clientId: anAdmin.clientId, date: soon, name: 'Founders', branchId: null, open: [] });
  expect(await screen.findByText('Founders saved')).toBeVisible();
  expect(await screen.findByRole('button', { name: `${longDate(soon)}, Founders, Closed` })).toBeVisible();
});

test('who is booked is shown before it is saved, also if the answer was late', async () => {
  const { set } = serve();
  const late = lateReply(bookedPreview);
  answer('previewHospitalDay', late.reply);
  const page = open();
  await screen.findByText('No hospital days set');
  await press(page, longDate(soon));
  await form();
  await page.user.keyboard('Founders{Enter}');
  late.send();
  expect(await screen.findByText('1 appointment is outside these hours')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Meera Nair', hidden: true })).toHaveAttribute(
    'href',
    `/patient/${testId(31)}`,
  );
  expect(await screen.findByText('Please check the affected appointments, then save.')).toBeVisible();
  expect(set).toEqual([]);
  await press(page, 'Save Anyway');
  await waitFor(() => expect(set).toHaveLength(1));
  await page.user.click(await screen.findByRole('button', { name: '1 person to call' }));
  expect(page.router.state.location).toMatchObject({ pathname: '/calls', search: `?dates=${soon}` });
});

test('without a name the form asks for it, before anything is saved anyway', async () => {
  const { set } = serve();
  answer('previewHospitalDay', bookedPreview);
  const page = open();
  await screen.findByText('No hospital days set');
  await press(page, longDate(soon));
  const dialog = within(await form());
  expect(await dialog.findByText('1 appointment is outside these hours')).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Add Day' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  expect(dialog.getByText('Please enter a name.')).toBeVisible();
  expect(set).toEqual([]);
  await page.user.keyboard('Founders');
  await page.user.click(dialog.getByRole('button', { name: 'Save Anyway' }));
  await waitFor(() => expect(set).toHaveLength(1));
});

test('one date of a closed weekday is opened as usual', async () => {
  const { set } = serve(aDay(1, { date: null, weekday: weekdayOf(soon), from: today, to: null, name: 'Weekly off' }));
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: `${longDate(soon)}, Weekly off, Closed` }));
  await press(page, 'Open as Usual');
  await waitFor(() => expect(set).toHaveLength(1));
  const open24 = [{ from: '00:00', to: '24:00' }];
  expect(set[0]).toEqual({
    clientId: anAdmin.clientId,
    date: soon,
    branchId: null,
    name: 'Open as usual',
    open: open24,
  });
  const date = await screen.findByRole('button', { name: `${longDate(soon)}, Open as usual, Usual hours` });
  expect(date).not.toHaveAttribute('data-look');
  await page.user.click(date);
  expect(within(await form()).queryByRole('button', { name: 'Open as Usual' })).not.toBeInTheDocument();
});

test('weeks of the month, hours and a last date make a rule; what is missing is asked for', async () => {
  const { set } = serve();
  const page = open();
  await screen.findByText('No hospital days set');
  await page.user.keyboard('n');
  const dialog = within(await form());
  await press(page, 'Half Day or Hours');
  await press(page, 'Weekday of the Month');
  await page.user.selectOptions(dialog.getByRole('combobox', { name: 'Weekday' }), 'Saturday');
  await press(page, '2nd');
  await press(page, '4th');
  await page.user.click(dialog.getByRole('button', { name: 'Add Day' }));
  expect(await dialog.findByText('Please enter a name.')).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  await page.user.keyboard('Half Saturday{Enter}');
  await waitFor(() => expect(set).toHaveLength(1));
  expect(set[0]).toMatchObject({ weekday: 'Saturday', weeks: [2, 4], open: [{ from: '08:00', to: '13:00' }] });
});

test('a changed day takes the place of the former one, which is lifted then', async () => {
  const { set, removals } = serve(aDay(1));
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'More for Founders' }));
  await page.user.click(screen.getByRole('menuitem', { name: 'Change' }));
  await press(page, 'Half Day or Hours');
  await press(page, 'Save');
  await waitFor(() => expect(removals[0]?.body).toMatchObject({ dayId: testId(1) }));
  expect(set[0]).toMatchObject({ date: soon, name: 'Founders', open: [{ from: '08:00', to: '13:00' }] });
});

test('lifting is done at once where it concerns nobody, and can be undone', async () => {
  const { set, removals } = serve(aDay(1));
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: `${longDate(soon)}, Founders, Closed` }));
  await press(page, 'Remove');
  await waitFor(() => expect(removals).toHaveLength(1));
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(set[0]).toMatchObject({ date: soon, name: 'Founders', open: [] }));
});

test('a day that another desk sets meanwhile is shown in the form', async () => {
  serve();
  const page = open();
  await screen.findByText('No hospital days set');
  await press(page, longDate(soon));
  await form();
  answer('listHospitalDays', listedOf(aDay(1)));
  await page.queryClient.invalidateQueries();
  expect(await screen.findByText(/Founders \(Closed, set by Front Desk 2\) is on this day/)).toBeVisible();
});

test('a refusal and a failure keep what was entered', async () => {
  serve();
  refuse('setHospitalDay', 'calendar.past');
  const page = open();
  await screen.findByText('No hospital days set');
  await press(page, longDate(soon));
  const dialog = within(await form());
  await dialog.findByText(/No appointments on this day/);
  await page.user.keyboard('Founders{Enter}');
  expect(await dialog.findByText('Hospital days can only be changed from today on.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Founders');
});

test('an auditor reads; past days open to be read only', async () => {
  const over = `${monthLater(today.slice(0, 7), -2)}-10`;
  serve(aDay(1, { date: over, from: over, to: over }));
  const page = open(anAuditor, `/calendar?from=${over.slice(0, 7)}`);
  await page.user.click(await screen.findByRole('button', { name: `${longDate(over)}, Founders, Closed` }));
  expect(within(await form()).getByText(/can only be changed from today on/)).toBeVisible();
  expect(within(await form()).queryByRole('button', { name: 'Remove' })).toBeNull();
  await page.user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: longDate(addDays(over, 1)) })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Add Day' })).toBeNull();
});

test('arrows go by day and week, and past dates are left out; later years are a click away', async () => {
  serve();
  const page = open();
  await screen.findByText('No hospital days set');
  screen.getByRole('button', { name: longDate(today) }).focus();
  await page.user.keyboard('{ArrowRight}{ArrowDown}');
  expect(screen.getByRole('button', { name: longDate(addDays(today, 8)) })).toHaveFocus();
  await page.user.keyboard('{ArrowUp}{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('button', { name: longDate(today) })).toHaveFocus();
  await press(page, 'Later');
  expect(page.router.state.location.search).toBe(`?from=${monthLater(today.slice(0, 7), 12)}`);
});

test('fails with a way to try again', async () => {
  refuse('listHospitalDays', 'service.fault');
  const page = open();
  await screen.findByText('Failed to load the calendar. Please try again.');
  serve(aDay(1));
  await press(page, 'Try Again');
  expect(await screen.findByRole('list', { name: 'Days ahead' })).toBeVisible();
});

test('of a date the branch’s day and the later one are in force; a rule that has begun changes from today on', () => {
  const branches = [{ id: 2, name: 'Chennai' }];
  const [all, later, own] = [aDay(1), aDay(3, { name: 'Later' }), aDay(2, { name: 'Pongal', branchId: 2 })];
  const listed = { ...listedOf(all, own, later), branches };
  expect(daysInForce(listed, null)(soon)).toEqual([later, own]);
  expect(daysInForce(listed, 2)(soon)).toEqual([own]);
  const begun = aDay(4, { date: null, weekday: 'Sunday', from: addDays(today, -90), to: null });
  expect(faultsOf(draftOf(begun, today), today)).toEqual({});
  expect(
    faultsOf({ ...newDraft(addDays(today, -1), null), isClosed: false, open: [{ from: '', to: '09:00' }] }, today),
  ).toEqual({
    date: 'This date has passed.',
    'open.0': 'The end must be after the start.',
  });
  expect(datesOfMonth('2028-02')).toHaveLength(29);
});

import type { Week } from '@dayline/contracts/clinic/schedule';
import type { HoursPreview } from '@dayline/contracts/endpoints/hours-preview';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import { clinicToday, shortDate } from '../../shared/format/time.ts';
import { nextDates } from '../../shared/hours/hours-words.ts';
import { aDoctor, anAdmin, testId } from '../../shared/testing/identities.ts';
import { type RenderedPage, show } from '../../shared/testing/render.tsx';
import { answer, lateReply, refuse, server } from '../../shared/testing/server.ts';
import UpdateSchedulePage from './update-schedule-page.tsx';

const pocId = aDoctor.pocId ?? '';
const morning = { startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 3, slotDuration: 15 };
const week: Week = [{ day: 'Monday', timeIntervals: [morning] }];
const weeksOf = (now: Week, ...later: { from: string; name: string | null; week: Week }[]) => ({
  revision: later.length,
  weeks: [{ from: '2026-01-05', name: null, week: now }, ...later],
  places: { departments: [], branches: [] },
});
const noTimes = { places: 0, first: [] };
const nobody: HoursPreview = {
  booked: 0,
  visits: { count: 0, dates: [], first: [] },
  blocks: { count: 0, first: [] },
  removedSlots: noTimes,
  addedSlots: noTimes,
};
const done = { success: true as const, message: 'Schedule updated successfully', position: '2' };

const open = (as = aDoctor, state?: unknown) => show(<UpdateSchedulePage />, { as, state, at: '/update-schedule' });
const press = (user: RenderedPage['user'], name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const set = (label: string, value: string, at = 0) => {
  const field = screen.getAllByLabelText(label)[at];
  if (field) fireEvent.change(field, { target: { value } });
};

beforeEach(() => {
  answer('listWeeks', weeksOf(week));
  answer('listAppointmentDetailsOfDoctor', []);
  answer('listDayHours', []);
  answer('listClosures', []);
  answer('previewSchedule', nobody);
});

test('shows the week as a picture whose blocks open their interval', async () => {
  const { user, container } = open();
  const block = await screen.findByRole('button', {
    name: 'Monday, 9:00 AM to 12:00 PM, 12 slots of 15 minutes, 3 per slot',
  });
  expect(screen.getByText('3 h · capacity 36')).toBeVisible();
  await press(user, /^Friday, off/);
  expect(screen.queryByLabelText('Start time')).not.toBeInTheDocument();
  await user.click(block);
  await waitFor(() => expect(screen.getByLabelText('Start time')).toHaveFocus());
  expect(await axe(container)).toHaveNoViolations();
});

test('adds an interval, shows it as not saved, and sends only days with hours', async () => {
  let stored = week;
  answer('listWeeks', () => weeksOf(stored));
  const sent = answer('updateSchedule', ({ body }) => {
    stored = body.schedule.map(({ day, timeIntervals }) => ({ day, timeIntervals }));
    return done;
  });
  const { user } = open();
  await screen.findByText('3 h · capacity 36');
  await press(user, /^Friday, off/);
  await press(user, 'Add Interval');
  set('Appointments per slot', '2');
  set('Slot duration (min)', '30');
  expect(screen.getByText('1 unsaved change')).toBeVisible();
  expect(screen.getByText(/12 more than saved/)).toBeVisible();
  expect(await screen.findByText(/Appointments outside the new hours are kept/)).toHaveTextContent('none at present');
  await press(user, 'Save');
  expect(await screen.findByText('Schedule updated successfully')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      schedule: [
        { pocId, day: 'Monday', timeIntervals: [morning] },
        { pocId, day: 'Friday', timeIntervals: [{ ...morning, appointmentsPerSlot: 2, slotDuration: 30 }] },
      ],
      revision: 0,
    },
  ]);
  await waitFor(() => expect(screen.queryByText('1 unsaved change')).not.toBeInTheDocument());
});

test("'2nd and 4th Saturday' is five clicks, begun on the day off of the picture", async () => {
  const sent = answer('updateSchedule', done);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Off: add hours on Saturday' }));
  for (const name of ['More … Interval 1', '2nd', '4th']) await user.click(await screen.findByRole('button', { name }));
  expect(screen.getByText('2nd and 4th Saturday, 9:00 AM to 12:00 PM')).toBeVisible();
  expect(screen.getByText('up to 6 h · capacity 48')).toBeVisible();
  expect(screen.getByRole('button', { name: /^2nd and 4th Saturday, 9:00 AM to 12:00 PM, 12 slots/ })).toBeVisible();
  await press(user, 'Save');
  expect(await screen.findByText('Schedule updated successfully')).toBeVisible();
  const saturday = sent[0]?.body.schedule.find(({ day }) => day === 'Saturday');
  expect(saturday?.timeIntervals).toMatchObject([{ startTime: '09:00', weeks: [2, 4] }]);
});

test('when bookings open, how long before each slot they close, and an end that is not announced are chosen', async () => {
  answer('listWeeks', weeksOf([{ day: 'Monday', timeIntervals: [morning] }]));
  const sent = answer('updateSchedule', done);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More … Interval 1' }));
  const choose = async (label: string, name: string) => user.selectOptions(await screen.findByLabelText(label), name);
  await choose('Bookings open', 'the day before');
  await choose('Bookings close', 'minutes before each slot');
  await choose('End of the session', 'not announced');
  const words = 'Monday, from 9:00 AM, bookings open at 8:00 AM the day before, bookings close 30 min before each slot';
  expect(screen.getByText(words)).toBeVisible();
  await press(user, 'Save');
  await waitFor(() => expect(sent).toHaveLength(1));
  const opening = { bookFrom: { daysBefore: 1, time: '08:00' }, closesBefore: 30, openEnd: true };
  expect(sent[0]?.body.schedule[0]?.timeIntervals).toEqual([{ ...morning, ...opening }]);
});

const places = {
  departments: [
    { departmentId: testId(300), name: 'Cardiology' },
    { departmentId: testId(301), name: 'Diabetes' },
  ],
  branches: [{ id: 2, name: 'City Centre' }],
};

test('a doctor chooses department and branch of a session, and what the server refuses of them is shown there', async () => {
  const special = { ...morning, name: 'Special' };
  answer('listWeeks', { ...weeksOf([{ day: 'Monday', timeIntervals: [special] }]), places });
  const fields = [
    { field: 'Monday.0.branchId', message: 'This branch does not exist.' },
    { field: 'Monday.0.slotsPerVisit', message: 'A visit is longer than the hours.' },
  ];
  refuse('updateSchedule', 'schedule.invalid', { details: { fields } });
  const { user } = open();
  expect(await screen.findByText('Special: Monday, 9:00 AM to 12:00 PM')).toBeVisible();
  await press(user, 'More … Interval 1');
  const choose = async (label: RegExp, name: string) => user.selectOptions(await screen.findByLabelText(label), name);
  await choose(/^Department/, 'Cardiology');
  await choose(/^Branch/, 'City Centre');
  expect(screen.getByText('Special: Monday, 9:00 AM to 12:00 PM, Cardiology, City Centre')).toBeVisible();
  await choose(/^Also offered in/, 'Diabetes');
  expect(screen.getByText(/Cardiology, also in Diabetes, City Centre$/)).toBeVisible();
  await press(user, 'No longer in Diabetes');
  await choose(/^Also offered in/, 'Diabetes');
  await press(user, 'Less Interval 1');
  await press(user, 'Save');
  const branch = await screen.findByLabelText(/^Branch/);
  await waitFor(() => expect(branch).toHaveAccessibleDescription(/This branch does not exist/));
  expect(screen.getByLabelText(/^Slots of a first visit/)).toHaveAccessibleDescription(/longer than the hours/);
  await waitFor(() => expect(branch).toHaveFocus());
  const sent = answer('updateSchedule', done);
  await choose(/^Branch/, "The doctor's branch");
  expect(screen.queryByText('This branch does not exist.')).not.toBeInTheDocument();
  await press(user, 'Save');
  expect(await screen.findByText('Schedule updated successfully')).toBeVisible();
  expect(sent[0]?.body.schedule[0]?.timeIntervals).toEqual([
    { ...special, departmentId: testId(300), alsoIn: [testId(301)] },
  ]);
});

test('the next dates of a pattern leave out those on which the hospital is closed for its branch', async () => {
  const dates = nextDates({ weeks: [2] }, 'Saturday', clinicToday(), 6);
  answer('listWeeks', { ...weeksOf(week), places });
  answer('listClosures', [
    { date: dates[1] ?? '', name: 'Founders', open: [] },
    { date: dates[2] ?? '', name: 'Half day', open: [{ from: '08:00', to: '12:00' }] },
    { date: dates[3] ?? '', name: 'Works', open: [], branchId: 1 },
  ]);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Off: add hours on Saturday' }));
  for (const name of ['More … Interval 1', '2nd']) await user.click(await screen.findByRole('button', { name }));
  const [first = '', founders = '', half = '', works = '', fifth = '', sixth = ''] = dates.map(shortDate);
  await waitFor(() =>
    expect(screen.getByText(/^Next dates/)).toHaveTextContent(
      `Next dates: ${[first, half, fifth, sixth].join(' · ')} · `,
    ),
  );
  expect(screen.getByText(/^Next dates/)).toHaveTextContent(`the hospital is closed on ${founders} and ${works}`);
  // The works affect only the doctor's own branch.
  await user.selectOptions(screen.getByLabelText(/^Branch/), 'City Centre');
  expect(screen.getByText(/^Next dates/)).toHaveTextContent(
    `Next dates: ${[first, half, works, fifth, sixth].join(' · ')} · the hospital is closed on ${founders}`,
  );
});

test('an edit that is made while it saves stays, not saved', async () => {
  const saved = lateReply(done);
  answer('updateSchedule', saved.reply);
  const { user } = open();
  await screen.findByText('3 h · capacity 36');
  set('Appointments per slot', '2');
  await press(user, 'Save');
  set('Appointments per slot', '4');
  saved.send();
  expect(await screen.findByText('Schedule updated successfully')).toBeVisible();
  expect(screen.getByLabelText('Appointments per slot')).toHaveValue(4);
  expect(screen.getByText('1 unsaved change')).toBeVisible();
});

test('says an overlap where it is, and saves nothing then', async () => {
  const sent = answer('updateSchedule', done);
  const { user } = open();
  await screen.findByText('3 h · capacity 36');
  await press(user, 'Add Interval');
  set('Start time', '11:00', 1);
  const start = screen.getAllByLabelText('Start time')[1];
  expect(start).toHaveAccessibleDescription('Overlaps 9:00 AM to 12:00 PM.');
  expect(screen.getByRole('button', { name: /^Monday, .*, please check$/ })).toBeVisible();
  await press(user, 'Save');
  await waitFor(() => expect(start).toHaveFocus());
  expect(sent).toHaveLength(0);
});

test("warns 'No valid schedule data to save', and resets to what is saved", async () => {
  const { user } = open();
  await screen.findByText('3 h · capacity 36');
  await press(user, 'Remove interval 1');
  await press(user, 'Save');
  expect(await screen.findByText('No valid schedule data to save')).toBeVisible();
  await press(user, 'Reset');
  const question = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await user.click(within(question).getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('3 h · capacity 36')).toBeVisible();
});

test('names bookings that the new hours leave out, but those of a date with hours of its own', async () => {
  const booked = (date: string, patient: string) =>
    ({
      AppointmentId: `apt_${patient}`,
      UserName: patient,
      UserContact: null,
      UserLocation: null,
      POCName: 'Dr. Asha Menon',
      Specialization: 'Cardiology',
      BranchID: 0,
      BranchName: null,
      AppointmentType: 'Direct Consultation',
      AppointmentDate: date,
      AppointmentTime: '09:30',
      Payment_Status: 'Paid',
      Status: 'Confirmed',
    }) as never;
  answer('listAppointmentDetailsOfDoctor', [
    booked('2026-11-23', 'Rohan Kulkarni'),
    booked('2026-11-30', 'Meera Nair'),
  ]);
  answer('listDayHours', [{ date: '2026-11-30', intervals: [morning], reason: null }]);
  const { user } = open();
  await screen.findByText('3 h · capacity 36');
  await press(user, 'Remove interval 1');
  expect(await screen.findByText(/^Nov 23(?:, 2026)?, 9:30 AM · Rohan Kulkarni$/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/Meera Nair/)).not.toBeInTheDocument());
});

test('copies a day to others', async () => {
  const { user } = open();
  await screen.findByText('3 h · capacity 36');
  await press(user, 'Copy Monday to …');
  await user.click(await screen.findByRole('menuitem', { name: 'Monday to Friday' }));
  expect(await screen.findByText('15 h · capacity 180')).toBeVisible();
});

test('lists the available slots, or says that there are none', async () => {
  const first = open();
  await first.user.click(await screen.findByRole('tab', { name: 'Available Slots' }));
  expect(await screen.findByText('Appointments per slot: 3')).toBeVisible();
  expect(screen.getByText(/Slot duration: 15 min/)).toBeVisible();
  first.unmount();
  answer('listWeeks', weeksOf([]));
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Available Slots' }));
  expect(await screen.findByText('No available slots found')).toBeVisible();
});

test('says that it could not be fetched, by a toast and in place, and that it could not be saved', async () => {
  refuse('listWeeks', 'service.fault');
  const { user } = open();
  expect(await screen.findAllByText('Failed to fetch schedule')).toHaveLength(2);
  answer('listWeeks', weeksOf(week));
  await press(user, 'Try Again');
  await screen.findByText('3 h · capacity 36');
  refuse('updateSchedule', 'schedule.invalid');
  await press(user, 'Add Interval');
  await press(user, 'Save');
  expect(await screen.findByText('Failed to update schedule')).toBeVisible();
  expect(screen.getByText('1 unsaved change')).toBeVisible();
});

test('without a doctor neither saves nor resets', async () => {
  const { user } = open(anAdmin);
  await press(user, 'Save');
  expect(await screen.findByText('Unable to save: POC ID not available.')).toBeVisible();
  await press(user, 'Reset');
  expect(await screen.findByText('Cannot reset: POC ID not available.')).toBeVisible();
});

test('an admin sets the hours of the doctor in the navigation state, and goes to whom to call of the dates', async () => {
  const sent = answer('updateSchedule', done);
  answer('previewSchedule', { ...nobody, booked: 1, visits: { count: 1, dates: ['2099-11-30'], first: [] } });
  const state = { pocId: testId(300), pocName: 'Dr. Farah Siddiqui', clientId: anAdmin.clientId };
  const { user, router } = open(anAdmin, state);
  expect(await screen.findByText('Dr. Farah Siddiqui')).toBeVisible();
  await screen.findByText('3 h · capacity 36');
  await press(user, 'Add Interval');
  await press(user, 'Save');
  await user.click(await screen.findByRole('button', { name: 'Save Schedule' }));
  await waitFor(() => expect(sent[0]?.body.schedule[0]?.pocId).toBe(testId(300)));
  await user.click(await screen.findByRole('button', { name: '1 person to call' }));
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(`/calls?pocId=${testId(300)}&dates=2099-11-30`);
});

const name = 'Preview of this change';
const ofDoctor = { pocId, pocName: 'Dr. Asha Menon' };

describe('what a change does', () => {
  const stretch = { weekday: 'Monday', places: 12, dates: 4, firstDate: '2099-11-30', lastDate: '2099-12-21' } as const;
  const visit = { ...ofDoctor, date: '2099-11-30', time: '09:30', userId: testId(900), patientPhone: '919000010214' };
  const effects: HoursPreview = {
    booked: 70,
    visits: {
      count: 62,
      dates: ['2099-11-30', '2099-12-07'],
      first: [{ ...visit, appointmentId: `${pocId}_20991130_${testId(7)}`, patientName: 'Kavya Reddy' }],
    },
    blocks: {
      count: 1,
      first: [{ ...ofDoctor, date: '2099-12-07', from: '11:00', to: '11:30', reason: 'Ward round' }],
    },
    removedSlots: { places: 12, first: [{ ...stretch, from: '09:00', to: '10:00' }] },
    addedSlots: { places: 24, first: [{ ...stretch, places: 24, from: '12:00', to: '14:00' }] },
  };

  test('is shown before it is saved: who is outside, which blocks stay, which times go and come', async () => {
    const tried = answer('previewSchedule', effects);
    const sent = answer('updateSchedule', done);
    const { user, container } = open();
    await screen.findByText('3 h · capacity 36');
    set('Start time', '10:00');
    await press(user, 'Save');
    const dialog = await screen.findByRole('dialog', { name: new RegExp(name) });
    expect(dialog).toHaveTextContent('From today · Monday changes');
    expect(dialog).toHaveTextContent('62 appointments are outside the new hours. They are kept');
    const row = within(within(dialog).getByRole('list', { name: 'Appointments outside the new hours' })).getByRole(
      'listitem',
    );
    expect(row).toHaveTextContent('Mon, Nov 30, 2099, 9:30 AMKavya Reddy+91 90000 10214');
    expect(dialog).toHaveTextContent('The first 1 of 62. 8 other appointments on these dates fit the new hours.');
    expect(within(dialog).getByRole('region', { name: 'Removed slots' })).toHaveTextContent(
      'capacity 12Monday, 9:00 AM to 10:00 AM4 dates, Nov 30, 2099 to Dec 21, 2099',
    );
    expect(within(dialog).getByRole('region', { name: 'Added slots' })).toHaveTextContent(
      'Monday, 12:00 PM to 2:00 PM',
    );
    expect(within(dialog).getByRole('region', { name: 'Blocks outside the new hours' })).toHaveTextContent(
      'Mon, Dec 7, 2099, 11:00 AM to 11:30 AMWard round',
    );
    expect(await axe(container)).toHaveNoViolations();
    await user.click(within(dialog).getByRole('button', { name: 'Keep Editing' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toHaveLength(0);
    expect(screen.getByText('1 unsaved change')).toBeVisible();
    await press(user, 'Save');
    await user.click(await screen.findByRole('button', { name: 'Save Schedule' }));
    expect(await screen.findByText('Schedule updated successfully')).toBeVisible();
    const later = [{ day: 'Monday', timeIntervals: [{ ...morning, startTime: '10:00' }] }];
    expect(tried[0]?.body).toEqual({ pocId, week: later });
    expect(sent.map(({ body }) => body.schedule)).toEqual([[{ pocId, ...later[0] }]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('with nobody to tell, it is saved at once; what comes is shown after it', async () => {
    answer('previewSchedule', { ...nobody, booked: 3, addedSlots: effects.addedSlots });
    answer('updateSchedule', done);
    const { user } = open();
    await screen.findByText('3 h · capacity 36');
    set('End time', '14:00');
    await press(user, 'Save');
    expect(await screen.findByText('Capacity increases by 24.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('less capacity is shown before it is saved, also where nobody is outside', async () => {
    answer('previewSchedule', { ...nobody, removedSlots: effects.removedSlots });
    const sent = answer('updateSchedule', done);
    const { user } = open();
    await screen.findByText('3 h · capacity 36');
    set('Start time', '10:00');
    await press(user, 'Save');
    const dialog = await screen.findByRole('dialog', { name: new RegExp(name) });
    expect(within(dialog).getByRole('region', { name: 'Removed slots' })).toHaveTextContent('capacity 12');
    expect(sent).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Save Schedule' }));
    expect(await screen.findByText('Capacity decreases by 12.')).toBeVisible();
  });

  test('if it cannot be looked up, nothing is saved', async () => {
    refuse('previewSchedule', 'service.fault');
    const sent = answer('updateSchedule', done);
    const { user } = open();
    await screen.findByText('3 h · capacity 36');
    set('Start time', '10:00');
    await press(user, 'Save');
    expect(await screen.findByText(/The preview failed\. Nothing is saved\./)).toBeVisible();
    expect(sent).toHaveLength(0);
    expect(screen.getByText('1 unsaved change')).toBeVisible();
  });
});

describe('a week from a date on', () => {
  const from = '2027-01-04';
  const winter: Week = [{ day: 'Monday', timeIntervals: [{ ...morning, startTime: '10:00' }] }];

  test('has no date of a pattern before its first day, nor after its last', async () => {
    const patterned: Week = [{ day: 'Monday', timeIntervals: [{ ...morning, weeks: [1, 3] }] }];
    const spring = { from: '2027-02-15', name: null, week };
    answer('listWeeks', {
      ...weeksOf(week),
      weeks: [...weeksOf(week).weeks, { from, name: null, week: patterned }, spring],
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /Jan 4, 2027/ }));
    await press(user, 'More … Interval 1');
    expect(await screen.findByText(/^Next dates/)).toHaveTextContent(/: Jan 4, 2027 · Jan 18, 2027 · Feb 1, 2027$/);
  });

  test('begins as the week before it, and is saved with its date and name', async () => {
    const sent = answer('updateSchedule', done);
    const { user, container } = open();
    await screen.findByText('3 h · capacity 36');
    await press(user, 'New from …');
    const dialog = await screen.findByRole('dialog', { name: /New hours from a date/ });
    expect(await axe(container)).toHaveNoViolations();
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(within(dialog).getByText('Please choose a day after today.')).toBeVisible();
    fireEvent.change(within(dialog).getByLabelText('First day'), { target: { value: from } });
    await user.type(within(dialog).getByLabelText(/^Name/), 'Winter');
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/start on Jan 4, 2027\. Not saved yet\./)).toBeVisible();
    set('Appointments per slot', '2');
    await press(user, 'Save');
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent[0]?.body).toEqual({
      schedule: [{ pocId, day: 'Monday', timeIntervals: [{ ...morning, appointmentsPerSlot: 2 }] }],
      revision: 0,
      from,
      name: 'Winter',
    });
  });

  test('is edited by itself, and withdrawn after a question', async () => {
    answer('listWeeks', weeksOf(week, { from, name: 'Winter', week: winter }));
    const withdrawn = answer('withdrawWeek', done);
    answer('previewSchedule', { ...nobody, booked: 2, visits: { count: 2, dates: [], first: [] } });
    const { user } = open();
    expect(await screen.findByText(/apply until Jan 4, 2027/)).toBeVisible();
    await press(user, /^From Jan 4, 2027 \(Winter\)/);
    expect(await screen.findByText('2 h · capacity 24')).toBeVisible();
    await press(user, 'Delete');
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('2 appointments are outside the new hours.');
    answer('listWeeks', weeksOf(week));
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Upcoming hours deleted.')).toBeVisible();
    expect(withdrawn.map(({ body }) => body)).toEqual([{ pocId, from, revision: 1 }]);
    expect(await screen.findByText('3 h · capacity 36')).toBeVisible();
  });
});

describe('somebody else saved meanwhile', () => {
  const friday: Week[number] = { day: 'Friday', timeIntervals: [morning] };
  const changedBy = (theirs: Week) => {
    const details = { schedule: { revision: 5, week: theirs, days: [], by: ['Lakshmi'] } };
    refuse('updateSchedule', 'schedule.changed', { details });
  };
  const edited = { ...morning, appointmentsPerSlot: 2 };

  test('another day: both changes are saved, without a question', async () => {
    const { user } = open();
    await screen.findByText('3 h · capacity 36');
    set('Appointments per slot', '2');
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/update-schedule', async ({ request }) => {
        const body = (await request.json()) as { revision: number };
        sent.push(body);
        if (body.revision === 5) return HttpResponse.json(done);
        const details = { schedule: { revision: 5, week: [...week, friday], days: ['Friday'], by: ['Lakshmi'] } };
        const refusal = { success: false, code: 'schedule.changed', message: '', details, requestId: 'test' };
        return HttpResponse.json(refusal, { status: 409 });
      }),
    );
    await press(user, 'Save');
    expect(await screen.findByText('Includes the changes that Lakshmi made in the meantime.')).toBeVisible();
    expect(sent.at(-1)).toEqual({
      schedule: [
        { pocId, day: 'Monday', timeIntervals: [edited] },
        { pocId, ...friday },
      ],
      revision: 5,
    });
  });

  test('the same day: asks whose holds, and saves nothing before', async () => {
    const theirs: Week = [{ day: 'Monday', timeIntervals: [{ ...morning, endTime: '11:00' }] }, friday];
    const { user } = open();
    await screen.findByText('3 h · capacity 36');
    set('Appointments per slot', '2');
    changedBy(theirs);
    answer('previewSchedule', { ...nobody, booked: 1, visits: { count: 1, dates: [], first: [] } });
    await press(user, 'Save');
    await user.click(await screen.findByRole('button', { name: 'Save Schedule' }));
    const dialog = await screen.findByRole('dialog', { name: /Lakshmi changed these hours in the meantime/ });
    await waitFor(() => expect(screen.queryByText('Preview of this change')).not.toBeInTheDocument());
    answer('previewSchedule', nobody);
    expect(within(dialog).getByText(/You both changed Monday/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Keep Editing' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByText('1 unsaved change')).toBeVisible();
    await press(user, 'Save');
    const again = await screen.findByRole('dialog');
    await user.click(within(again).getByRole('radio', { name: /^Saved by Lakshmi/ }));
    const sent = answer('updateSchedule', done);
    await user.click(within(again).getByRole('button', { name: 'Save Both Changes' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ schedule: theirs.map((day) => ({ pocId, ...day })), revision: 5 });
    await waitFor(() => expect(again).not.toBeInTheDocument());
  });
});

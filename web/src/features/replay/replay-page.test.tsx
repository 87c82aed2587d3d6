import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { detail } from '../../shared/testing/appointment-detail.ts';
import { anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import { lookEvery } from './api/queries.ts';
import { boardAfter, marksReply, positionOf, recordedAtOf } from './replay.fixture.ts';
import ReplayPage from './replay-page.tsx';

const open = (search = '') => show(<ReplayPage />, { as: anAuditor, at: `/audit/replay${search}` });
const at = (place: number) => `?${new URLSearchParams({ position: positionOf(place), at: recordedAtOf(place) })}`;
const known = (position: string | undefined, moment: string | undefined): number => {
  if (position !== undefined) return Math.min(4, Number(position) / 10);
  return moment === undefined ? 4 : marksReply.marks.filter(({ recordedAt }) => recordedAt <= moment).length;
};
/** The board as of the request's moment. */
const answerBoards = () => answer('getBoardAsOf', ({ body }) => boardAfter(known(body.position, body.at)));

beforeEach(() => {
  answer('listDoctorsOfClient', []);
  answer('listReplayMarks', marksReply);
});

test('shows the board as of the address, with a banner and every action off', async () => {
  const requests = answerBoards();
  const { container } = open(at(1));
  expect(await screen.findByText('Saturday, Nov 21, 2026, 11:21:07 AM')).toBeVisible();
  expect(screen.getByText(/Read only\./)).toBeVisible();
  const report = screen.getByRole('link', { name: 'Report as of this moment' });
  expect(report).toHaveAttribute('href', `/audit/report?month=2026-11&position=${positionOf(1)}`);
  expect(requests[0]?.body).toEqual({ position: positionOf(1), at: recordedAtOf(1) });
  const card = screen.getByRole('article', { name: '11:20 AM, Rohan Kulkarni, Active' });
  for (const button of within(card).getAllByRole('button')) expect(button).toBeDisabled();
  expect(within(card).getAllByRole('button')).toHaveLength(2);
  expect(await axe(container)).toHaveNoViolations();
});

test('steps with the buttons, the arrow keys and the slider; the address follows', async () => {
  answerBoards();
  const { user, router } = open(at(3));
  expect(await screen.findByText('Entry 3 of 4')).toBeVisible();
  expect(await screen.findByRole('article', { name: /Not Visited/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Step forward' }));
  expect(router.state.location.search).toBe(at(4));
  expect(await screen.findByRole('article', { name: /Rohan Kulkarni, Active/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Step forward' })).toBeDisabled();
  await user.keyboard('{ArrowLeft}');
  expect(router.state.location.search).toBe(at(3));
  expect(await screen.findByRole('article', { name: /Not Visited/ })).toBeVisible();
  const slider = screen.getByRole('slider', { name: 'Moment' });
  expect(slider).toHaveAttribute('aria-valuetext', '11:23:07 AM, Entry 3 of 4');
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(await screen.findByText('No appointments on this board')).toBeVisible();
  expect(screen.getByText('Entry 0 of 4')).toBeVisible();
});

test('plays one entry after another to the end', async () => {
  answerBoards();
  const { user } = open(at(2));
  await screen.findByText('Entry 2 of 4');
  const moment = () => screen.getByText(/Read only\./);
  expect(moment()).toHaveAttribute('aria-live', 'polite');
  await user.click(screen.getByRole('button', { name: '0.5 s' }));
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(moment()).toHaveAttribute('aria-live', 'off');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await screen.findByText('Entry 3 of 4')).toBeVisible();
  expect(await screen.findByText('Entry 4 of 4')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Play' })).toBeVisible();
  expect(moment()).toHaveAttribute('aria-live', 'polite');
});

test('a kept moment is named by what was asked for, with its date on another day', async () => {
  answerBoards();
  const query = `with=${positionOf(3)}&withAt=`;
  const asOf = (instant: string) => open(`${at(3)}&${query}${instant}`);
  const { unmount } = asOf('2026-11-20T06:30:00.000Z');
  expect(await screen.findByText(/differ at Nov 20, 12:00:00 PM/)).toBeVisible();
  unmount();
});

test('compares with now, and with a moment that was kept', async () => {
  const requests = answerBoards();
  const { user, router } = open(at(3));
  await screen.findByRole('article', { name: /Not Visited/ });
  await user.click(screen.getByRole('button', { name: 'Compare with now' }));
  expect(await screen.findByText('1 of 1 differ now: Confirmed 1, Visited 0, Not Visited 0')).toBeVisible();
  expect(requests.at(-1)?.body).toEqual({ at: recordedAtOf(3), position: '9'.repeat(16) });
  await user.click(screen.getByRole('button', { name: 'Only differences' }));
  expect(screen.getByRole('article', { name: /Not Visited/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep for comparison' }));
  expect(new URLSearchParams(router.state.location.search).get('with')).toBe(positionOf(3));
  // The kept moment is the requested one, and it doesn't differ from itself.
  expect(await screen.findByText(/^0 of 1 differ at 11:23:07 AM/)).toBeVisible();
  expect(await screen.findByText('No differences')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Only differences' }));
  await user.click(screen.getByRole('button', { name: 'Step back' }));
  expect(await screen.findByText(/1 of 1 differ at 11:23:07 AM: Confirmed 0, Visited 0, Not Visited 1/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End comparison' }));
  expect(await screen.findByText('Actions are disabled')).toBeVisible();
});

/** Boards whose responses arrive when the test says so. */
function answerBoardsLate() {
  const waiting: (() => void)[] = [];
  answer('getBoardAsOf', async ({ body }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    const board = boardAfter(known(body.position, body.at));
    return { ...board, asOf: { ...board.asOf, date: body.at?.slice(0, 10) ?? board.asOf.date } };
  });
  return {
    isAsked: () => waitFor(() => expect(waiting).not.toHaveLength(0)),
    send: () =>
      act(() =>
        waiting.splice(0).forEach((resolve) => {
          resolve();
        }),
      ),
  };
}

test('another doctor or day shows no rows of the one before; another moment of the same does', async () => {
  const boards = answerBoardsLate();
  const { go } = open(at(3));
  await boards.isAsked();
  await boards.send();
  expect(await screen.findByRole('article', { name: /Not Visited/ })).toBeVisible();
  await go(`/audit/replay${at(4)}`);
  await boards.isAsked();
  expect(screen.getByRole('article', { name: /Not Visited/ })).toBeVisible();
  await boards.send();
  expect(await screen.findByRole('article', { name: /Active/ })).toBeVisible();
  await go(`/audit/replay${at(4)}&doctor=${testId(201)}`);
  await boards.isAsked();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await boards.send();
  expect(await screen.findByRole('article')).toBeVisible();
  await go(`/audit/replay?at=2026-11-20T05:50:00.000Z&doctor=${testId(201)}`);
  await boards.isAsked();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await boards.send();
  expect(await screen.findByText('No appointments on this board')).toBeVisible();
});

test('nothing is compared before both moments are there', async () => {
  const boards = answerBoardsLate();
  const { go } = open(`${at(3)}&with=now`);
  await boards.isAsked();
  await boards.send();
  expect(await screen.findByText('Comparing…')).toBeVisible();
  await boards.isAsked();
  await boards.send();
  expect(await screen.findByText(/^1 of 1 differ now/)).toBeVisible();
  await go(`/audit/replay${at(4)}&with=now`);
  await boards.isAsked();
  // The card of the previous moment is visible, but the address names another.
  expect(screen.getByRole('article', { name: /Not Visited/ })).toBeVisible();
  expect(screen.getByText('Comparing…')).toBeVisible();
  expect(screen.queryByText(/differ now/)).not.toBeInTheDocument();
  await boards.send();
  await boards.isAsked();
  expect(screen.queryByText(/differ now/)).not.toBeInTheDocument();
  await boards.send();
  expect(await screen.findByText(/^0 of 1 differ now/)).toBeVisible();
});

test('now is asked again every few seconds, and says since when it is not', async () => {
  const usual = lookEvery.now;
  lookEvery.now = 20;
  let isMarked = false;
  answer('getBoardAsOf', ({ body }) => boardAfter(body.position === positionOf(4) ? 4 : isMarked ? 3 : 4));
  open(`${at(4)}&with=now`);
  expect(await screen.findByText(/^0 of 1 differ now/)).toBeVisible();
  isMarked = true;
  expect(await screen.findByText(/^1 of 1 differ now/)).toBeVisible();
  refuse('getBoardAsOf', 'service.fault');
  expect(await screen.findByText(/^1 of 1 differ as of \d+:\d\d [AP]M: Confirmed 0/)).toBeVisible();
  answerBoards();
  expect(await screen.findByText(/^0 of 1 differ now/)).toBeVisible();
  lookEvery.now = usual;
});

test('the slider goes from entry to entry, in the proportion of time', async () => {
  answerBoards();
  const { user, router } = open(at(3));
  await screen.findByText('Entry 3 of 4');
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Moment' });
  // 11:23:07 AM in the hour from 11 AM to 12 PM.
  expect((Number(slider.value) - Number(slider.min)) / (Number(slider.max) - Number(slider.min))).toBeCloseTo(
    (23 * 60 + 7) / 3_600,
  );
  fireEvent.change(slider, { target: { value: String(Date.parse(recordedAtOf(1)) + 20_000) } });
  expect(router.state.location.search).toBe(at(1));
  slider.focus();
  await user.keyboard('{ArrowRight}');
  expect(router.state.location.search).toBe(at(2));
  // Twice at once, faster than the address is updated.
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  expect(await screen.findByText('Entry 0 of 4')).toBeVisible();
  await user.keyboard('{End}');
  expect(await screen.findByText('Entry 4 of 4')).toBeVisible();
  await user.keyboard('{Home}');
  expect(await screen.findByText('Entry 0 of 4')).toBeVisible();
});

test('a day with more entries than one answer holds says so, and goes on at the end of a part', async () => {
  answerBoards();
  const parts = answer('listReplayMarks', ({ body }) =>
    body.around === undefined
      ? { ...marksReply, marks: marksReply.marks.slice(0, 2), later: true }
      : { ...marksReply, marks: marksReply.marks.slice(1), earlier: true },
  );
  const { user, router } = open(at(1));
  expect(await screen.findByText('Entry 1 of the 2 shown')).toBeVisible();
  expect(
    screen.getByText(/more than 5,000 entries\. The timeline shows those from 11:21:07 AM to 11:22:07 AM/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Step forward' }));
  expect(await screen.findByText('Entry 1 of the 3 shown')).toBeVisible();
  expect(parts.at(-1)?.body).toEqual({ date: '2026-11-21', around: recordedAtOf(2) });
  await user.click(screen.getByRole('button', { name: 'Step forward' }));
  expect(router.state.location.search).toBe(at(3));
  expect(await screen.findByText('Entry 2 of the 3 shown')).toBeVisible();
});

test('the entries around the moment say what is on the board and what is not yet, and what undid what', async () => {
  answer('getBoardAsOf', ({ body }) => {
    const board = boardAfter(known(body.position, body.at));
    const [, , marked, undone] = board.around;
    const around = board.around.map((entry) => {
      if (entry === marked && undone)
        return { ...entry, undoneBy: { eventId: undone.eventId, recordedAt: undone.recordedAt } };
      return entry === undone && marked ? { ...entry, undoes: marked.eventId } : entry;
    });
    return { ...board, around };
  });
  open(at(2));
  const entries = within(await screen.findByRole('list', { name: 'Around 11:22:07 AM' })).getAllByRole('listitem');
  expect(entries).toHaveLength(4);
  expect(entries[1]).toHaveTextContent('this moment · This time was taken a moment ago.');
  expect(entries.map((entry) => entry.textContent?.includes('Not on this board yet'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  const link = screen.getByRole('link', { name: 'undone at 11:24:07 AM' });
  expect(link).toHaveAttribute('href', `#${entries[3]?.id}`);
  expect(screen.getByRole('link', { name: 'undoes the entry at 11:23:07 AM' })).toBeVisible();
  expect(entries.map((entry) => entry.querySelector('[data-tie]')?.getAttribute('data-tie') ?? null)).toEqual([
    null,
    null,
    'start',
    'end',
  ]);
});

test('the appointment details of the moment, also beside those of now', async () => {
  answerBoards();
  const { asOf } = boardAfter(3);
  const paymentOf = (amount: number) =>
    detail(4, { Payment_Status: 'Paid', money: { amount, method: 'cash' }, AppointmentTime: '16:00' });
  const requests = answer('listAppointmentsAsOf', ({ body }) => ({
    asOf,
    appointments:
      body.position === positionOf(3)
        ? [detail(1), detail(2), paymentOf(50_000)]
        : [detail(1, { Status: 'Availed', POCName: 'Dr. Asha Menon-Rao' }), detail(2), detail(3), paymentOf(60_000)],
  }));
  const { user, container } = open(at(3));
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  expect(await screen.findByText('3 appointments')).toBeVisible();
  expect(requests[0]?.body).toEqual({ position: positionOf(3), at: recordedAtOf(3) });
  expect(screen.getByText('Patient 2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Compare with now' }));
  expect(await screen.findByText('3 of 4 differ now')).toBeVisible();
  expect(screen.getByText('Dr. Asha Menon-Rao')).toBeVisible();
  expect(screen.getAllByText('not booked then').length).toBeGreaterThan(0);
  expect(screen.getByText(/600/)).toHaveTextContent('₹600.00 cash');
  expect(screen.getByText('the same')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Only differences' }));
  expect(screen.queryByText('the same')).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('the details of another day than the moment, with the appointment that was looked for', async () => {
  answerBoards();
  const { asOf } = boardAfter(3);
  const dayRows = Array.from({ length: 12 }, (_, index) => detail(index + 1, { AppointmentDate: '2026-11-20' }));
  const appointmentId = dayRows[11]?.AppointmentId ?? '';
  const requests = answer('listAppointmentsAsOf', ({ body }) => ({
    asOf,
    appointments: body.date === '2026-11-20' ? dayRows : [detail(20)],
  }));
  const scrolledTo: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo.push(this.textContent);
  };
  const { user, router } = open(`${at(3)}&screen=details&listed=2026-11-20&marked=${appointmentId}`);
  expect(await screen.findByRole('heading', { name: 'Friday, November 20, 2026' })).toBeVisible();
  // On the second page.
  const row = await screen.findByRole('row', { current: true });
  expect(row).toHaveTextContent('Patient 12');
  expect(scrolledTo).toEqual([row.textContent]);
  const moment = { position: positionOf(3), at: recordedAtOf(3) };
  expect(requests.map(({ body }) => body)).toEqual([{ ...moment, date: '2026-11-20' }]);

  await user.click(screen.getByRole('button', { name: 'Compare with now' }));
  expect(await screen.findByText('0 of 12 differ now')).toBeVisible();
  expect(requests.at(-1)?.body).toEqual({ at: recordedAtOf(3), position: '9'.repeat(16), date: '2026-11-20' });
  // Another moment, the same day.
  await user.click(screen.getByRole('button', { name: 'Step back' }));
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ date: '2026-11-20' }));
  expect(await screen.findByRole('row', { current: true })).toHaveTextContent('Patient 12');
  // Only once: a person who steps on has already scrolled where they want.
  expect(scrolledTo).toHaveLength(1);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');

  await user.click(screen.getByRole('button', { name: 'Day of the moment' }));
  expect(await screen.findByRole('heading', { name: 'Saturday, November 21, 2026' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Day of the moment' })).not.toBeInTheDocument();
  expect(router.state.location.search).not.toMatch(/listed|marked/);
});

test('details of a day without appointments say so, and a call that fails', async () => {
  answerBoards();
  const { asOf } = boardAfter(3);
  refuse('listAppointmentsAsOf', 'replay.busy');
  const { user } = open(`${at(3)}&screen=details`);
  expect(await screen.findByText('Failed to fetch the replay.')).toBeVisible();
  answer('listAppointmentsAsOf', { asOf, appointments: [] });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No appointments on this day')).toBeVisible();
});

test('a day and a time are chosen; a day without entries says so', async () => {
  const requests = answerBoards();
  const marks = answer('listReplayMarks', { ...marksReply, marks: [], date: '2026-11-19' });
  const { user, router } = open(at(2));
  await screen.findByText('Saturday, Nov 21, 2026, 11:22:07 AM');
  const day = screen.getByLabelText('Day');
  await user.clear(day);
  await user.type(day, '2026-11-19');
  await waitFor(() => expect(marks.at(-1)?.body.date).toBe('2026-11-19'));
  expect(new URLSearchParams(router.state.location.search).get('at')).toBe('2026-11-19T18:29:59.999Z');
  expect(requests.at(-1)?.body).toEqual({ at: '2026-11-19T18:29:59.999Z' });
  expect(await screen.findByText('Nothing changed on this day.')).toBeVisible();
  expect(screen.getByRole('slider', { name: 'Moment' })).toBeDisabled();
});

test('the dashboard and the slots of the moment', async () => {
  answerBoards();
  const { asOf } = boardAfter(3);
  answer('getDashboardAsOf', {
    asOf,
    counts: {
      byStatus: { Confirmed: 33, Availed: 44, Not_Availed: 9, Cancelled: 2 },
      byType: { 'Direct Consultation': 80, 'Tele Consultation': 6 },
      departments: 5,
      doctors: 12,
    },
    picture: {
      today: asOf.date,
      now: asOf.time,
      todayBooked: 0,
      todayToCome: 0,
      todayLate: 0,
      lateAfterMinutes: 10,
      todayCancelled: 0,
      placesToday: 0,
      doctorsOnDuty: 0,
      doctorsBlocked: 0,
      byHour: [],
      lastDays: [],
    },
  });
  answer('getAvailabilityAsOf', {
    asOf,
    dates: [
      { Schedule_Date: '2026-11-21', active_status: 'available', free: 3 },
      { Schedule_Date: '2026-11-22', active_status: 'blocked', free: 0 },
    ],
    slots: [
      {
        day: 'Saturday',
        date: '2026-11-21',
        time: '11:20',
        minutes: 20,
        noOfAppointments: 1,
        totalSlots: 4,
        active_status: 'available',
        free: 3,
        places: 4,
        closed: false,
      },
    ],
  });
  const { user, router, container, go } = open(at(3));
  await user.click(await screen.findByRole('button', { name: 'Dashboard' }));
  expect(await screen.findByText('33')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Confirmed/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Slots' }));
  expect(screen.getByText('Choose a doctor to see the slots.')).toBeVisible();
  await go(`${router.state.location.pathname}${router.state.location.search}&doctor=${testId(200)}`);
  expect(await screen.findByText('1 of 4 booked')).toBeVisible();
  expect(screen.getByText('Sunday, Nov 22')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test('a replay that fails says so, and is asked again', async () => {
  refuse('getBoardAsOf', 'service.fault');
  const { user } = open(at(3));
  expect(await screen.findByText('Failed to fetch the replay.')).toBeVisible();
  answerBoards();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article', { name: /Rohan/ })).toBeVisible();
});

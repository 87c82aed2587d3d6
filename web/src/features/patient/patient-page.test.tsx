import { doctorDayOf } from '@dayline/contracts/ids';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aDoctor, anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, loseConnection, refuse } from '../../shared/testing/server.ts';
import { family, meera, visit } from './patient.fixture.ts';
import PatientPage from './patient-page.tsx';
import { bookAgainState, lastTime } from './rules.ts';

const open = (as = anAdmin, userId = meera.userId) =>
  show(<PatientPage />, { as, at: `/patient/${userId}`, path: '/patient/:patientId' });
const shown = async (as = anAdmin) => {
  const page = open(as);
  await screen.findByRole('heading', { level: 1, name: 'Meera Nair' });
  return page;
};

beforeEach(() => {
  answer('getPatientOverview', meera);
  answer('getPatientFamily', { people: family });
  // The visits of a question's own time.
  answer('listAppointmentDetailsOfClient', []);
  answer('listSamePerson', { people: [] });
});

test('says who it is, with no-shows and open money beside the name', async () => {
  const { container } = await shown();
  expect(screen.getByText('2 no-shows')).toBeVisible();
  expect(screen.getByText('₹1,400.00 open')).toBeVisible();
  expect(screen.getByRole('link', { name: '+91 98450 31276' })).toHaveAttribute('href', 'tel:+919845031276');
  expect(screen.getByRole('link', { name: 'meera@mail.example' })).toHaveAttribute('href', 'mailto:meera@mail.example');
  expect(screen.getByText('45 F · 240017')).toBeVisible();
  expect(screen.getByText(/Pune · Husband: Ravi Nair · patient since March 2024/)).toBeVisible();
  await screen.findByRole('link', { name: /Anil Nair/ });
  expect(await axe(container)).toHaveNoViolations();
});

test('lists what comes and what was, with all doctors, and what is open', async () => {
  await shown();
  const upcoming = within(screen.getByRole('list', { name: 'Upcoming' })).getByRole('listitem');
  expect(upcoming).toHaveTextContent(/Dr\. Vikram RaoCardiology · Direct/);
  const past = screen.getByRole('table', { name: 'Past' });
  const rows = within(past).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Nov 10, 2026 10:00 AMDr. Vikram RaoCardiologyDirectCancelled–',
    'Nov 4, 2026 10:00 AMDr. Vikram RaoCardiologyDirectVisitedPaid',
    'Aug 26, 2026 10:00 AMDr. Vikram RaoCardiologyDirectVisited₹700.00 · Pay later',
  ]);
  expect(screen.getByText('8 visited · 2 not visited · 1 cancelled')).toBeVisible();
  const open = within(screen.getByRole('list', { name: 'Open payments' })).getAllByRole('listitem');
  expect(open[0]).toHaveTextContent('Dr. Vikram Rao, visited');
  expect(open).toHaveLength(2);
});

test('lists earlier visits on demand, and keeps the shown ones meanwhile', async () => {
  const { user } = await shown();
  const more = lateReply({
    ...meera,
    past: { ...meera.past, visits: [...meera.past.visits, visit(6, { date: '2024-03-05' })] },
  });
  const requests = answer('getPatientOverview', more.reply);
  await user.click(screen.getByRole('button', { name: '8 earlier visits, since March 2024' }));
  await waitFor(() => expect(requests[0]?.body).toEqual({ userId: meera.userId, past: 53 }));
  expect(screen.getByRole('table', { name: 'Past' })).toBeVisible();
  more.send();
  expect(await screen.findByText('Mar 5, 2024')).toBeVisible();
});

test('Book Again opens the wizard with the person, the family, and doctor and type as last time', async () => {
  const { user, router } = await shown();
  await screen.findByRole('link', { name: /Anil Nair/ });
  await user.keyboard('b');
  expect(router.state.location).toMatchObject({
    pathname: '/add-new-appointment',
    state: {
      clientId: anAdmin.clientId,
      person: {
        phone: meera.phone,
        userId: meera.userId,
        family: [{ userId: meera.userId, email: 'meera@mail.example' }, { userId: testId(32) }, { userId: testId(33) }],
      },
      type: 'Direct Consultation',
      pocId: testId(201),
      departmentId: testId(10),
    },
  });
});

test('last time is the newest visit that wasn’t cancelled, else the next one', () => {
  expect(lastTime(meera)).toBe(meera.past.visits[1]);
  const onlyCancelled = { ...meera.past, visits: meera.past.visits.slice(0, 1) };
  expect(lastTime({ ...meera, past: onlyCancelled })).toBe(meera.upcoming.visits[0]);
  const nothing = { ...meera, past: onlyCancelled, upcoming: { total: 0, visits: [] } };
  expect(bookAgainState(nothing, [])).toEqual({
    person: { phone: meera.phone, userId: meera.userId, family: [expect.objectContaining({ userId: meera.userId })] },
  });
});

test('Mark as Paid notes how much was paid and how', async () => {
  const { user } = await shown();
  const paid = answer('correctPayment', ({ body: { appointmentId } }) => ({
    ...{ success: true as const, message: 'Payment changed to Paid', position: '0000000000000009' },
    ...{ appointmentId, paymentStatus: 'Paid' as const, eventId: 'event', undoUntil: null },
    ...{ money: { amount: 150_050, method: 'cash' as const }, moved: { amount: 150_050, method: 'cash' as const } },
  }));
  await user.click(screen.getByRole('button', { name: 'Mark as Paid: from Aug 26' }));
  const amount = await screen.findByRole('textbox', { name: 'Amount (₹)' });
  expect(amount).toHaveValue('700');
  await user.clear(amount);
  await user.type(amount, 'x');
  expect(screen.getByRole('button', { name: /^(₹\S+ cash|Cash)$/ })).toBeDisabled();
  await user.clear(amount);
  await user.type(amount, '1,500.50');
  await user.click(screen.getByRole('button', { name: /^(₹\S+ cash|Cash)$/ }));
  const { appointmentId } = meera.unpaid.visits[0] ?? {};
  await waitFor(() =>
    expect(paid[0]?.body).toEqual({ appointmentId, paymentStatus: 'Paid', amount: 150_050, method: 'cash' }),
  );
  // It disappears at once, before the server's rows have the payment.
  expect(screen.queryByRole('button', { name: 'Mark as Paid: from Aug 26' })).toBeNull();
  expect(await screen.findByText('₹1,500.50 in cash recorded')).toBeVisible();
});

const dialogField = (name: string) => within(screen.getByRole('dialog')).getByRole('textbox', { name });
const save = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' });
const reply = { success: true as const, message: 'Saved.', position: '0000000000000009', userId: meera.userId };
/** The request for a patient whose other details are unchanged. */
const known = { name: meera.name, phone: meera.phone, email: meera.email, location: meera.location };

test('Correct Details corrects this person by id, and says what was there before', async () => {
  const { user } = await shown();
  const saved = answer('saveUser', reply);
  await user.click(screen.getByRole('button', { name: 'Correct Details' }));
  const dialog = await screen.findByRole('dialog', { name: /^Correct Details/ });
  expect(await axe(dialog)).toHaveNoViolations();
  const name = dialogField('Name');
  await user.clear(name);
  await user.click(save());
  expect(await within(dialog).findByText('Name is required.')).toBeVisible();
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(name, 'Meera Nayar');
  expect(within(dialog).getByText('was Meera Nair')).toBeVisible();
  await user.click(save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Other known details are not sent, and stay.
  expect(saved[0]?.body).toEqual({
    ...{ ...known, name: 'Meera Nayar' },
    ...{ userId: meera.userId, clientId: anAdmin.clientId },
  });
  expect(screen.getByText('Details corrected')).toBeVisible();
});

test('number, sex, age and guardian are corrected too, and taken away', async () => {
  const { user } = await shown();
  const saved = answer('saveUser', reply);
  await user.keyboard('e');
  const dialog = await screen.findByRole('dialog');
  await user.clear(dialogField('Hospital number (optional)'));
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Sex (optional)' }), 'Unknown');
  expect(within(dialog).getByText('was Female')).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText('Birth date (optional)'), { target: { value: '1981-03-05' } });
  await user.clear(dialogField('or age (optional)'));
  await user.clear(dialogField('Guardian’s name (optional)'));
  await user.clear(dialogField('Phone Number (optional)'));
  await user.click(save());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.body).toMatchObject({
    ...{ phone: null, uhid: null, sex: null, bornOn: '1981-03-05', age: null, guardianName: null },
  });
  expect(Object.keys(saved[0]?.body ?? {})).not.toContain('guardianRelation');
});

test('a number that another patient has leads to that one', async () => {
  refuse('saveUser', 'uhid.taken', { details: { patient: { userId: testId(32), name: 'Anil Nair' } } });
  const { user } = await shown();
  await user.keyboard('e');
  await screen.findByRole('dialog');
  await user.type(dialogField('Hospital number (optional)'), '9');
  await user.click(save());
  expect(await screen.findByText('Another patient already has this hospital number.')).toBeVisible();
  expect(within(screen.getByRole('dialog')).getByRole('link', { name: 'Anil Nair' })).toHaveAttribute(
    'href',
    `/patient/${testId(32)}`,
  );
});

test('a refused correction says why and keeps what was typed', async () => {
  refuse('saveUser', 'patient.erased');
  const { user } = await shown();
  await user.keyboard('e');
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('This patient was erased.')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Meera Nair');
});

test('the family leads to each other’s pages, and to a further person of the number', async () => {
  const { user, router } = await shown();
  const anil = await screen.findByRole('link', { name: /Anil Nair Dec 3, 10:00 AM, Dr\. Vikram Rao/ });
  expect(screen.getByRole('link', { name: /Ishita Nair F nothing upcoming, last visit Oct 12, 2026/ })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Add Person' }));
  expect(router.state.location).toMatchObject({ pathname: '/patient/new', state: { phone: meera.phone } });
  expect(anil).toHaveAttribute('href', `/patient/${testId(32)}`);
});

test.each([aDoctor, anAuditor])('who isn’t at the desk reads, and changes nothing: %#', async (who) => {
  const { user } = await shown(who);
  await screen.findByRole('link', { name: /Anil Nair/ });
  for (const name of [/Book/, /Correct/, /Mark as Paid/]) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add Person' })).toBeNull();
  expect(screen.queryByText('Your own visits with this patient.') !== null).toBe(who.role === 'doctor');
  await user.click(screen.getByRole('button', { name: 'More for Nov 21, 11:00 AM' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Slip', 'History']);
});

test('a visit that comes is moved from its menu, and stands at its new time before the server’s rows do', async () => {
  const { user } = await shown();
  answer('getFeeOfMove', { before: 70_000, after: 70_000, rule: null, registration: 0, paid: 0, asks: false });
  answer('listAppointmentDetailsOfClient', [], { 'X-Total-Count': '200' });
  answer('listDatesWithAvailability', []);
  answer(
    'listTimesWithAvailability',
    ['11:00', '11:30'].map((time) => ({
      ...{ appointment_time: time, active_status: 'available' as const, free: 1, capacity: 1 },
    })),
  );
  await user.click(screen.getByRole('button', { name: 'More for Nov 21, 11:00 AM' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Move Meera Nair/ });
  const nearest = await within(dialog).findByRole('radiogroup', { name: 'Nearest free times' });
  await user.click(within(nearest).getByRole('radio'));
  answer('moveAppointment', ({ body: { appointmentId, time } }) => ({
    ...doctorDayOf(appointmentId),
    ...{ success: true, message: 'ok', position: '0000000000000009', appointmentId, time, eventId: 'event' },
    undoUntil: new Date(Date.now() + 300_000).toISOString(),
  }));
  await user.click(within(dialog).getByRole('button', { name: 'Move Meera Nair to 11:30 AM' }));
  expect(await screen.findByRole('button', { name: 'More for Nov 21, 11:30 AM' })).toBeVisible();
});

test('somebody without visits, alone on the number', async () => {
  const none = { total: 0, visits: [] };
  answer('getPatientOverview', {
    ...{ ...meera, upcoming: none, noShows: 0, unpaid: { ...none, fees: '0.00', withoutFee: 0 } },
    past: { ...none, visited: 0, notVisited: 0, cancelled: 0, since: null },
  });
  answer('getPatientFamily', { people: [] });
  await shown();
  for (const words of ['No upcoming appointments', 'No visits yet', 'No open payments']) {
    expect(screen.getByText(words)).toBeVisible();
  }
  expect(await screen.findByText('No one else uses this number')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Book' })).toBeVisible();
});

test('an erased person is shown as erased', async () => {
  const nobody = { name: null, phone: null, email: null, location: null, erased: true };
  answer('getPatientOverview', { ...meera, ...nobody });
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Erased patient' })).toBeVisible();
  expect(screen.getByText(/This patient was erased/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Book Again' })).toBeNull();
});

test('another’s patient, one that isn’t there, and an address that is no id look alike', async () => {
  refuse('getPatientOverview', 'access.foreign');
  open();
  expect(await screen.findByText('Patient not found')).toBeVisible();
  open(anAdmin, 'meera');
  expect(await screen.findAllByText('Patient not found')).toHaveLength(2);
});

test('a failure is shown, and Try Again loads the page', async () => {
  loseConnection('getPatientOverview');
  const { user } = open();
  expect(await screen.findByText('Failed to load the patient. Please try again.')).toBeVisible();
  answer('getPatientOverview', meera);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Meera Nair' })).toBeVisible();
});

const today = visit(1, { status: 'Confirmed', date: '2026-11-21', time: '11:00', payment: 'Paid' });
const comes = (visit: typeof today) =>
  answer('getPatientOverview', {
    ...meera,
    upcoming: { total: 1, visits: [visit] },
    past: { ...meera.past, visits: [] },
  });

test('while a visit is due today, Arrived is the filled button, by click or key, and then the token is shown', async () => {
  comes(today);
  const { user } = await shown();
  const arrived = screen.getAllByRole('button', { name: 'Arrived' });
  for (const button of arrived) expect(button).toHaveClass('MuiButton-contained');
  expect(screen.getByRole('button', { name: 'Book Again' })).toHaveClass('MuiButton-outlined');
  const requests = answer('arrive', {
    ...{ success: true, message: '', position: '0000000000000009', appointmentId: today.appointmentId },
    ...{ eventId: testId(700), undoUntil: '2026-11-21T23:00:00.000Z' },
    presence: { token: 12, arrivedAt: '10:50', call: null },
  });
  await user.keyboard('a');
  expect(await screen.findByText('Waiting, token 12')).toBeVisible();
  expect(requests[0]?.body).toEqual({ appointmentId: today.appointmentId });
});

test('a payment recorded by mistake is undone from the visit’s menu, with a reason', async () => {
  comes(today);
  const { user } = await shown();
  const sent = answer('correctPayment', {
    ...{ success: true, message: '', position: '0000000000000009', appointmentId: today.appointmentId },
    ...{ paymentStatus: 'Pay_later', eventId: 'event', undoUntil: null },
    ...{ money: { amount: 70_000 }, moved: { amount: 70_000, method: 'cash' } },
  });
  await user.click(screen.getByRole('button', { name: /^More for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change to Pay later…' }));
  const reason = await screen.findByRole('textbox', { name: /^Reason/ });
  expect(reason).toHaveAccessibleDescription(/^The previous payment stays in the appointment’s history/);
  await user.type(reason, 'Wrong patient');
  await user.click(screen.getByRole('button', { name: 'Change to Pay later' }));
  expect(await screen.findByText('Payment marked as Pay later')).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ paymentStatus: 'Pay_later', reason: 'Wrong patient' });
});

test('a part of what is paid is given back from the visit’s menu, and the page names the payment that it saw', async () => {
  comes({ ...today, money: { amount: 70_000, method: 'card', eventId: 'paid' } });
  const { user } = await shown();
  const sent = answer('refundPayment', {
    ...{ success: true, message: '', position: '0000000000000009', appointmentId: today.appointmentId },
    ...{ paymentStatus: 'Paid', eventId: 'event', undoUntil: null },
    ...{ money: { amount: 50_000, method: 'card' }, moved: { amount: 20_000, method: 'cash' } },
  });
  await user.click(screen.getByRole('button', { name: /^More for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
  const amount = await screen.findByRole('textbox', { name: 'Amount (₹)' });
  expect(amount).toHaveValue('700');
  await user.clear(amount);
  await user.type(amount, '200');
  await user.click(screen.getByRole('button', { name: '₹200.00 cash' }));
  expect(await screen.findByText('₹200.00 refunded')).toBeVisible();
  expect(sent[0]?.body).toEqual({ appointmentId: today.appointmentId, amount: 20_000, method: 'cash', seen: 'paid' });
});

test('what is paid in part is shown, said in the payment’s dialog, and asked about when the visit is cancelled', async () => {
  const part = { amount: 40_000, payments: [{ amount: 30_000, method: 'upi' as const }] };
  comes({ ...today, payment: 'Pay_later', money: part });
  const { user } = await shown();
  expect(screen.getAllByText('₹300.00 is paid already')[0]).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel Appointment: Nov 21, 11:00 AM' }));
  const question = within(await screen.findByRole('dialog', { name: 'Cancel this appointment?' }));
  expect(question.getByText(/₹300\.00 is paid\.$/)).toBeVisible();
  const sent = answer('updateAppointmentStatusAsAdmin', {
    ...{ success: true, message: '', position: '0000000000000009', appointmentId: today.appointmentId },
    ...{ eventId: testId(700), undoUntil: '2026-11-21T23:00:00.000Z', status: 'Cancelled' },
  });
  await user.click(question.getByRole('button', { name: 'Cancel, Not Refunded' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ money: 'notRefunded' }));
});

test('a paid visit is cancelled with what becomes of the money', async () => {
  comes(today);
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Cancel Appointment: Nov 21, 11:00 AM' }));
  const requests = answer('updateAppointmentStatusAsAdmin', {
    ...{ success: true, message: '', position: '0000000000000009', appointmentId: today.appointmentId },
    ...{ eventId: testId(700), undoUntil: '2026-11-21T23:00:00.000Z', status: 'Cancelled' },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel and Refund' }));
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ status: 'Cancelled', money: 'refunded' }));
});

test('of a visit that is being moved nothing is done; moved twice opens where it was; who is called is not moved', async () => {
  const moves = [20, 19].map((day) => ({
    ...{ date: `2026-11-${day}`, time: '10:00', pocName: 'Dr. Asha Menon', movedBy: 'Front Desk 1' },
    movedAt: `2026-11-${day}T05:00:00.000Z`,
  }));
  comes({ ...today, moves, movingTo: { pocId: testId(200), date: '2026-11-25', time: '09:00', by: 'Desk' } });
  const { user } = await shown();
  expect(screen.getByText('Moving…')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Move…|Arrived|Cancel/ })).not.toBeInTheDocument();
  await user.click(screen.getByText('moved twice'));
  expect(screen.getByText(/Fri, Nov 20, 10:00 AM, Dr\. Asha Menon/)).toBeVisible();
});

test('who is called is not moved before the call is withdrawn', async () => {
  const call = { room: 'Room 4', calledAt: '2026-11-21T05:20:00.000Z' };
  comes({ ...today, presence: { token: 3, arrivedAt: '10:50', call } });
  await shown();
  expect(screen.getByText('Called, token 3, Room 4')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Move…: Nov 21, 11:00 AM' })).toBeDisabled();
});

describe('another record of the same person', () => {
  const other = {
    ...meera,
    ...{ userId: testId(39), name: 'Mira Nair', phone: '919845000000', email: null, location: 'Mumbai' },
  };
  beforeEach(() => {
    answer('listSamePerson', {
      people: [
        { userId: other.userId, name: 'Mira Nair', phone: '919845000000', location: null, same: ['name', 'bornOn'] },
      ],
    });
    answer('getPatientOverview', ({ body: { userId } }) => (userId === other.userId ? other : meera));
  });

  test('is proposed, compared, and merged with the chosen details and a reason', async () => {
    const requests = answer('mergePatients', {
      ...{ success: true, message: 'Records merged.', position: '0000000000000009' },
      ...{ userId: meera.userId, mergeId: 'merge', undoUntil: new Date(Date.now() + 300_000).toISOString() },
    } as const);
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Compare: Mira Nair' }));
    const dialog = await screen.findByRole('dialog', { name: /Same Person/ });
    await user.click(await within(dialog).findByRole('radio', { name: 'Mira Nair' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Mumbai' }));
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
    expect(within(dialog).getByText('Please give a reason.')).toBeVisible();
    expect(await axe(dialog)).toHaveNoViolations();
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'One person');
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
    await screen.findByText('Records merged');
    expect(requests.map(({ body }) => body)).toEqual([
      {
        ...{ userId: meera.userId, otherId: other.userId, reason: 'One person' },
        fromOther: ['name', 'location'],
      },
    ]);
    expect(screen.getByRole('button', { name: /Undo/ })).toBeVisible();
  });

  test('is chosen by a search where none is proposed', async () => {
    answer('listSamePerson', { people: [] });
    const found = { userId: other.userId, name: 'Mira Nair', phone: null, location: null, family: null };
    answer('searchPatients', {
      today: '2026-11-20',
      people: [meera, other].map(({ userId, name }) => ({ ...found, userId, name, next: null, lastVisit: null })),
      hasMore: false,
    });
    const { user } = await shown();
    await user.click(screen.getByRole('button', { name: 'Same person as …' }));
    const dialog = await screen.findByRole('dialog', { name: /Same Person As/ });
    await user.click(within(dialog).getByRole('button', { name: 'Compare' }));
    expect(within(dialog).getByText('Please choose a patient.')).toBeVisible();
    await user.type(within(dialog).getByRole('combobox', { name: 'Patient' }), 'nair');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Mira Nair']);
    await user.click(screen.getByRole('option', { name: 'Mira Nair' }));
    await user.click(within(dialog).getByRole('button', { name: 'Compare' }));
    expect(await screen.findByRole('radio', { name: 'Mumbai' })).toBeInTheDocument();
  });

  test('is split again with a reason; an auditor only sees it', async () => {
    answer('listSamePerson', { people: [] });
    const record = {
      name: 'Mira Nair',
      phone: null,
      uhid: 'H77',
      mergedAt: '2026-11-20T08:00:00.000Z',
      mergedBy: 'Anu',
    };
    const [visit = '', kept = ''] = ['01', '02'].map(
      (id) => `01J000000000000000000000D1_20261130_01J000000000000000000000${id}`,
    );
    const since = [visit, kept].map((appointmentId, index) => {
      return { appointmentId, date: '2026-11-30', time: `0${9 + index}:00`.slice(-5), pocName: 'Dr. Asha Rao' };
    });
    const merged = [
      { mergeId: 'merge', userId: testId(35), ...record, ownName: meera.name, visits: 2, chosen: [], since },
    ];
    answer('getPatientOverview', { ...meera, merged });
    const requests = answer('splitPatient', { success: true, message: 'Records split.', position: '0000000000000009' });
    const { user } = await shown();
    await user.click(screen.getByRole('button', { name: 'Split: Mira Nair' }));
    const dialog = await screen.findByRole('dialog', { name: /Split Mira Nair/ });
    expect(dialog).toHaveTextContent('2 visits booked for this record go back to it.');
    const [first, second] = within(dialog).getAllByRole('radiogroup');
    // The name on the visits is that of the record that stands.
    expect(within(second as HTMLElement).getByRole('radio', { name: meera.name ?? '' })).toBeChecked();
    await user.click(within(first as HTMLElement).getByRole('radio', { name: 'Mira Nair' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Sisters');
    await user.click(within(dialog).getByRole('button', { name: 'Split' }));
    await screen.findByText('Records split');
    expect(requests[0]?.body).toEqual({ userId: meera.userId, mergeId: 'merge', reason: 'Sisters', visits: [visit] });
  });

  test('is only shown to an auditor', async () => {
    await shown(anAuditor);
    expect(await screen.findByText('Mira Nair')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Compare: Mira Nair' })).toBeNull();
  });
});

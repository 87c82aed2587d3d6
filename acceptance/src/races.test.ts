import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { demoData } from './testing/demo-data.ts';
import { eventsIn } from './testing/event-file.ts';
import { type Answered, paidDirectVisit, type SignedIn, signIn } from './testing/http-caller.ts';
import { type Product, removeData, startProduct } from './testing/processes/product.ts';

/** "50 parallel bookings for a slot of capacity 3", over HTTP, by two administrators at once. */

let product: Product;
let admins: readonly [SignedIn, SignedIn];
let pocId: string;
let patients: string[];
let dataDir: string;
const today = clinicNow(Date.now(), 'Asia/Kolkata').date;

type Booking = RequestInputOf<'createAppointment'>;
const bookingOf = (patient: number, date: string, time: string): Booking => ({
  clientId: admins[0].user.clientId,
  pocId,
  userId: patients[patient] ?? '',
  date,
  time,
  ...paidDirectVisit,
});
/** Far enough ahead that the demo has nothing there; by Dr. Asha Menon's hours a slot has three places. */
const emptyDay = (index: number): string => addDays(today, 30 + index);
const dayEvents = (date: string) => eventsIn(dataDir, streams.doctorDay(pocId, date));

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir);
  const emails = ['admin@sunrise.example', 'desk2@sunrise.example'] as const;
  admins = [await signIn(product.url, emails[0]), await signIn(product.url, emails[1])];
  const { clientId } = admins[0].user;
  const doctors = (await admins[0].call('listDoctorsOfClient', { clientId })).reply();
  pocId = doctors.find(({ pocName }) => pocName === 'Dr. Asha Menon')?.pocId ?? '';
  const saved = Array.from({ length: 50 }, (_, index) => {
    const own = { name: `Patient ${index}`, phone: `9190000010${index + 10}`, email: 'p@x.example', location: 'Pune' };
    return admins[0].call('saveUser', { ...own, clientId });
  });
  patients = (await Promise.all(saved)).map((answer) => answer.reply().userId);
  expect(new Set(patients).size).toBe(50);
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

describe('50 parallel bookings for a slot of capacity 3', () => {
  const date = emptyDay(0);
  const bookAll = (): Promise<Answered<'createAppointment'>[]> =>
    Promise.all(
      patients.map((_, index) =>
        (admins[index % 2] ?? admins[0]).call('createAppointment', bookingOf(index, date, '09:00'), {
          'Idempotency-Key': `parallel-booking-${index}`,
        }),
      ),
    );
  /** A response without the request's id. */
  const summary = (answer: Answered<'createAppointment'>): unknown =>
    answer.status === 200 ? answer.reply() : { ...answer.failure(), requestId: '' };
  let first: Answered<'createAppointment'>[];

  test('exactly 3 are booked, 47 answer 409 slot.full with free times', async () => {
    first = await bookAll();
    const booked = first.filter(({ status }) => status === 200);
    expect(booked).toHaveLength(3);
    expect(new Set(booked.map((answer) => answer.reply().appointmentId)).size).toBe(3);
    for (const answer of first.filter(({ status }) => status !== 200)) {
      const { code, details, message } = answer.failure();
      expect({ status: answer.status, code, message }).toEqual({
        status: 409,
        code: 'slot.full',
        message: 'This time was taken a moment ago.',
      });
      expect(details?.freeTimes?.length).toBeGreaterThan(0);
      expect(details?.freeTimes).not.toContainEqual(expect.objectContaining({ date, time: '09:00' }));
      expect(details?.freeTimes).toContainEqual({ date, time: '09:30', left: 3 });
    }
    const events = await dayEvents(date);
    expect(events.filter(({ type }) => type === 'AppointmentBooked')).toHaveLength(3);
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index));
  });

  test('the same 50 sent again with the same keys: the same answers, nothing appended', async () => {
    const before = await dayEvents(date);
    const again = await bookAll();
    expect(again.map(summary)).toEqual(first.map(summary));
    expect(await dayEvents(date)).toEqual(before);
  });

  test('a key belongs to its account, its call and its body', async () => {
    const winner = first.findIndex(({ status }) => status === 200);
    const key = { 'Idempotency-Key': `parallel-booking-${winner}` };
    const by = admins[winner % 2] ?? admins[0];
    const otherAdmin = admins[(winner + 1) % 2] ?? admins[0];
    const otherBody = await by.call('createAppointment', bookingOf(winner, date, '09:30'), key);
    expect(otherBody.failure()).toMatchObject({ code: 'key.reused' });
    expect(otherBody.status).toBe(422);
    const byOther = await otherAdmin.call('createAppointment', bookingOf(winner, date, '09:30'), key);
    expect(byOther.reply().appointmentId).not.toBe(first[winner]?.reply().appointmentId);
  });
});

test('one click on an offered time books it', async () => {
  const date = emptyDay(1);
  for (const patient of [0, 1, 2])
    (await admins[0].call('createAppointment', bookingOf(patient, date, '08:00'))).reply();
  const lost = await admins[1].call('createAppointment', bookingOf(3, date, '08:00'));
  const [offered] = lost.failure().details?.freeTimes ?? [];
  if (!offered) throw new Error('Nothing was offered.');
  const booked = await admins[1].call('createAppointment', bookingOf(3, offered.date, offered.time));
  expect(booked.status).toBe(200);
});

describe("a cancelled booking's index", () => {
  const date = emptyDay(2);

  test('goes to somebody else, and undoing the cancellation is refused while the slot is full', async () => {
    const [admin, otherAdmin] = admins;
    const made = [];
    for (const patient of [0, 1, 2])
      made.push((await admin.call('createAppointment', bookingOf(patient, date, '10:00'))).reply());
    const appointmentId = made[0]?.appointmentId ?? '';
    const cancelled = (
      await admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Cancelled' })
    ).reply();
    const successor = (await otherAdmin.call('createAppointment', bookingOf(3, date, '10:00'))).reply();

    const undo = { appointmentId, status: 'Confirmed', undo: cancelled.eventId ?? '' } as const;
    const refused = await admin.call('updateAppointmentStatusAsAdmin', undo);
    expect({ status: refused.status, code: refused.failure().code }).toEqual({ status: 409, code: 'slot.full' });

    await otherAdmin.call('updateAppointmentStatusAsAdmin', {
      appointmentId: successor.appointmentId,
      status: 'Cancelled',
    });
    const undone = (await admin.call('updateAppointmentStatusAsAdmin', undo)).reply();
    expect(undone).toMatchObject({ status: 'Confirmed', message: 'Undo successful! Status reverted to Confirmed' });
  });

  test('is given once, whoever asks for it at the same moment', async () => {
    const time = '11:00';
    const made = [];
    for (const patient of [0, 1, 2])
      made.push((await admins[0].call('createAppointment', bookingOf(patient, date, time))).reply());
    const appointmentId = made[0]?.appointmentId ?? '';
    const cancelled = (
      await admins[0].call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Cancelled' })
    ).reply();
    const undo = { appointmentId, status: 'Confirmed', undo: cancelled.eventId ?? '' } as const;
    const answers = await Promise.all([
      admins[0].call('updateAppointmentStatusAsAdmin', undo),
      ...Array.from({ length: 20 }, (_, index) =>
        admins[1].call('createAppointment', bookingOf(index + 4, date, time)),
      ),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(answer.failure().code).toBe('slot.full');
  });
});

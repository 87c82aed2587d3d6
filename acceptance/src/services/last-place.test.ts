import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import { runs } from '@dayline/contracts/testing/trials';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { eventually } from '../testing/event-file.ts';
import { callerAt, type SignedIn } from '../testing/http-caller.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { type Services, startServices } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';
import { everyDay, hours } from '../testing/started-clinic.ts';

/**
 * Two command services on EventStoreDB: the second takes the last place of a slot; the first, whose copy of the day is
 * older than a second by then, is asked for the same place amid bookings of the full day before, whose refusal reads
 * the day too. The same for a session's list, and for a day that the hospital closes meanwhile.
 */

const eventStore = await startEventStore();
const folder = temporaryData();
const env = { EVENT_STORE_URL: eventStore.url, DATA_DIR: folder };
/** How long a process answers from its copy of a stream, in ms. */
const copyLifetimeMs = 1_000;
const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
/** Two days each; booking is open for 60. */
const rounds = runs(4, 28);
const time = '09:00';
/** The time of the session whose list of first visits has one place a day. */
const sessionTime = '10:00';
let services: Services;
let clinic: SmallClinic;
/** Through the front, which reads. */
let admin: SignedIn;
/** The same administrator at each command service. */
let desks: readonly ReturnType<typeof callerAt>[];
const userIds: string[] = [];

beforeAll(async () => {
  clinic = await prepareSmallClinic(env);
  services = await startServices({ commands: 2, queries: 1, projectors: 1 }, env);
  const url = services.fronts[0]?.url ?? '';
  admin = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
  desks = services.commands.map(({ url }) => callerAt(url, admin.cookie));
  const special = { ...hours(sessionTime, '12:00', 40), slotDuration: 120, name: 'Special', quota: { first: 1 } };
  const schedule = everyDay(hours(time, '09:30', 2)).map((day) => ({
    ...day,
    timeIntervals: [...day.timeIntervals, special],
    pocId: clinic.pocId,
  }));
  (await admin.call('updateSchedule', { schedule })).reply();
  const person = { phone: '919876543210', email: 'p@x.example', location: 'Pune', clientId: clinic.clientId };
  const names = ['Kavya Pillai', 'Asha Nair', 'Meera Iyer'];
  for (const name of names) userIds.push((await admin.call('saveUser', { ...person, name })).reply().userId);
});
afterAll(async () => {
  await services?.stop();
  await eventStore.stop();
  removeData(folder);
});

const answered = async (desk: number, date: string, patient: number, at = time, headers = {}) => {
  const { clientId, pocId } = clinic;
  const userId = userIds[patient] ?? '';
  const booking = { clientId, pocId, userId, date, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  return await desks[desk]?.call('createAppointment', { ...booking, time: at }, headers);
};
const book = async (desk: number, date: string, patient: number, key?: string) =>
  (await answered(desk, date, patient, time, key === undefined ? {} : { 'idempotency-key': key }))?.status;
/** Until each process's cached copies have expired. */
const expireCopies = () => {
  const from = performance.now();
  return eventually('the copies are old', async () => performance.now() - from > copyLifetimeMs);
};

/** The full day of a round, and the day after it, with one place left. */
const daysOf = (round: number): readonly [string, string] => [
  addDays(today, 2 + 2 * round),
  addDays(today, 3 + 2 * round),
];
const all = Array.from({ length: rounds }, (_, round) => round);

test('no slot of two takes a third booking, and no command is carried out twice', async () => {
  for (const round of all) {
    const [full, next] = daysOf(round);
    for (const patient of [0, 1]) expect(await book(0, full, patient)).toBe(200);
    expect(await book(0, next, 0)).toBe(200);
    expect(await book(1, next, 1, `last-place-${round}`)).toBe(200);
  }
  await expireCopies();
  for (const round of all) {
    const [full, next] = daysOf(round);
    const refused = () => Array.from({ length: 3 }, () => book(0, full, 2));
    // Every second round retries the other process's command with its key instead.
    const isRepeated = round % 2 === 1;
    const before = refused();
    const attempt = isRepeated ? book(0, next, 1, `last-place-${round}`) : book(0, next, 2);
    await Promise.all([...before, ...refused()]);
    expect(await attempt).toBe(isRepeated ? 200 : 409);
  }
  await atStores(env, async ({ log }) => {
    for (const round of all) {
      const [, next] = daysOf(round);
      const types = (await log.readStream(streams.doctorDay(clinic.pocId, next))).map(({ type }) => type);
      const booking = ['AppointmentBooked', 'AppointmentPaymentRecorded'];
      expect(types).toEqual(['SlotsPlanned', ...booking, ...booking]);
    }
  });
});

test('the last place of a session’s list goes to one of two processes that book it at once', async () => {
  for (const round of all) {
    const [date] = daysOf(round);
    const answers = await Promise.all([0, 1].map((desk) => answered(desk, date, desk, sessionTime)));
    const refused = answers.filter((answer) => answer?.status !== 200);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.failure()).toMatchObject({ code: 'session.list-full', details: { list: 'first' } });
  }
});

test('a hospital day that one process sets while the other books: who slipped in is listed, and later nobody gets in', async () => {
  const { clientId } = clinic;
  for (const round of all) {
    const [, date] = daysOf(round);
    const [set, slipped] = await Promise.all([
      desks[0]?.call('setHospitalDay', { clientId, date, name: 'Founders', open: [] }),
      answered(1, date, 2, sessionTime),
    ]);
    expect(set?.status).toBe(200);
    await expireCopies();
    expect((await answered(1, date, 0, sessionTime))?.failure()).toMatchObject({ code: 'slot.unknown' });
    // Two were booked earlier, at another time.
    const booked = 2 + (slipped?.status === 200 ? 1 : 0);
    await eventually('who is booked is listed beside the day', async () => {
      const { days } = (await admin.call('listHospitalDays', { clientId })).reply();
      return days.find((day) => day.date === date)?.booked === booked;
    });
  }
});

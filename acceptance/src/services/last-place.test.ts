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
 * Two command services on EventStoreDB: the second takes the last place of a slot, and the first, whose copy of the day
 * is older than a second by then, is asked for it amid bookings of the full day before, whose refusal reads the day too.
 */

const eventStore = await startEventStore();
const folder = temporaryData();
const env = { EVENT_STORE_URL: eventStore.url, DATA_DIR: folder };
/** How long a process answers from its copy of a stream, in ms. */
const copyLasts = 1_000;
/** Two days each; booking is open for 60. */
const rounds = runs(4, 28);
const time = '09:00';
let services: Services;
let clinic: SmallClinic;
/** The same administrator at each command service. */
let desks: readonly ReturnType<typeof callerAt>[];
const userIds: string[] = [];

beforeAll(async () => {
  clinic = await prepareSmallClinic(env);
  services = await startServices({ commands: 2, queries: 1, projectors: 1 }, env);
  const admin: SignedIn = await clinic.signIn(services.fronts[0]?.url ?? '');
  desks = services.commands.map(({ url }) => callerAt(url, admin.cookie));
  const schedule = everyDay(hours(time, '09:30', 2)).map((day) => ({
    ...day,
    timeIntervals: [...day.timeIntervals],
    pocId: clinic.pocId,
  }));
  (await admin.call('updateSchedule', { schedule })).reply();
  const person = { phone: '919876543210', email: 'p@x.example', location: 'Pune', clientId: clinic.clientId };
  const names = ['Kavya Pillai', 'Asha Nair', 'Meera Iyer'];
  for (const name of names) userIds.push((await admin.call('saveUser', { ...person, name })).reply().userId);
}, 120_000);
afterAll(async () => {
  await services?.stop();
  await eventStore.stop();
  removeData(folder);
});

const book = async (desk: number, date: string, patient: number, key?: string) => {
  const { clientId, pocId } = clinic;
  const userId = userIds[patient] ?? '';
  const booking = { clientId, pocId, userId, date, time, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const answer = await desks[desk]?.call('createAppointment', booking, headers);
  return answer?.status;
};

/** The full day of a round, and the day after it, with one place left. */
const daysOf = (round: number): readonly [string, string] => {
  const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
  return [addDays(today, 2 + 2 * round), addDays(today, 3 + 2 * round)];
};
const all = Array.from({ length: rounds }, (_, round) => round);

test('no slot of two takes a third booking, and no command is carried out twice', async () => {
  for (const round of all) {
    const [full, next] = daysOf(round);
    for (const patient of [0, 1]) expect(await book(0, full, patient)).toBe(200);
    expect(await book(0, next, 0)).toBe(200);
    expect(await book(1, next, 1, `last-place-${round}`)).toBe(200);
  }
  const taken = performance.now();
  await eventually('the first process’s copies are old', async () => performance.now() - taken > copyLasts);
  for (const round of all) {
    const [full, next] = daysOf(round);
    const refused = () => Array.from({ length: 3 }, () => book(0, full, 2));
    // Every second round repeats the other process's command by its key instead.
    const isRepeated = round % 2 === 1;
    const before = refused();
    const asked = isRepeated ? book(0, next, 1, `last-place-${round}`) : book(0, next, 2);
    await Promise.all([...before, ...refused()]);
    expect(await asked).toBe(isRepeated ? 200 : 409);
  }
  await atStores(env, async ({ log }) => {
    for (const round of all) {
      const [, next] = daysOf(round);
      const types = (await log.readStream(streams.doctorDay(clinic.pocId, next))).map(({ type }) => type);
      const booking = ['AppointmentBooked', 'AppointmentPaymentRecorded'];
      expect(types).toEqual(['SlotsPlanned', ...booking, ...booking]);
    }
  });
}, 120_000);

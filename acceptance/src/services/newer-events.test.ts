import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import { send } from '@dayline/http/testing/send';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { eventually } from '../testing/event-file.ts';
import { paidDirectVisit, readAfter, type SignedIn } from '../testing/http-caller.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { type Services, startServices } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

/** Services of this build on a log to which a newer build has appended. */

const folder = temporaryData();
const env = { DATA_DIR: folder };
let services: Services;
let clinic: SmallClinic;
let admin: SignedIn;
let userId: string;
const inDays = (days: number): string => addDays(clinicNow(Date.now(), 'Asia/Kolkata').date, days);

beforeAll(async () => {
  clinic = await prepareSmallClinic(env);
  services = await startServices({ commands: 1, queries: 1, projectors: 1 }, env);
  admin = await clinic.signIn(services.fronts[0]?.url ?? '');
  const person = { name: 'Kavya Pillai', phone: '919876543210', email: 'p@x.example', location: 'Pune' };
  userId = (await admin.call('saveUser', { ...person, clientId: clinic.clientId })).reply().userId;
});
afterAll(async () => {
  await services?.stop();
  removeData(folder);
});

const book = (date: string) =>
  admin.call('createAppointment', {
    clientId: clinic.clientId,
    pocId: clinic.pocId,
    userId,
    date,
    time: '09:00',
    ...paidDirectVisit,
  });
const readiness = async ({ url }: { readonly url: string }) => {
  const { status, text } = await send(url, { method: 'GET', path: '/readyz' });
  return { status, problems: String(JSON.parse(text).problems) };
};

/** Appends to a day, as a newer build would. */
const appendNewer = (date: string, type: string, schemaVersion: number): Promise<void> =>
  atStores(env, async ({ log }) => {
    const stream = streams.doctorDay(clinic.pocId, date);
    const last = (await log.readStream(stream)).at(-1);
    if (!last) throw new Error('The day has no events.');
    const metadata = { ...last.metadata, schemaVersion, keyIds: [], chain: 'of a newer build' };
    const event = { id: newUlid({ now: Date.now }), type, data: { room: '4' }, metadata };
    await log.append(stream, last.revision, [event]);
  });

test('what reads a newer event is 503, whether its type or its version is newer; the rest is served', async () => {
  const newer = [
    { date: inDays(3), type: 'SomethingNewer', version: 1 },
    { date: inDays(4), type: 'DayUnblocked', version: 2 },
  ] as const;
  const booked = [];
  for (const day of newer) booked.push({ ...day, ...(await book(day.date)).reply() });
  // Both are in the views.
  const list = { clientId: clinic.clientId };
  await admin.call('listAppointmentDetailsOfClient', list, readAfter(booked[1]?.position ?? null));

  for (const { date, type, version, appointmentId } of booked) {
    await appendNewer(date, type, version);
    const why = `this process is older than the log: it doesn't know ${type}, version ${version}`;
    expect((await book(date)).status).toBe(503);
    const mark = { appointmentId, status: 'Cancelled' } as const;
    expect((await admin.call('updateAppointmentStatusAsAdmin', mark)).status).toBe(503);
    expect((await admin.call('getAppointmentStory', { appointmentId })).status).toBe(503);
    for (const process of [...services.commands, ...services.queries]) {
      expect(await readiness(process)).toEqual({ status: 503, problems: expect.stringContaining(why) });
    }
  }
  expect((await book(inDays(5))).status).toBe(200);
  const stopped = await eventually('the projector has stopped before it', async () => {
    const { problems } = await readiness(services.projectors[0] ?? { url: '' });
    return problems.includes('this projector is older than the log') && problems;
  });
  expect(stopped).toContain('unknown event SomethingNewer');
});

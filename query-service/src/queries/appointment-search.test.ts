import { addDays } from '@dayline/contracts/clinic/clinic-time';
import {
  type AppointmentDetail,
  appointmentDetailSchema,
} from '@dayline/contracts/endpoints/appointments/appointments';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import { addPatient, book, frontDesk, lakeside, mark, openSunrise, sunrise, today } from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha, vikram, rohan, meera } = sunrise;
const rohini = testId(71);

/** More appointments for one name than are sorted at once, and a few for other names, far apart. */
const common = 2_040;
beforeAll(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
  await addPatient(clinic, clientId, rohini, 'Rohini Nair', '919876543299');
  for (let at = 0; at < common; at += 1) await book(clinic, placed(at, rohan));
  for (let at = 0; at < 30; at += 1) {
    const booking = await book(clinic, placed(at * 60, at % 3 === 0 ? rohini : meera));
    if (at % 2 === 0) await mark(clinic, booking, 'Availed');
  }
  await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
  await clinic.project();
});
afterAll(() => clinic.close());

const placed = (at: number, patientId: string) => ({
  patientId,
  pocId: at % 2 === 0 ? asha : vikram,
  date: addDays(today, at % 40),
  time: at % 3 === 0 ? '09:00' : '10:30',
});

type Filter = { readonly status?: 'Confirmed' | 'Availed'; readonly sort?: 'oldest' };
const list = (search: string, more: object = {}) =>
  desk.reply('listAppointmentDetailsOfClient', { clientId, search, ...more });
/** The expected result of a search, filtered from pages of the whole list. */
async function expectedOf(name: RegExp, filter: Filter): Promise<string[]> {
  const found: AppointmentDetail[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list('', { ...filter, pageSize: 200, ...(cursor && { cursor }) });
    found.push(...page.body.filter(({ UserName }) => name.test(UserName ?? '')));
    cursor = page.next ?? null;
  }
  return ids(found);
}
const ids = (rows: readonly AppointmentDetail[]) => rows.map((row) => row.AppointmentId);

test.each<[string, string, RegExp, Filter]>([
  ['a name of few', 'meera', /meera/i, {}],
  ['a part of several names, in capitals', ' NAI', /nai/i, {}],
  ['a status of few', 'nair', /nair/i, { status: 'Availed' }],
  ['oldest first', 'nair', /nair/i, { sort: 'oldest' }],
  ['a name of many', 'rohan', /rohan/i, {}],
  ['a part of a common and a rare name', 'roh', /roh/i, { status: 'Confirmed', sort: 'oldest' }],
  ['two letters', 'oh', /oh/i, {}],
  ['a name in nobody', 'nobody', /nobody/, {}],
])('finds the same on every way to a page: %s', async (_what, search, name, filter) => {
  const expected = await expectedOf(name, filter);
  const pageSize = 4;
  const paged = { ...filter, pageSize };
  const total = expected.length;
  const second = expected.slice(pageSize, 2 * pageSize);
  const first = await list(search, { ...paged, page: 1 });
  expect([ids(first.body), first.total]).toEqual([expected.slice(0, pageSize), total]);
  if (first.next) {
    const next = await list(search, { ...paged, cursor: first.next });
    expect([ids(next.body), next.total]).toEqual([second, total]);
  }
  const byNumber = await list(search, { ...paged, page: 2 });
  expect([ids(byNumber.body), byNumber.total]).toEqual([second, total]);
  const last = await list(search, { ...paged, page: -1 });
  const lastPageSize = total % pageSize || Math.min(pageSize, total);
  expect([ids(last.body), last.total, last.next]).toEqual([expected.slice(total - lastPageSize), total, null]);
  const whole = await list(search, filter);
  expect(whole.total).toBe(total);
  const rows: unknown[] = [...whole.body];
  for await (const piece of whole.pieces ?? []) rows.push(...piece);
  expect(ids(appointmentDetailSchema.array().parse(rows))).toEqual(expected);
});

test.each(['9876543212', 'patient@example', 'pune', 'canary', 'nair rohini menon'])(
  'finds by name and phone alone, in this client alone: %s',
  async (search) => {
    expect(await list(search, { page: 1 })).toMatchObject({ body: [], total: 0 });
    expect(await list(search)).toMatchObject({ body: [], total: 0 });
  },
);

test.each(['+91 98765 43211', '98765-43211', '09876543211', 'nair meera', 'MEERA 98765 43211'])(
  'finds Meera Nair by %s, on each way to a page',
  async (search) => {
    const expected = await expectedOf(/^Meera Nair$/, {});
    expect(expected.length).toBeGreaterThan(0);
    expect((await list(search, { page: 1 })).total).toBe(expected.length);
    expect(ids((await list(search)).body)).toEqual(expected);
  },
);

test('finds a name as it was corrected, and nobody who was erased', async () => {
  const corrected = { name: 'Rohini Saxena', email: null, location: null };
  const stream = streams.patient(rohini);
  await clinic.append(stream, clientId, frontDesk, { type: 'PatientDetailsCorrected', data: corrected });
  await clinic.project();
  expect([(await list('saxena', { page: 1 })).total, (await list('nair', { page: 1 })).total]).toEqual([10, 20]);
  await clinic.append(stream, clientId, frontDesk, { type: 'PatientErased', data: {} });
  await clinic.project();
  expect(await list('saxena', { page: 1 })).toMatchObject({ body: [], total: 0 });
});

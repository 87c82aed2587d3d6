import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { appointmentDetailSchema } from '@dayline/contracts/endpoints/appointments/appointments';
import { endpoints } from '@dayline/contracts/endpoints/table';
import type { Pieces } from '@dayline/http/request/json-list';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import { addPatient, book, lakeside, mark, openSunrise, sunrise, today } from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha, vikram } = sunrise;

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

/** Twenty-five appointments, many with the same date and time. */
async function bookMany() {
  for (let at = 0; at < 25; at += 1) {
    const date = addDays(today, at % 3);
    const pocId = at % 2 === 0 ? asha : vikram;
    await book(clinic, {
      date,
      pocId,
      time: at % 5 === 0 ? '09:00' : '10:00',
      patientId: at % 4 ? sunrise.rohan : sunrise.meera,
    });
  }
  await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
  await clinic.project();
}

const places = (rows: readonly { AppointmentDate: string; AppointmentTime: string }[]) =>
  rows.map((row) => `${row.AppointmentDate} ${row.AppointmentTime}`);
const ids = (rows: readonly { AppointmentId: string }[]) => rows.map((row) => row.AppointmentId);

describe("a client's appointment details", () => {
  test('come newest date first, then by time', async () => {
    await bookMany();
    const newest = { clientId, status: 'Confirmed', sort: 'newest' } as const;
    const rows = await desk.body('listAppointmentDetailsOfClient', newest);
    expect(rows).toHaveLength(25);
    expect(places(rows)).toEqual([...places(rows)].sort().reverse());
    const oldest = await desk.body('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed', sort: 'oldest' });
    expect(ids(oldest)).toEqual(ids(rows).reverse());
    const visited = await book(clinic, { date: addDays(today, -1) });
    await mark(clinic, visited, 'Availed');
    const visitedLater = await book(clinic, { date: today });
    await mark(clinic, visitedLater, 'Availed');
    await clinic.project();
    expect(ids(await desk.body('listAppointmentDetailsOfClient', { clientId, status: 'Availed' }))).toEqual(
      ids([{ AppointmentId: visitedLater.appointmentId }, { AppointmentId: visited.appointmentId }]),
    );
  });

  test('"Confirmed lists begin with what is next: upcoming ascending, then unresolved ones, latest first"', async () => {
    for (const days of [2, -1, 0, -3, 1]) {
      await book(clinic, { date: addDays(today, days), time: '10:00' });
      await book(clinic, { date: addDays(today, days), time: '09:00' });
    }
    await clinic.project();
    const { body, total } = await desk.reply('listAppointmentDetailsOfClient', {
      clientId,
      status: 'Confirmed',
      page: 1,
    });
    expect(total).toBe(10);
    const on = (days: number, time: string) => `${addDays(today, days)} ${time}`;
    expect(places(body)).toEqual([
      on(0, '09:00'),
      on(0, '10:00'),
      on(1, '09:00'),
      on(1, '10:00'),
      on(2, '09:00'),
      on(2, '10:00'),
      on(-1, '10:00'),
      on(-1, '09:00'),
      on(-3, '10:00'),
      on(-3, '09:00'),
    ]);
    const ofDoctor = await desk.body('listAppointmentDetailsOfDoctor', { pocId: asha, status: 'Confirmed' });
    expect(places(ofDoctor)).toEqual(places(body));
    const unresolved = { clientId, status: 'Confirmed', to: addDays(today, -1), page: 1, pageSize: 1 } as const;
    expect(await desk.reply('listAppointmentDetailsOfClient', unresolved)).toMatchObject({ total: 4 });
  });

  test.each([1, 2, 3, 4, 5, 6])('have every row of both parts once, at %i a page', async (pageSize) => {
    for (const days of [1, 2, 3, -1, -2, -3]) await book(clinic, { date: addDays(today, days) });
    await clinic.project();
    for (const search of [undefined, 'rohan']) {
      const request = { clientId, status: 'Confirmed', pageSize, search } as const;
      const whole = ids(await desk.body('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' }));
      const byNumber: string[] = [];
      const byCursor: string[] = [];
      for (let page = 1; page <= Math.ceil(6 / pageSize); page += 1) {
        const { body, total } = await desk.reply('listAppointmentDetailsOfClient', { ...request, page });
        expect(total).toBe(6);
        byNumber.push(...ids(body));
      }
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await desk.reply('listAppointmentDetailsOfClient', { ...request, ...(cursor && { cursor }) });
        expect(page.total).toBe(6);
        byCursor.push(...ids(page.body));
        cursor = page.next ?? null;
      }
      const last = await desk.reply('listAppointmentDetailsOfClient', { ...request, page: -1 });
      expect({ byNumber, byCursor }).toEqual({ byNumber: whole, byCursor: whole });
      expect(ids(last.body)).toEqual(whole.slice(Math.floor((6 - 1) / pageSize) * pageSize));
      for (const page of [9, 1_000_000]) {
        const beyond = await desk.reply('listAppointmentDetailsOfClient', { ...request, page });
        expect(beyond).toMatchObject({ body: last.body, total: 6, next: null });
      }
    }
  });

  test('sort by the patient’s name for a status or a doctor, either way', async () => {
    await bookMany();
    for (const narrow of [{ status: 'Confirmed' }, { pocId: asha }] as const) {
      const rows = await desk.body('listAppointmentDetailsOfClient', { clientId, ...narrow, sort: 'a-z' });
      const names = rows.map((row) => row.UserName);
      expect(names).toEqual([...names].sort());
      expect(new Set(names).size).toBe(2);
      const back = await desk.body('listAppointmentDetailsOfClient', { clientId, ...narrow, sort: 'z-a' });
      expect(ids(back)).toEqual(ids(rows).reverse());
    }
    const { listAppointmentDetailsOfClient: call } = endpoints;
    expect(call.request.safeParse({ clientId, sort: 'a-z' }).error?.issues).toMatchObject([{ path: ['sort'] }]);
  });

  test('are narrowed to a doctor, a day, a time, or days from and to, each with its total', async () => {
    await bookMany();
    const all = await desk.body('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' });
    const from = addDays(today, 1);
    const cases: [object, (row: (typeof all)[number]) => boolean][] = [
      [{ pocId: vikram }, (row) => row.POC_ID === vikram],
      [{ date: today }, (row) => row.AppointmentDate === today],
      [{ time: '09:00' }, (row) => row.AppointmentTime === '09:00'],
      [{ from }, (row) => row.AppointmentDate >= from],
      [{ to: today }, (row) => row.AppointmentDate <= today],
      [
        { from, to: from, pocId: asha, time: '10:00' },
        (row) => row.AppointmentDate === from && row.POC_ID === asha && row.AppointmentTime === '10:00',
      ],
      [{ from: addDays(today, 2), to: today }, () => false],
    ];
    for (const [narrow, fits] of cases) {
      const request = { clientId, status: 'Confirmed', page: 1, pageSize: 50, ...narrow } as const;
      const { body, total } = await desk.reply('listAppointmentDetailsOfClient', request);
      expect({ narrow, ids: ids(body).sort(), total }).toEqual({
        narrow,
        ids: ids(all.filter(fits)).sort(),
        total: all.filter(fits).length,
      });
    }
    const hit = { pocId: asha, status: 'Confirmed', from: today, to: today } as const;
    const ofDoctor = await desk.reply('listAppointmentDetailsOfDoctor', { ...hit, page: 1 });
    expect(ofDoctor.total).toBe(all.filter((row) => row.POC_ID === asha && row.AppointmentDate === today).length);
    expect(await desk.body('countPaymentsOfDoctor', hit)).toMatchObject({ total: ofDoctor.total });
  });

  test('have every row once, whether paged by number, by cursor or from the end, under ties', async () => {
    await bookMany();
    const request = { clientId, status: 'Confirmed', pageSize: 10 } as const;
    const whole = ids(await desk.body('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' }));
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => desk.reply('listAppointmentDetailsOfClient', { ...request, page })),
    );
    expect(pages.slice(0, 3).flatMap(({ body }) => ids(body))).toEqual(whole);
    expect(pages[3]).toEqual(pages[2]);
    expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25]);
    const byCursor: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await desk.reply('listAppointmentDetailsOfClient', { ...request, ...(cursor && { cursor }) });
      byCursor.push(...ids(page.body));
      cursor = page.next ?? null;
    }
    expect(byCursor).toEqual(whole);
    const last = await desk.reply('listAppointmentDetailsOfClient', { ...request, page: -1 });
    expect(ids(last.body)).toEqual(whole.slice(20));
    expect(last.next).toBeNull();
  });

  test('are found by a part of the name, whatever its case, with their own total', async () => {
    await bookMany();
    const found = await desk.reply('listAppointmentDetailsOfClient', {
      clientId,
      search: ' MEER ',
      page: 1,
      pageSize: 3,
    });
    expect(found.total).toBe(7);
    expect(new Set(found.body.map((row) => row.UserName))).toEqual(new Set(['Meera Nair']));
    const nobody = await desk.reply('listAppointmentDetailsOfClient', { clientId, search: 'canary', page: 1 });
    expect(nobody).toMatchObject({ total: 0, body: [] });
  });

  test('join the names of doctor and branch, and fit the specification', async () => {
    await book(clinic, { branchId: 1, payment: 'Paid' });
    await clinic.project();
    const [row] = await desk.body('listAppointmentDetailsOfClient', { clientId });
    expect(row).toMatchObject({
      UserName: 'Rohan Kulkarni',
      UserContact: '919876543210',
      UserLocation: 'Pune',
      POCName: 'Dr. Asha Menon',
      Specialization: 'Cardiology',
      BranchID: 1,
      BranchName: 'Main Branch',
      Payment_Status: 'Paid',
      Status: 'Confirmed',
    });
  });

  test('refuse a cursor that no page handed out', async () => {
    await bookMany();
    for (const cursor of ['x', 'WzEsMl0', '', '0.x', '2.', '-1.']) {
      for (const status of ['Confirmed', 'Availed'] as const) {
        expect(await desk.ask('listAppointmentDetailsOfClient', { clientId, status, cursor })).toMatchObject({
          refused: 'request.invalid',
        });
      }
    }
  });

  test('are streamed when the whole list is long', async () => {
    for (let at = 0; at < 520; at += 1) await book(clinic, { date: addDays(today, at % 50), time: '09:30' });
    await clinic.project();
    const { pieces, total } = await desk.reply('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' });
    const rows = appointmentDetailSchema.array().parse(await rowsOf(pieces));
    expect(total).toBe(520);
    expect(new Set(ids(rows)).size).toBe(520);
    expect(places(rows)).toEqual([...places(rows)].sort());
  });
});

async function rowsOf(pieces: Pieces | undefined): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const piece of pieces ?? []) rows.push(...piece);
  return rows;
}

describe("a doctor's appointment details", () => {
  test('"Counts and lists by type leave cancelled ones out"', async () => {
    const cancelled = await book(clinic, { type: 'Tele Consultation', payment: 'Paid' });
    const kept = await book(clinic, { type: 'Tele Consultation', payment: 'Paid', time: '09:00' });
    await book(clinic, { type: 'Direct Consultation' });
    await mark(clinic, cancelled, 'Cancelled');
    await clinic.project();
    const byType = await desk.reply('listAppointmentDetailsOfDoctor', {
      pocId: asha,
      type: 'Tele Consultation',
      page: 1,
    });
    expect(ids(byType.body)).toEqual([kept.appointmentId]);
    expect(byType.total).toBe(1);
    expect(await desk.body('countAppointmentsByType', { pocId: asha, type: 'Tele Consultation' })).toEqual({
      count: 1,
    });
    const byStatus = await desk.body('listAppointmentDetailsOfDoctor', { pocId: asha, status: 'Cancelled' });
    expect(ids(byStatus)).toEqual([cancelled.appointmentId]);
  });

  test('have totals of paid and unpaid above them', async () => {
    await book(clinic, { payment: 'Paid' });
    await book(clinic, { payment: 'Pay_later' });
    await book(clinic, { payment: 'Pay_later', time: '09:00' });
    await book(clinic, { payment: 'Paid', pocId: vikram });
    await clinic.project();
    expect(await desk.body('countPaymentsOfDoctor', { pocId: asha, status: 'Confirmed' })).toEqual({
      total: 3,
      paid: 1,
      unpaid: 2,
    });
    const request = { pocId: asha, status: 'Confirmed', search: 'nobody' } as const;
    expect(await desk.body('countPaymentsOfDoctor', request)).toEqual({ total: 0, paid: 0, unpaid: 0 });
    expect(await desk.body('countPaymentsOfDoctor', { ...request, search: 'o' })).toMatchObject({ paid: 1 });
  });
});

describe("an auditor's search", () => {
  test('finds by patient, doctor and day', async () => {
    await bookMany();
    const search = (request: object) =>
      desk.reply('searchAuditAppointments', { clientId, page: 1, pageSize: 50, ...request });
    expect((await search({})).total).toBe(25);
    expect((await search({ pocId: vikram })).body).toHaveLength(12);
    expect((await search({ date: today })).total).toBe(9);
    const narrow = await search({ date: today, pocId: asha, search: 'rohan' });
    expect(narrow.total).toBe(narrow.body.length);
    expect(narrow.body.every((row) => row.POC_ID === asha && row.UserName === 'Rohan Kulkarni')).toBe(true);
  });

  test('takes the names as they stand at the answer', async () => {
    await book(clinic);
    await addPatient(clinic, clientId, testId(77), 'Zoya Khan', '919000000077');
    await book(clinic, { patientId: testId(77), time: '09:00' });
    await clinic.project();
    const found = await desk.body('searchAuditAppointments', { clientId, search: 'zoya' });
    expect(found.map((row) => row.UserName)).toEqual(['Zoya Khan']);
  });
});

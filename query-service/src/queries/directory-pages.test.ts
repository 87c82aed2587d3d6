import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import { endpoints, type ResponseOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { addDoctor, addPatient, book, frontDesk, lakeside, openSunrise, sunrise, today } from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId } = sunrise;
beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

describe('the users of a client', () => {
  test('are counted by the row of counts, erased ones left out', async () => {
    const before = await desk.reply('listUsers', { clientId, page: 1 });
    expect([before.total, before.body.map((row) => row.User_Name)]).toEqual([2, ['Meera Nair', 'Rohan Kulkarni']]);
    await clinic.append(streams.patient(sunrise.meera), clientId, frontDesk, { type: 'PatientErased', data: {} });
    await clinic.project();
    const after = await desk.reply('listUsers', { clientId, page: 1 });
    expect([after.total, after.body.map((row) => row.User_Name)]).toEqual([1, ['Rohan Kulkarni']]);
    expect((await desk.reply('listUsers', { clientId, search: 'meera' })).total).toBe(0);
    expect((await desk.reply('listUsers', { clientId: lakeside.clientId })).total).toBe(1);
  });

  test('are streamed whole when there are many, sorted either way', async () => {
    for (let number = 0; number < 1_001; number += 1) {
      const name = `P ${String(number).padStart(4, '0')}`;
      await addPatient(clinic, clientId, clinic.newId(), name, `9190000${String(number).padStart(5, '0')}`);
    }
    await clinic.project();
    const namesOf = async (sort: 'a-z' | 'z-a') => {
      const { pieces, total } = await desk.reply('listUsers', { clientId, sort });
      if (!pieces) throw new Error('Not streamed.');
      const rows: ResponseOf<'listUsers'> = [];
      for await (const piece of pieces) rows.push(...endpoints.listUsers.response.parse(piece));
      expect(total).toBe(rows.length);
      return rows.map((row) => row.User_Name);
    };
    const names = await namesOf('a-z');
    expect(names).toHaveLength(1_003);
    expect(names.slice(0, 3)).toEqual(['Meera Nair', 'P 0000', 'P 0001']);
    expect(await namesOf('z-a')).toEqual([...names].reverse());
    const near = await desk.reply('listUsers', { clientId, pageSize: 10, page: 50 });
    expect(near.body.map((row) => row.User_Name)).toEqual(names.slice(490, 500));
    const last = await desk.reply('listUsers', { clientId, pageSize: 10, page: -1 });
    expect(last.body.map((row) => row.User_Name)).toEqual(names.slice(1_000));
    expect(await desk.reply('listUsers', { clientId, pageSize: 10, page: 1_000_000 })).toEqual(last);
    const next = await desk.reply('listUsers', { clientId, pageSize: 10, cursor: near.next ?? '' });
    expect(next.body.map((row) => row.User_Name)).toEqual(names.slice(500, 510));
  });
});

test('a page past the end is the last one, also of short lists and of what is found', async () => {
  for (const name of ['listDepartmentsWithDoctors', 'listDoctorsOfClient', 'listUsers'] as const) {
    for (const search of ['', 'e', 'x'.repeat(1_000)]) {
      const last = await desk.reply(name, { clientId, search, pageSize: 1, page: -1 });
      expect(await desk.reply(name, { clientId, search, pageSize: 1, page: 1_000_000 })).toEqual(last);
      if (search.length > 1) expect([last.body, last.total]).toEqual([[], 0]);
    }
  }
});

describe("a client's doctors", () => {
  const rowOf = async (pocId: string) =>
    (await desk.body('listDoctorsOfClient', { clientId })).find((row) => row.pocId === pocId);

  test('have their branch, if they sit at one', async () => {
    const pocId = clinic.newId();
    await addDoctor(clinic, clientId, sunrise.cardiology, pocId, 'Dr. Branch Iyer');
    const sits = { type: 'DoctorBranchSet', data: { branchId: 2 } } as const;
    await clinic.project();
    expect(await rowOf(pocId)).not.toHaveProperty('branchId');
    await clinic.append(streams.doctor(pocId), clientId, frontDesk, sits);
    await clinic.project();
    expect(await rowOf(pocId)).toMatchObject({ branchId: 2 });
  });

  test('are found by their id in other systems, also under a new name', async () => {
    const pocId = clinic.newId();
    await addDoctor(clinic, clientId, sunrise.cardiology, pocId, 'Dr. Leela Iyer', 'SUN-114');
    await clinic.project();
    const found = async () =>
      (await desk.body('listDoctorsOfClient', { clientId, search: 'sun-114' })).map((row) => [
        row.pocName,
        row.externalId,
      ]);
    expect(await found()).toEqual([['Dr. Leela Iyer', 'SUN-114']]);
    await clinic.append(streams.doctor(pocId), clientId, frontDesk, {
      type: 'DoctorProfileRevised',
      data: { name: 'Dr. Leela Nair', qualification: null, location: null, experienceYears: null, contactNumber: null },
    });
    await clinic.project();
    expect(await found()).toEqual([['Dr. Leela Nair', 'SUN-114']]);
    const rows = await desk.body('listDoctorsOfDepartment', { clientId, departmentId: sunrise.cardiology });
    expect(rows.find((row) => row.POC_ID === pocId)?.External_POC_ID).toBe('SUN-114');
  });

  test('carry what is booked of today’s places by hour, and the next free place', async () => {
    await book(clinic, { time: '10:00' });
    await clinic.project();
    const asha = await rowOf(sunrise.asha);
    const picture = await desk.body('getDayPictureOfDoctor', { pocId: sunrise.asha });
    expect(asha?.today).toEqual({
      state: 'open',
      capacity: picture.placesToday,
      booked: 1,
      byHour: picture.byHour,
      blockedHours: [],
    });
    const times = await desk.body('listAvailableTimes', { pocId: sunrise.asha, date: today });
    expect(asha?.nextFree).toEqual({ date: today, time: times[0] });
  });

  test('carry as many of their next free times as are asked for, over days', async () => {
    const times = await desk.body('listAvailableTimes', { pocId: sunrise.asha, date: today });
    await clinic.append(streams.doctorDay(sunrise.asha, today), clientId, frontDesk, {
      type: 'SlotsBlocked',
      data: { spans: times.slice(1).map((time) => spanFrom(time, 30)), reason: null },
    });
    await clinic.project();
    const rows = await desk.body('listDoctorsOfClient', { clientId, freeTimes: 3 });
    const asha = rows.find(({ pocId }) => pocId === sunrise.asha);
    const [, next = ''] = await desk.body('listAvailableDates', { pocId: sunrise.asha });
    const later = await desk.body('listAvailableTimes', { pocId: sunrise.asha, date: next });
    expect(asha?.freeTimes).toEqual([
      { date: today, time: times[0] },
      ...later.slice(0, 2).map((time) => ({ date: next, time })),
    ]);
    expect(asha?.nextFree).toEqual(asha?.freeTimes?.[0]);
    expect(await rowOf(sunrise.asha)).not.toHaveProperty('freeTimes');
    const from = await desk.body('listDoctorsOfClient', { clientId, freeTimes: 2, freeFrom: next });
    expect(from.find(({ pocId }) => pocId === sunrise.asha)?.freeTimes).toEqual(
      later.slice(0, 2).map((time) => ({ date: next, time })),
    );
  });

  test('say which of their hours are blocked, and when the whole day is', async () => {
    const stream = streams.doctorDay(sunrise.asha, today);
    const block = (times: readonly string[]) =>
      clinic.append(stream, clientId, frontDesk, {
        type: 'SlotsBlocked',
        data: { spans: times.map((time) => spanFrom(time, 30)), reason: null },
      });
    await block(['09:00', '09:30', '10:00']);
    await clinic.project();
    expect((await rowOf(sunrise.asha))?.today).toMatchObject({ state: 'open', blockedHours: ['09'] });
    await block(['10:30']);
    await clinic.project();
    expect((await rowOf(sunrise.asha))?.today).toMatchObject({ state: 'blocked', blockedHours: ['09', '10'] });
  });

  test('have their next free place weeks ahead where all before is blocked, and none where nothing is free', async () => {
    const block = (date: string) =>
      clinic.append(streams.doctorDay(sunrise.asha, date), clientId, frontDesk, {
        type: 'DayBlocked',
        data: { reason: null },
      });
    for (let days = 0; days < 20; days += 1) await block(addDays(today, days));
    await clinic.project();
    const dates = await desk.body('listAvailableDates', { pocId: sunrise.asha });
    expect((await rowOf(sunrise.asha))?.nextFree?.date).toBe(dates[0]);
    expect(dates[0]).toBe(addDays(today, 20));
    for (let days = 20; days <= 60; days += 1) await block(addDays(today, days));
    await clinic.project();
    expect((await rowOf(sunrise.asha))?.nextFree).toBeNull();
  });
});

test('departments say how many doctors they have, searched whatever the case', async () => {
  expect(await desk.body('listDepartmentsWithDoctors', { clientId, search: 'CARD' })).toEqual([
    { departmentId: sunrise.cardiology, DepartmentName: 'Cardiology', NoOfPOCs: 2 },
  ]);
  expect(await desk.body('listDepartmentsWithDoctors', { clientId, search: 'dental' })).toEqual([]);
});

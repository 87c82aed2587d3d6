import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import type { TestClinic } from '../testing/clinic.ts';
import type { openViewReader } from '../testing/clinic-queries.ts';
import { openMongoDesk } from '../testing/plans.ts';
import { book, openSunrise, sunrise, today } from '../testing/sunrise.ts';

const { clientId, asha, vikram, rohan, meera } = sunrise;
type Call = (desk: ReturnType<typeof openViewReader>) => Promise<unknown>;

const ofClient =
  (more: object): Call =>
  (desk) =>
    desk.reply('listAppointmentDetailsOfClient', { clientId, pageSize: 5, ...more });
const ofDoctor =
  (more: object): Call =>
  (desk) =>
    desk.reply('listAppointmentDetailsOfDoctor', { pocId: asha, pageSize: 5, ...more });
const users =
  (more: object): Call =>
  (desk) =>
    desk.reply('listUsers', { clientId, pageSize: 5, ...more });

/** The page after that of a response. */
const next =
  (more: object): Call =>
  async (desk) => {
    const first = await desk.reply('listAppointmentDetailsOfClient', { clientId, pageSize: 5, page: 1, ...more });
    await ofClient({ ...more, cursor: first.next ?? '' })(desk);
  };

/** Which indexes a call's queries use, and which queries the server has to sort or scan. */
const calls: readonly [string, Call, readonly string[], { readonly sorts?: true; readonly looksThrough?: true }][] = [
  ['newest of a client', ofClient({ page: 1 }), ['find byClientDay'], {}],
  ['a far page', ofClient({ page: 20 }), ['find byClientDay'], { looksThrough: true }],
  ['the last page', ofClient({ page: -1 }), ['find byClientDay'], {}],
  ['the next page', next({}), ['find byClientDay'], {}],
  ['next of a status', ofClient({ status: 'Confirmed', page: 1 }), ['find byClientStatus'], {}],
  ['a status by name', ofClient({ status: 'Confirmed', sort: 'a-z', page: 1 }), ['find byClientStatusName'], {}],
  ['a day', ofClient({ date: today, page: 1 }), ['find byClientDay'], {}],
  ['a time', ofClient({ date: today, time: '09:00', page: 1 }), ['find byClientDay'], {}],
  [
    'some days',
    ofClient({ from: today, to: addDays(today, 9), page: 1 }),
    ['find byClientDay', 'count byClientDay'],
    {},
  ],
  [
    'a rare name',
    ofClient({ search: 'meera', page: 1 }),
    ['find bySearch', 'count byPatient', 'find byPatient'],
    { sorts: true, looksThrough: true },
  ],
  [
    'two letters',
    ofClient({ search: 'ee', page: 1 }),
    ['find byClientDay', 'count byClientDay'],
    { looksThrough: true },
  ],
  ['of a doctor', ofDoctor({ page: 1 }), ['find byDoctorDay'], {}],
  ['a doctor’s by name', ofDoctor({ sort: 'z-a', page: 1 }), ['find byDoctorDay'], { sorts: true, looksThrough: true }],
  ['a type', ofDoctor({ type: 'Direct Consultation', page: 1 }), ['find byDoctorDay'], { looksThrough: true }],
  [
    'a name at a doctor',
    ofDoctor({ search: 'meera', page: 1 }),
    ['find byDoctorDay', 'count byDoctorDay'],
    { looksThrough: true },
  ],
  [
    'payments',
    (desk) => desk.reply('countPaymentsOfDoctor', { pocId: asha }),
    ['count byDoctorDay'],
    { looksThrough: true },
  ],
  ['today at a client', (desk) => desk.reply('listTodaysAppointmentsOfClient', { clientId }), ['find byClientDay'], {}],
  [
    'today at a doctor',
    (desk) => desk.reply('listTodaysAppointmentsOfDoctor', { pocId: asha }),
    ['find byDoctorDay'],
    {},
  ],
  ['users', users({ page: 1 }), ['find bySearch'], {}],
  ['users by name', users({ search: 'meera', sort: 'z-a', page: 1 }), ['find bySearch'], { looksThrough: true }],
  [
    'a phone',
    (desk) => desk.reply('verifyUser', { phone: '919876543211', clientId }),
    ['find byPhone', 'find people'],
    {},
  ],
  ['a patient', (desk) => desk.reply('getPatientOverview', { userId: rohan }), ['find byPatient'], {}],
  ['a family', (desk) => desk.reply('getPatientFamily', { userId: rohan }), ['find byPhone', 'find people'], {}],
  [
    'people',
    (desk) => desk.reply('searchPatients', { clientId, search: 'mera' }),
    ['find people', 'find byPatient', 'find byPhone'],
    { looksThrough: true },
  ],
  ['visitors', (desk) => desk.reply('getDoctor', { pocId: asha }), ['count byDoctor', 'find byDoctor'], {}],
  ['dates', (desk) => desk.reply('listAvailableDates', { pocId: asha }), ['find byDoctor'], {}],
  ['the day by hour', (desk) => desk.reply('getDayPictureOfClient', { clientId }), ['find byClientStatus'], {}],
];

await describeOnMongodb('plans of the desk in MongoDB', (server) => {
  let clinic: TestClinic;
  let mongoDesk: Awaited<ReturnType<typeof openMongoDesk>>;

  beforeAll(async () => {
    clinic = await openSunrise();
    for (let at = 0; at < 400; at += 1) {
      await book(clinic, {
        patientId: at % 25 === 0 ? meera : rohan,
        pocId: at % 2 === 0 ? asha : vikram,
        date: addDays(today, at % 40),
        time: at % 3 === 0 ? '09:00' : '10:30',
      });
    }
    mongoDesk = await openMongoDesk(clinic, server.database());
  });
  afterAll(async () => {
    await mongoDesk.close();
    await clinic.close();
  });

  test.each(calls)('names its index: %s', async (_, call, expected) => {
    const requests = await mongoDesk.asking(call);
    const named = new Set(requests.map(({ kind, hint }) => `${kind} ${hint}`));
    expect([...named].toSorted()).toEqual(expected.toSorted());
  });

  test('a name of more patients than can be handed on is looked for along the list, with the same answer', async () => {
    const few = await openMongoDesk(clinic, server.database(), { maxKeys: 0 });
    const answers: unknown[] = [];
    const search: Call = async (desk) => {
      const { body, total } = await desk.reply('listAppointmentDetailsOfClient', {
        clientId,
        search: 'meera',
        page: 1,
      });
      // Without the doctors' names, which a newly opened desk may not know yet.
      answers.push({ rows: body.map((row) => [row.AppointmentId, row.UserName]), total });
    };
    const requests = await few.asking(search);
    await few.close();
    await mongoDesk.asking(search);
    const named = new Set(requests.map(({ kind, hint }) => `${kind} ${hint}`));
    expect([...named]).toEqual(['find bySearch', 'find byClientDay', 'count byClientDay']);
    expect(answers[0]).toEqual(answers[1]);
  });

  if (server.from === 'SecantusDB') {
    test.skip('plans of MongoDB’s own planner (no MongoDB: TEST_MONGODB_URL names none, and Docker runs none)', () => {});
    return;
  }

  test.each(calls)('is planned along it: %s', async (_, call, _expected, { sorts, looksThrough }) => {
    for (const request of await mongoDesk.asking(call)) {
      const plan = await mongoDesk.explain(request);
      expect([plan.indexes, request.view]).toEqual([[request.hint], request.view]);
      expect(plan.stages).not.toContain('COLLSCAN');
      if (!sorts) expect(plan.stages).not.toContain('SORT');
      if (request.kind === 'count') expect(plan.docsExamined).toBe(0);
      else expect(plan.docsExamined).toBeLessThanOrEqual(looksThrough ? Number.POSITIVE_INFINITY : plan.returned + 1);
      const few = 3 * plan.returned + 10;
      if (request.kind === 'find' && !looksThrough) expect(plan.keysExamined).toBeLessThanOrEqual(few);
    }
  });
});

import { bytesOf, filesIn } from '../../testing/data-files.ts';
import { eventually } from '../../testing/event-file.ts';
import { type Caller, readAfter } from '../../testing/http-caller.ts';
import { importsOf } from '../../testing/imports.ts';
import { pairedScreen } from '../../testing/paired-screen.ts';
import { daylineOutput } from '../../testing/processes/command-line.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "A person is one record or several merged ones": every page, list, count and export that names a patient. */

const phones = { one: '919000000081', other: '919000000082' } as const;
const names = { one: 'Sunita Mergecanary', other: 'Sunitha Mergecanary' } as const;
let clinic: StartedClinic;
/** The two records. */
let ids: { one: string; other: string };
/** A doctor whom both saw today, and one with visits to come. */
let seen: string;
let later: string;
/** A screen in the hall of a doctor for whom both wait. */
let screen: Caller;
/** By the record that they were booked for. */
let today: { one: string; other: string };
let toCome: { one: string; other: string; moved: string };
let mergeId = '';
/** Of the last change. */
let position = '';
/** Before the merge. */
let asTwo = '';

const direct = { type: 'Direct Consultation', paymentStatus: 'Pay_later' } as const;

async function book(userId: string, days: number, time: string): Promise<string> {
  const { admin, clientId, inDays } = clinic;
  const place = { userId, pocId: later, date: inDays(days), time, clientId };
  const booked = (await admin.call('createAppointment', { ...place, ...direct })).reply();
  position = booked.position ?? position;
  return booked.appointmentId;
}

/** A visit of today that took place. */
async function visited(userId: string): Promise<string> {
  const { admin, clientId } = clinic;
  const walkIn = { userId, pocId: seen, paymentStatus: 'Paid', clientId } as const;
  const { appointmentId } = (await admin.call('walkIn', walkIn)).reply();
  await admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Availed' });
  return appointmentId;
}

beforeAll(async () => {
  clinic = await sharedClinic();
  const { admin, clientId, inDays } = clinic;
  const save = async (of: 'one' | 'other') => {
    const details = { name: names[of], phone: phones[of], email: 'p@x.example', location: 'Pune', clientId };
    return (await admin.call('saveUser', details)).reply().userId;
  };
  ids = { one: await save('one'), other: await save('other') };
  seen = await clinic.newDoctor({ ...hours('00:00', '24:00', 100), slotDuration: 60 });
  later = await clinic.newDoctor(hours('09:00', '12:00'));
  const hall = await clinic.newDoctor({ ...hours('00:00', '24:00', 100), slotDuration: 60 });
  screen = await pairedScreen(clinic.product.url, admin, hall, clinic.furthest);
  for (const userId of Object.values(ids)) {
    const waits = { userId, pocId: hall, paymentStatus: 'Pay_later', clientId } as const;
    (await admin.call('walkIn', waits)).reply();
  }
  // The preview takes no position to wait for.
  const { name } = (await admin.call('getDoctor', { pocId: later })).reply();
  const lines = (['one', 'other'] as const).map((of) => `${names[of]},+${phones[of]},${name},2026-01-05,Completed`);
  const past = ['Patient,Mobile,Doctor,Date,Status', ...lines].join('\n');
  const { done } = await importsOf(admin, clinic.product.url).imported(past);
  expect(done).toMatchObject({ kind: 'pastVisits', created: 2 });
  today = { one: await visited(ids.one), other: await visited(ids.other) };
  const from = await book(ids.other, 41, '09:00');
  const to = { appointmentId: from, date: inDays(44), time: '11:00' };
  const moved = (await admin.call('moveAppointment', to)).reply().appointmentId;
  toCome = { moved, one: await book(ids.one, 43, '09:30'), other: await book(ids.other, 43, '10:30') };
  const blocked = await admin.call('blockSlots', { pocId: later, date: inDays(44), timings: ['11:00'], reason: null });
  position = blocked.reply().position ?? position;
  asTwo = position;
});
const after = () => readAfter(position);
const request = () => ({
  ...{ userId: ids.one, otherId: ids.other, reason: 'One person' },
  fromOther: ['phone' as const],
});

/** 'one' or 'other', in place of the id. */
const who = (id: string | null): string => {
  const match = Object.entries(ids).find(([, each]) => each === id);
  return match?.[0] ?? `${id}`;
};
const isOurs = (id: string): boolean => [...Object.values(today), ...Object.values(toCome)].includes(id);
type Card = { readonly AppointmentId: string; readonly User_ID: string; readonly UserName: string | null };
const cards = (list: readonly Card[]) =>
  list
    .filter(({ AppointmentId }) => isOurs(AppointmentId))
    .map(({ User_ID, UserName }) => `${who(User_ID)} ${UserName}`)
    .toSorted();
const [one, other] = [`one ${names.one}`, `other ${names.other}`];

interface Row {
  readonly what: string;
  read(): Promise<unknown>;
  readonly two: unknown;
  readonly merged: unknown;
  readonly erased: unknown;
}

const table: readonly Row[] = [
  {
    what: 'the page',
    read: () =>
      Promise.all(
        Object.values(ids).map(async (userId) => {
          const page = (await clinic.admin.call('getPatientOverview', { userId }, after())).reply();
          return [who(page.userId), page.name, page.phone, page.upcoming.total, page.past.total];
        }),
      ),
    two: [
      ['one', names.one, phones.one, 2, 1],
      ['other', names.other, phones.other, 3, 1],
    ],
    merged: Array(2).fill(['one', names.one, phones.other, 5, 2]),
    erased: Array(2).fill(['one', null, null, 0, 0]),
  },
  {
    what: 'Users',
    async read() {
      const asked = { clientId: clinic.clientId, page: 1, pageSize: 10, search: 'mergecanary' };
      const users = (await clinic.admin.call('listUsers', asked, after())).reply();
      return users.map(({ User_ID }) => who(User_ID)).toSorted();
    },
    two: ['one', 'other'],
    merged: ['one'],
    erased: [],
  },
  {
    what: 'the export of patients',
    async read() {
      // An export takes no position to wait for.
      await clinic.admin.call('getPatientOverview', { userId: ids.one }, after());
      const csv = await importsOf(clinic.admin, clinic.product.url).exported('patients');
      return csv.split('\n').filter((line) => line.includes('Mergecanary')).length;
    },
    two: 2,
    merged: 1,
    erased: 0,
  },
  {
    what: 'the search, by every name and phone',
    read: () =>
      Promise.all(
        [...Object.values(names), ...Object.values(phones)].map(async (search) => {
          const asked = { clientId: clinic.clientId, search };
          const { people } = (await clinic.admin.call('searchPatients', asked, after())).reply();
          return people.map(({ userId }) => who(userId)).toSorted();
        }),
      ),
    // The names are one letter apart.
    two: [['one', 'other'], ['one', 'other'], ['one'], ['other']],
    merged: Array(4).fill(['one']),
    erased: Array(4).fill([]),
  },
  {
    what: 'the phone look-up',
    read: () =>
      Promise.all(
        Object.values(phones).map(async (phone) => {
          const asked = { phone, clientId: clinic.clientId };
          const found = (await clinic.admin.call('verifyUser', asked, after())).reply();
          return [who(found.userId), found.others.length];
        }),
      ),
    two: [
      ['one', 0],
      ['other', 0],
    ],
    merged: Array(2).fill(['one', 0]),
    erased: Array(2).fill(['null', 0]),
  },
  {
    what: 'possible duplicates',
    async read() {
      const { clientId, admin } = clinic;
      const pairs = (await admin.call('listDuplicates', { clientId, page: 1, pageSize: 10 }, after())).reply();
      const found = (
        await admin.call('findDuplicates', { clientId, name: 'सुनीता', phone: phones.other }, after())
      ).reply();
      return [pairs.length, found.people.map(({ userId }) => who(userId))];
    },
    two: [0, ['other']],
    merged: [0, ['one']],
    erased: [0, []],
  },
  {
    what: 'the list of appointments',
    async read() {
      const asked = { clientId: clinic.clientId, status: 'Confirmed' } as const;
      return cards((await clinic.admin.call('listAppointmentDetailsOfClient', asked, after())).reply());
    },
    two: [one, other, other],
    merged: [one, one, one],
    erased: Array(3).fill('one null'),
  },
  {
    what: 'the list of appointments, searched by the former name',
    async read() {
      const asked = { clientId: clinic.clientId, status: 'Confirmed', search: names.other } as const;
      return cards((await clinic.admin.call('listAppointmentDetailsOfClient', asked, after())).reply());
    },
    two: [other, other],
    merged: [one, one, one],
    erased: [],
  },
  {
    what: 'the list of one doctor',
    async read() {
      const asked = { pocId: later, status: 'Confirmed' } as const;
      return cards((await clinic.admin.call('listAppointmentDetailsOfDoctor', asked, after())).reply());
    },
    two: [one, other, other],
    merged: [one, one, one],
    erased: Array(3).fill('one null'),
  },
  {
    what: 'today’s board',
    async read() {
      const asked = { clientId: clinic.clientId };
      const board = (await clinic.admin.call('listTodaysAppointmentsOfClient', asked, after())).reply();
      return cards(board.map((card) => ({ ...card, UserName: card.PatientName })));
    },
    two: [one, other],
    merged: [one, one],
    erased: Array(2).fill('one null'),
  },
  {
    what: 'a display, which shows tokens and names nobody',
    async read() {
      const board = (await screen.call('getDisplayBoard', {}, after())).reply();
      const text = JSON.stringify(board).toLowerCase();
      const named = [...Object.values(names), ...Object.values(phones), ...Object.values(ids)].filter((word) =>
        text.includes(word.toLowerCase()),
      );
      return [board.doctors.map(({ next }) => next), named];
    },
    two: [[[1, 2]], []],
    merged: [[[1, 2]], []],
    erased: [[[1, 2]], []],
  },
  {
    what: 'moved appointments',
    async read() {
      const asked = { clientId: clinic.clientId, pocId: later };
      const moved = (await clinic.admin.call('listMovedAppointments', asked, after())).reply();
      return moved.map(({ User_ID, UserName }) => `${who(User_ID)} ${UserName}`);
    },
    two: [other],
    merged: [one],
    erased: ['one null'],
  },
  {
    what: 'People to Call',
    async read() {
      const asked = { clientId: clinic.clientId, pocId: later };
      return cards((await clinic.admin.call('listCalls', asked, after())).reply());
    },
    two: [other],
    merged: [one],
    erased: ['one null'],
  },
  {
    what: 'imported past visits',
    read: () =>
      Promise.all(
        Object.values(ids).map(async (userId) => {
          const { imported } = (await clinic.admin.call('getPatientOverview', { userId }, after())).reply();
          return imported?.total ?? 0;
        }),
      ),
    two: [1, 1],
    merged: [2, 2],
    erased: [0, 0],
  },
  {
    what: 'slips and histories of appointments',
    read: () =>
      Promise.all(
        Object.values(toCome).map(async (appointmentId) => {
          const slip = (await clinic.admin.call('getSlip', { appointmentId }, after())).reply();
          const story = (await clinic.admin.call('getAppointmentStory', { appointmentId }, after())).reply();
          return [who(slip.userId), slip.patientName, who(story.appointment.User_ID), story.appointment.UserName];
        }),
      ),
    two: [
      ['other', names.other, 'other', names.other],
      ['one', names.one, 'one', names.one],
      ['other', names.other, 'other', names.other],
    ],
    merged: Array(3).fill(['one', names.one, 'one', names.one]),
    erased: Array(3).fill(['one', null, 'one', null]),
  },
  {
    what: 'a doctor’s number of people',
    read: async () => (await clinic.admin.call('getDoctor', { pocId: seen }, after())).reply().patientCount,
    two: 2,
    merged: 1,
    erased: 1,
  },
  {
    what: 'entries about the patient',
    read: () =>
      Promise.all(
        Object.values(ids).map(async (patientId) => {
          const asked = { clientId: clinic.clientId, patientId, action: 'booking', pageSize: 50 } as const;
          const { patient, entries } = (await clinic.admin.call('listActivity', asked, after())).reply();
          const booked = entries.filter(({ type }) => type === 'AppointmentBooked').length;
          return [who(patient?.id ?? null), patient?.name ?? null, booked];
        }),
      ),
    two: [
      ['one', names.one, 3],
      ['other', names.other, 5],
    ],
    merged: Array(2).fill(['one', names.one, 8]),
    erased: Array(2).fill(['one', null, 10]),
  },
  {
    what: 'appointments of the history, searched by the former name',
    async read() {
      const asked = { clientId: clinic.clientId, search: names.other, page: 1, pageSize: 20 };
      return cards((await clinic.admin.call('searchAuditAppointments', asked, after())).reply());
    },
    two: Array(3).fill(other),
    merged: Array(5).fill(one),
    erased: [],
  },
  {
    what: 'the list of a day as of before the merge',
    async read() {
      const asked = { position: asTwo, date: clinic.inDays(43) };
      return cards((await clinic.admin.call('listAppointmentsAsOf', asked, after())).reply().appointments);
    },
    two: [one, other],
    merged: [one, other],
    erased: ['one null', 'other null'],
  },
  {
    what: 'the board as of before the merge',
    async read() {
      const asked = { position: asTwo, pocId: seen };
      const board = (await clinic.admin.call('getBoardAsOf', asked, after())).reply().cards;
      return cards(board.map((card) => ({ ...card, UserName: card.PatientName })));
    },
    two: [one, other],
    merged: [one, other],
    erased: ['one null', 'other null'],
  },
];

const rowsOf = async () =>
  Object.fromEntries(await Promise.all(table.map(async ({ what, read }) => [what, await read()])));
const expected = (state: 'two' | 'merged' | 'erased') => Object.fromEntries(table.map((row) => [row.what, row[state]]));

async function merge(): Promise<void> {
  const merged = (await clinic.admin.call('mergePatients', request())).reply();
  expect(merged).toMatchObject({ userId: ids.one, success: true });
  mergeId = merged.mergeId;
  position = merged.position ?? '';
}

test('are proposed to administrators, who alone may merge them, and only their own client’s', async () => {
  const { admin, auditor, doctor, stranger } = clinic;
  const { people } = (await admin.call('listSamePerson', { userId: ids.one }, after())).reply();
  expect(people).toEqual([expect.objectContaining({ userId: ids.other, same: ['name'] })]);
  expect((await auditor.call('mergePatients', request())).failure().code).toBe('access.role');
  expect((await doctor.call('mergePatients', request())).failure().code).toBe('access.role');
  expect((await doctor.call('listSamePerson', { userId: ids.one })).failure().code).toBe('access.role');
  expect((await stranger.call('mergePatients', request())).failure().code).toBe('access.foreign');
  const { clientId } = stranger.user;
  const details = { name: 'Zephyra', phone: '919000000083', email: 'z@x.example', location: 'Pune', clientId };
  const foreign = (await stranger.call('saveUser', details)).reply().userId;
  const refused = await admin.call('mergePatients', { ...request(), otherId: foreign });
  expect(refused.failure().code).toBe('access.foreign');
});

test('are two people before a merge', async () => {
  expect(await rowsOf()).toEqual(expected('two'));
});

test('are one person once merged', async () => {
  await merge();
  expect(await rowsOf()).toEqual(expected('merged'));
  expect((await clinic.admin.call('mergePatients', request())).failure().code).toBe('patient.same-record');
});

test('are first visit or follow-up, booked and family as one person', async () => {
  const { admin, clientId, inDays } = clinic;
  const before = { pocId: seen, userId: ids.other };
  expect((await admin.call('getVisitBefore', before, after())).reply().visit).toBe('again');
  const place = { userId: ids.other, pocId: later, date: inDays(43), time: '09:30', clientId };
  const refused = await admin.call('createAppointment', { ...place, ...direct });
  expect(refused.failure()).toMatchObject({ code: 'patient.already-booked' });
  const family = (await admin.call('getPatientFamily', { userId: ids.other }, after())).reply();
  expect(family.people).toEqual([]);
});

test('are two people again once split, each with the visits that it was booked for', async () => {
  const { admin, stranger } = clinic;
  const split = { userId: ids.one, mergeId, reason: 'Two sisters' };
  expect((await stranger.call('splitPatient', split)).failure().code).toBe('access.foreign');
  position = (await admin.call('splitPatient', split)).reply().position ?? '';
  expect(await rowsOf()).toEqual(expected('two'));
  for (const appointmentId of [toCome.one, toCome.other]) {
    const { entries } = (await admin.call('getAppointmentStory', { appointmentId }, after())).reply();
    expect(entries.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining(['Merged with another record of the same person', 'Split from another record']),
    );
    expect(JSON.stringify(entries)).not.toContain(appointmentId === toCome.one ? phones.other : phones.one);
  }
});

test('a visit that is booked while they are one stays with the record that stands, unless the split says whose it is', async () => {
  await merge();
  const booked = await book(ids.other, 42, '09:00');
  const split = { userId: ids.one, mergeId, reason: 'Two sisters' };
  position = (await clinic.admin.call('splitPatient', split)).reply().position ?? '';
  const slip = (await clinic.admin.call('getSlip', { appointmentId: booked }, after())).reply();
  expect([who(slip.userId), slip.patientName]).toEqual(['one', names.one]);
  await merge();
  const again = await book(ids.other, 42, '10:00');
  const { merged } = (await clinic.admin.call('getPatientOverview', { userId: ids.one }, after())).reply();
  expect(merged?.[0]?.since.map(({ appointmentId }) => appointmentId)).toEqual([again]);
  const both = { userId: ids.one, mergeId, reason: 'Two sisters', visits: [again] };
  const earlier = await clinic.admin.call('splitPatient', { ...both, visits: [booked] });
  expect(earlier.failure().code).toBe('appointment.unknown');
  const before = position;
  position = (await clinic.admin.call('splitPatient', both)).reply().position ?? '';
  const given = (await clinic.admin.call('getSlip', { appointmentId: again }, after())).reply();
  expect([who(given.userId), given.patientName]).toEqual(['other', names.other]);
  const story = (await clinic.admin.call('getAppointmentStory', { appointmentId: again }, after())).reply();
  expect(story.appointment.UserName).toBe(names.other);
  expect(story.entries.map(({ type }) => type)).toContain('AppointmentReassigned');
  const then = { position: before, date: clinic.inDays(42) };
  const known = (await clinic.admin.call('listAppointmentsAsOf', then, after())).reply().appointments;
  const card = known.find(({ AppointmentId }) => AppointmentId === again);
  expect([who(card?.User_ID ?? null), card?.UserName]).toEqual(['one', names.one]);
  const lifted = { appointmentId: again, status: 'Cancelled' } as const;
  position = (await clinic.admin.call('updateAppointmentStatusAsAdmin', lifted)).reply().position ?? position;
  const cancelled = { appointmentId: booked, status: 'Cancelled' } as const;
  const { position: at } = (await clinic.admin.call('updateAppointmentStatusAsAdmin', cancelled)).reply();
  position = at ?? position;
});

test('are asked about where they are registered, and once decided never again', async () => {
  const { admin, auditor, stranger, clientId } = clinic;
  const phone = '919000000084';
  const save = async (name: string, more: object = {}) => {
    const saved = await admin.call('saveUser', { name, phone, email: null, location: null, clientId, ...more });
    position = saved.reply().position ?? position;
    return saved.reply().userId;
  };
  const [lakshmi, laxmi] = [await save('Lakshmi Dupcanary'), await save('Laxmi Dupcanary')];
  const listed = async (by = admin) => {
    const asked = { clientId, page: 1, pageSize: 10 };
    const pairs = (await by.call('listDuplicates', asked, after())).reply();
    return pairs.map(({ one, other }) => [one.userId, other.userId].toSorted());
  };
  expect(await listed(auditor)).toEqual([[lakshmi, laxmi].toSorted()]);
  expect((await stranger.call('listDuplicates', { clientId })).failure().code).toBe('access.foreign');
  expect((await stranger.call('findDuplicates', { clientId, name: 'x' })).failure().code).toBe('access.foreign');
  const found = await admin.call('findDuplicates', { clientId, name: 'लक्ष्मी', phone }, after());
  expect(found.reply().people.map(({ userId, same }) => [userId, same])).toEqual(
    [lakshmi, laxmi].map((userId) => [userId, ['name', 'phone']]),
  );
  const choice = { userId: laxmi, otherId: lakshmi };
  expect((await auditor.call('dismissDuplicate', choice)).failure().code).toBe('access.role');
  expect((await stranger.call('dismissDuplicate', choice)).failure().code).toBe('access.foreign');
  const same = { userId: lakshmi, otherId: lakshmi };
  expect((await admin.call('dismissDuplicate', same)).failure().code).toBe('patient.same-record');
  position = (await admin.call('dismissDuplicate', choice)).reply().position ?? '';
  expect(await listed()).toEqual([]);
  // A correction that makes them still more alike doesn't ask again.
  await save('Lakshmi Dupcanary', { userId: laxmi });
  expect(await listed()).toEqual([]);
  const proposed = (await admin.call('listSamePerson', { userId: lakshmi }, after())).reply();
  expect(proposed.people.map(({ userId }) => userId)).not.toContain(laxmi);
  position = (await admin.call('dismissDuplicate', { ...choice, undo: true })).reply().position ?? '';
  expect(await listed()).toHaveLength(1);
  position = (await admin.call('dismissDuplicate', choice)).reply().position ?? '';
  // Somebody else, as the desk says while registering.
  await save('Laksmi Dupcanary', { differentFrom: [lakshmi, laxmi] });
  expect(await listed()).toEqual([]);
});

test('are erased as one person, whichever is named, from every file and list', async () => {
  await merge();
  const { product } = clinic;
  const said = await daylineOutput(product.dataDir, ['patient', 'erase', ids.other, '--yes']);
  expect(said).toContain(`Patient ${ids.one} erased.`);
  expect(said).toContain(`Also erased, as records of the same person: ${ids.other}`);
  const words = ['mergecanary', ...Object.values(phones)];
  const filesWith = () =>
    filesIn(product.dataDir).filter((path) => {
      const bytes = bytesOf(path).toString('latin1').toLowerCase();
      return words.some((word) => bytes.includes(word));
    });
  await eventually('the person is in no file', async () => filesWith().length === 0);
  expect(await rowsOf()).toEqual(expected('erased'));
});

import { readAfter } from '../../testing/http-caller.ts';
import { everyDay, hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** Departments, the hospital and its branches, as administrators change them. */

let clinic: StartedClinic;
let clientId: string;
beforeAll(async () => {
  clinic = await sharedClinic();
  ({ clientId } = clinic);
});

const openDepartment = async (name: string) =>
  (await clinic.admin.call('openDepartment', { clientId, name })).reply().departmentId;
const change = (departmentId: string, to: { name: string } | { isClosed: boolean }, who = clinic.admin) =>
  who.call('changeDepartment', { clientId, departmentId, change: to });
const names = async () =>
  (await clinic.admin.call('listDepartments', { clientId })).reply().map(({ Value_name }) => Value_name);

describe('a department', () => {
  const newDoctor = async (departmentId: string, number: string) =>
    clinic.admin.call('addDoctor', {
      ...{ Client_ID: clientId, Department_ID: departmentId, POC_Name: `Org ${number}` },
      ...{ Contact_Number: `98761${number}`, Email: `org${number}@sunrise.example` },
    });

  test('gets another name, which its doctors have as specialization, and the former one is free', async () => {
    const { admin } = clinic;
    const departmentId = await openDepartment('Ear Clinic');
    const { pocId } = (await newDoctor(departmentId, '00001')).reply();
    expect((await change(departmentId, { name: 'ENT' })).reply().message).toBe('Department renamed.');
    expect(await names()).toContain('ENT');
    expect((await admin.call('getDoctor', { pocId })).reply().specialization).toBe('ENT');
    for (const search of ['ent', 'org 00001']) {
      const found = (await admin.call('listDoctorsOfClient', { clientId, search })).reply();
      expect(found).toContainEqual(expect.objectContaining({ pocId, departmentName: 'ENT' }));
    }
    expect((await change(departmentId, { name: 'ENT' })).reply().position).toBeNull();
    await openDepartment('Ear Clinic');
    const { entries } = (await admin.call('listActivity', { clientId, action: 'department' })).reply();
    expect(JSON.stringify(entries)).toContain('departmentRenamed');
  });

  test('has no name that differs only by capitals, spaces and punctuation from another, which is named', async () => {
    const { admin } = clinic;
    await openDepartment('Sports Medicine');
    for (const name of ['SPORTS-MEDICINE', 'Sports, Medicine', 'sportsmedicine', 'S.p.o.r.t.s Medicine']) {
      const refused = (await admin.call('openDepartment', { clientId, name })).failure();
      expect(refused).toMatchObject({
        code: 'department.name-taken',
        message: 'There is already a department “Sports Medicine”.',
      });
    }
    const other = await openDepartment('Sleep');
    expect((await change(other, { name: 'Sports  medicine.' })).failure().code).toBe('department.name-taken');
    // One of two who choose alike names at once.
    const both = await Promise.all([
      admin.call('openDepartment', { clientId, name: 'I.C.U.' }),
      change(other, { name: 'ICU' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is closed once no doctor of it can be booked, keeps its name, and is reopened', async () => {
    const { admin } = clinic;
    const departmentId = await openDepartment('Burns');
    const { pocId } = (await newDoctor(departmentId, '00002')).reply();
    expect((await change(departmentId, { isClosed: true })).failure().code).toBe('department.has-doctors');
    (await admin.call('setLeft', { pocId, from: clinic.inDays(0) })).reply();
    const { position } = (await change(departmentId, { isClosed: true })).reply();
    expect((await change(departmentId, { isClosed: true })).reply().position).toBeNull();
    const rows = (await admin.call('listDepartmentsWithDoctors', { clientId }, readAfter(position))).reply();
    expect(rows).toContainEqual({ departmentId, DepartmentName: 'Burns', NoOfPOCs: 1, closed: true });
    expect((await newDoctor(departmentId, '00003')).failure().code).toBe('department.closed');
    expect((await admin.call('openDepartment', { clientId, name: 'burns' })).failure().message).toBe(
      'There is a closed department “Burns”. Please reopen it.',
    );
    const empty = await openDepartment('Empty Ward');
    (await change(empty, { isClosed: true })).reply();
    expect(await names()).not.toContain('Empty Ward');
    (await change(empty, { isClosed: false })).reply();
    expect(await names()).toContain('Empty Ward');
  });

  test('is changed by administrators of its own client alone', async () => {
    const departmentId = await openDepartment('Foreign To Others');
    for (const who of [clinic.doctor, clinic.auditor])
      expect((await change(departmentId, { isClosed: true }, who)).failure().code).toBe('access.role');
    const own = clinic.stranger.user.clientId;
    const foreign = { clientId: own, departmentId, change: { name: 'Taken Over' } };
    expect((await clinic.stranger.call('changeDepartment', foreign)).failure().code).toBe('access.foreign');
    const [one, two] = await Promise.all([
      change(departmentId, { name: 'First Desk' }),
      change(departmentId, { name: 'Second Desk' }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect((await names()).filter((name) => name.endsWith(' Desk'))).toHaveLength(1);
  });
});

describe('the hospital', () => {
  const settings = async () => (await clinic.stranger.call('getClient', { clientId: own() })).reply();
  const own = () => clinic.stranger.user.clientId;
  const set = (values: Parameters<typeof valuesOf>[0], who = clinic.stranger) =>
    who.call('changeClient', valuesOf(values));
  const valuesOf = (values: {
    name?: string;
    zone?: string;
    meetingLinkHost?: string;
    queueOrder?: 'time' | 'token';
    overbookPerSlot?: number;
    lateAfterMinutes?: number;
  }) => ({ clientId: own(), values });
  const branch = (to: { name: string } | { id: number; name: string } | { id: number; isClosed: boolean }) =>
    clinic.stranger.call('changeBranch', { clientId: own(), change: to });

  test('has settings that its administrators change, each with its own event, and auditors read', async () => {
    const before = await settings();
    const { position } = (
      await set({ name: 'Lakeside Hospital', queueOrder: 'time', overbookPerSlot: 3, lateAfterMinutes: 20 })
    ).reply();
    expect(position).not.toBeNull();
    expect(await settings()).toMatchObject({
      ...{ name: 'Lakeside Hospital', queueOrder: 'time', overbookPerSlot: 3, lateAfterMinutes: 20 },
    });
    expect((await set({ queueOrder: 'time' })).reply().position).toBeNull();
    expect((await set({ zone: 'Mars/Base' })).failure()).toMatchObject({
      code: 'request.invalid',
      message: 'This time zone does not exist.',
    });
    expect((await set({ meetingLinkHost: 'http://x.example' })).failure().code).toBe('request.invalid');
    expect((await set({ name: clinic.admin.user.clientName })).failure().code).toBe('client.name-taken');
    const activity = (await clinic.stranger.call('listActivity', { clientId: own(), action: 'settings' })).reply();
    const texts = JSON.stringify(activity.entries);
    for (const phrase of ['clientRenamed', 'queueOrderSet', 'lateAfterSet', 'overbookingLimitSet'])
      expect(texts).toContain(phrase);
    const { name, queueOrder, overbookPerSlot, lateAfterMinutes } = before;
    (await set({ name, queueOrder, overbookPerSlot, lateAfterMinutes })).reply();
    expect((await clinic.auditor.call('getClient', { clientId })).status).toBe(200);
    for (const who of [clinic.auditor, clinic.doctor])
      expect((await who.call('changeClient', { clientId, values: { name: 'Mine' } })).failure().code).toBe(
        'access.role',
      );
    expect((await clinic.admin.call('changeClient', valuesOf({ name: 'Mine' }))).failure().code).toBe('access.foreign');
    expect((await clinic.admin.call('getClient', { clientId: own() })).failure().code).toBe('access.foreign');
  });

  test('has branches that are added, renamed, closed once nobody sits there, and reopened', async () => {
    const { admin, inDays } = clinic;
    const at = (to: Parameters<typeof branch>[0]) => admin.call('changeBranch', { clientId, change: to });
    const listed = async (name: string) =>
      (await admin.call('getClient', { clientId })).reply().branches.find((one) => one.name === name);
    (await at({ name: 'Harbour' })).reply();
    expect((await at({ name: ' harbour ' })).failure().code).toBe('branch.name-taken');
    const { id } = (await listed('Harbour')) ?? { id: 0 };
    (await at({ id, name: 'Harbour Side' })).reply();
    const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
    const schedule = everyDay({ ...hours('09:00', '10:00'), branchId: id }).map((day) => ({ ...day, pocId }));
    (await admin.call('updateSchedule', { schedule })).reply();
    expect((await at({ id, isClosed: true })).failure().code).toBe('branch.in-use');
    expect((await listed('Harbour Side'))?.doctors).toBe(1);
    (await admin.call('setLeft', { pocId, from: inDays(0) })).reply();
    (await at({ id, isClosed: true })).reply();
    expect(await listed('Harbour Side')).toEqual({ id, name: 'Harbour Side', closed: true, doctors: 0 });
    const again = everyDay({ ...hours('09:00', '11:00'), branchId: id }).map((day) => ({ ...day, pocId }));
    expect((await admin.call('updateSchedule', { schedule: again })).failure().code).toBe('schedule.invalid');
    (await at({ id, isClosed: false })).reply();
    expect(await listed('Harbour Side')).toEqual({ id, name: 'Harbour Side', doctors: 0 });
    expect((await at({ id: 999, isClosed: true })).failure().code).toBe('branch.unknown');
    const activity = (await admin.call('listActivity', { clientId, action: 'settings' })).reply();
    const texts = JSON.stringify(activity.entries);
    for (const phrase of ['branchAdded', 'branchRenamed', 'branchClosed', 'branchReopened'])
      expect(texts).toContain(phrase);
    for (const who of [clinic.auditor, clinic.doctor])
      expect((await who.call('changeBranch', { clientId, change: { name: 'Mine' } })).failure().code).toBe(
        'access.role',
      );
    expect((await branch({ id, name: 'Mine' })).status).toBe(404);
  });
});

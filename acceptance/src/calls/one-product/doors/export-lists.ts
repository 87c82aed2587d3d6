import type { OfficeList } from '@dayline/contracts/endpoints/settings';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import { eventually } from '../../../testing/event-file.ts';
import { readAfter, type SignedIn } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** The lists of pages as CSV, on the started product. */

const exports = [
  ...(['exportMovedAppointments', 'exportCalls', 'exportTakings', 'exportDoctors'] as const),
  ...(['exportPatients', 'exportWaiting'] as const),
];
type ExportName = (typeof exports)[number] | 'exportOfficeList' | 'exportLeaves';

describe('the exports of lists', () => {
  let clinic: StartedClinic;
  let pocId = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    pocId = await clinic.newDoctor(hours('09:00', '10:00', 2));
  });

  const exported = (who: SignedIn, name: ExportName, filters: object) =>
    fileOf(who, name, { clientId: clinic.clientId, ...filters });
  const exportedLeaves = (who: SignedIn, ofDoctor: string) => fileOf(who, 'exportLeaves', { pocId: ofDoctor });

  async function fileOf(who: SignedIn, name: ExportName, body: object) {
    const { path } = endpoints[name];
    const headers = { cookie: who.cookie, ...readAfter(clinic.furthest.position ?? null) };
    const answer = await send(clinic.product.url, { path, body, headers });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head = '', ...lines] = answer.text.trimEnd().split('\r\n');
    return { file: answer.headers['content-disposition'], head, lines };
  }

  const isRecorded = (sentence: string) =>
    eventually(`the activity says: ${sentence}`, async () => {
      const { auditor, clientId } = clinic;
      const { entries } = (await auditor.call('listActivity', { clientId, pageSize: 50, action: 'read' })).reply();
      return entries.some((entry) => entry.sentence === sentence);
    });

  test('a moved appointment has both places, and who moved it', async () => {
    const { admin, auditor } = clinic;
    const [date, to] = [clinic.inDays(2), clinic.inDays(3)];
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Asha Rao');
    const move = { appointmentId, date: to, time: '09:30' };
    (await admin.call('moveAppointment', move)).reply();
    const { head, lines } = await exported(auditor, 'exportMovedAppointments', { pocId });
    expect(head).toMatch(/^\uFEFF"Patient","Type","From date","From time"/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"Asha Rao","Direct Consultation","${date}","09:00",`);
    expect(lines[0]).toContain(`"${to}","09:30",`);
    await isRecorded('exported 1 row of moved appointments as CSV.');
  });

  test('a person to call has the cause and the last call; a filter that nobody matches leaves the header', async () => {
    const { admin } = clinic;
    const date = clinic.inDays(4);
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Meera Nair');
    await admin.call('blockDay', { pocId, date, reason: 'Ward round' });
    (await admin.call('noteContact', { appointmentId, reached: false, note: '=1+1' })).reply();
    const { head, lines } = await exported(admin, 'exportCalls', { pocId, dates: [date] });
    expect(head).toMatch(/^\uFEFF"Date","Time","Patient","Phone","Doctor","Why"/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/"Blocked","Ward round","No",.*"'=1\+1"/);
    const none = await exported(admin, 'exportCalls', { pocId, search: 'nobody of this name' });
    expect([none.head, none.lines]).toEqual([head, []]);
    await isRecorded('exported 0 rows of people to call as CSV.');
  });

  test('takings are sums by desk and method, with refunds as numbers; the file names the day', async () => {
    const { admin, clientId } = clinic;
    const day = clinic.inDays(0);
    const visit = { pocId, date: clinic.inDays(3), time: '09:00', type: 'Direct Consultation', clientId } as const;
    const userId = await clinic.newPatient('Ravi Kumar');
    const paid = { ...visit, userId, paymentStatus: 'Paid', amount: 70_050, method: 'upi' } as const;
    const { appointmentId } = (await admin.call('createAppointment', paid)).reply();
    const refund = { appointmentId, status: 'Cancelled', money: 'refunded' } as const;
    (await admin.call('updateAppointmentStatusAsAdmin', refund)).reply();
    const { takings } = (await admin.call('getTakings', { clientId, day })).reply();
    const { file, lines } = await exported(admin, 'exportTakings', { day });
    expect(file).toContain(`dayline-takings-${day}-at-`);
    const rows = takings.map(({ name, method, taken, corrected, refunded, withoutAmount }) =>
      [
        ...[`"${name}"`, `"${method}"`],
        ...[taken, corrected, refunded, taken - corrected - refunded].map((paise) => paise / 100),
        withoutAmount,
      ].join(','),
    );
    expect(lines).toEqual(rows);
    expect(takings.find(({ method }) => method === 'upi')?.refunded).toBeGreaterThanOrEqual(70_050);
  });

  test('the doctors that a search finds are exported with their department', async () => {
    const { admin, auditor, clientId } = clinic;
    const doctors = (await admin.call('listDoctorsOfClient', { clientId })).reply();
    const found = doctors.find((doctor) => doctor.pocId === pocId);
    const { head, lines } = await exported(auditor, 'exportDoctors', { search: found?.pocName ?? '' });
    expect(head).toMatch(/^\uFEFF"Doctor","Department","Phone","Email"/);
    const line = lines.find((text) => text.includes(pocId));
    expect(line).toContain(`"${found?.pocName}","${found?.departmentName}","'+${found?.contactNumber}"`);
    const whole = await exported(admin, 'exportDoctors', {});
    expect(whole.lines).toHaveLength(doctors.length);
    await isRecorded(`exported ${doctors.length} rows of doctors as CSV.`);
  });

  test('the patients whom a search finds are exported, by name, and without it all of them', async () => {
    const { admin, auditor, clientId } = clinic;
    const userId = await clinic.newPatient('Zubin Exportwala');
    await clinic.newPatient('Aban Exportwala');
    const { head, lines } = await exported(auditor, 'exportPatients', { search: 'exportwala' });
    expect(head).toMatch(/^\uFEFF"Patient","Hospital number","Phone","Email"/);
    expect(lines.map((line) => line.split(',')[0])).toEqual(['"Aban Exportwala"', '"Zubin Exportwala"']);
    expect(lines[1]).toMatch(new RegExp(`"'\\+91988800\\d{4}","p@x.example",.*"${userId}"$`));
    const whole = await exported(admin, 'exportPatients', {});
    const users = (await admin.call('listUsers', { clientId })).reply();
    expect(whole.lines).toHaveLength(users.length);
    await isRecorded('exported 2 rows of patients as CSV.');
  });

  test('the waiting list has whom to call, by doctor, department and day', async () => {
    const { admin, auditor, clientId, departmentId } = clinic;
    const joining = async (of: { pocId?: string; note?: string }, from: string, to: string) => {
      const userId = await clinic.newPatient('Leela Waitwala');
      const entry = { clientId, userId, departmentId, from, to, times: { from: '09:00', to: '12:00' }, ...of };
      return (await admin.call('joinWaitingList', entry)).reply().waitingId;
    };
    const [first, last] = [clinic.inDays(5), clinic.inDays(7)];
    const entries = [await joining({ pocId, note: '=1+1' }, first, last), await joining({}, first, first)];
    const ofDoctor = await exported(auditor, 'exportWaiting', { target: pocId });
    expect(ofDoctor.head).toMatch(/^\uFEFF"Patient","Phone","Doctor or department","First day","Last day"/);
    expect(ofDoctor.lines).toHaveLength(1);
    expect(ofDoctor.lines[0]).toContain(`"${first}","${last}","09:00","12:00","'=1+1",`);
    expect((await exported(admin, 'exportWaiting', { target: departmentId })).lines).toHaveLength(1);
    expect((await exported(admin, 'exportWaiting', { target: pocId, date: last })).lines).toHaveLength(1);
    expect((await exported(admin, 'exportWaiting', { target: departmentId, date: last })).lines).toEqual([]);
    // Places that other suites free are not for them.
    for (const waitingId of entries) (await admin.call('leaveWaitingList', { clientId, waitingId })).reply();
    await isRecorded('exported 0 rows of the waiting list as CSV.');
  });

  describe('of the office and the settings', () => {
    let webhookId = '';
    beforeAll(async () => {
      const { admin, clientId } = clinic;
      const key = { clientId, name: 'Key of exports', scopes: ['slots:read' as const], days: 7 };
      (await admin.call('issueApiKey', key)).reply();
      (await admin.call('addDisplay', { clientId, name: 'Hall of exports', pocIds: [pocId] })).reply();
      const webhook = { clientId, url: 'https://exports.example/hook', types: ['slots.blocked' as const] };
      ({ webhookId } = (await admin.call('addWebhook', webhook)).reply());
      for (const name of ['Ishani Doublewala', 'Ishani Doublewalla']) {
        const person = { name, phone: '919880000777', email: 'p@x.example', location: 'Pune', clientId };
        (await admin.call('saveUser', person)).reply();
      }
    });
    afterAll(async () => {
      const { admin, clientId } = clinic;
      (await admin.call('removeWebhook', { clientId, webhookId })).reply();
    });

    /** The IDs that the page's call answers, in the order of the file. */
    const shown: Partial<Record<OfficeList, () => Promise<readonly string[]>>> = {
      departments: async () =>
        (await clinic.admin.call('listDepartmentsWithDoctors', { clientId: clinic.clientId }))
          .reply()
          .map(({ departmentId }) => departmentId),
      people: async () =>
        (await clinic.admin.call('listPeople', { clientId: clinic.clientId }))
          .reply()
          .map(({ accountId }) => accountId),
      displays: async () =>
        (await clinic.admin.call('listDisplays', { clientId: clinic.clientId }))
          .reply()
          .map(({ displayId }) => displayId),
      'api-keys': async () =>
        (await clinic.admin.call('listApiKeys', { clientId: clinic.clientId })).reply().map(({ apiKeyId }) => apiKeyId),
      webhooks: async () =>
        (await clinic.admin.call('listWebhooks', { clientId: clinic.clientId }))
          .reply()
          .map(({ webhookId }) => webhookId),
      imports: async () =>
        (await clinic.admin.call('listImports', { clientId: clinic.clientId }))
          .reply()
          .imports.map(({ importId }) => importId),
    };
    test.each(Object.entries(shown))('%s has the rows of the page', async (list, shownIds) => {
      const ids = await shownIds();
      const { file, lines } = await exported(clinic.auditor, 'exportOfficeList', { list });
      expect(lines.map((line) => line.split(',').at(-1))).toEqual(ids.map((id) => `"${id}"`));
      expect(file).toContain(`dayline-${list}-${clinic.inDays(0)}-at-`);
      expect(list === 'imports' || ids.length > 0).toBe(true);
    });

    test('departments are found by a search, and people chosen by their status', async () => {
      const { admin, clientId } = clinic;
      const [first] = (await admin.call('listDepartmentsWithDoctors', { clientId })).reply();
      const search = first?.DepartmentName ?? '';
      const found = await exported(admin, 'exportOfficeList', { list: 'departments', search });
      expect(found.lines).toEqual([expect.stringContaining(`"${search}",${first?.NoOfPOCs},"No"`)]);
      const people = (await admin.call('listPeople', { clientId })).reply();
      const active = await exported(admin, 'exportOfficeList', { list: 'people', status: 'active' });
      expect(active.lines).toHaveLength(people.filter(({ status }) => status === 'active').length);
      expect((await exported(admin, 'exportOfficeList', { list: 'people', status: 'deactivated' })).lines).toEqual([]);
      await isRecorded(`exported ${active.lines.length} rows of people as CSV.`);
    });

    test('a key is exported without its secret, and a webhook with its address', async () => {
      const keys = await exported(clinic.auditor, 'exportOfficeList', { list: 'api-keys' });
      expect(keys.lines.join()).toContain('"Key of exports","slots:read"');
      expect(keys.lines.join()).not.toMatch(/dl_/);
      const webhooks = await exported(clinic.auditor, 'exportOfficeList', { list: 'webhooks' });
      expect(webhooks.lines.join()).toContain('"https://exports.example/hook","slots.blocked",,0,');
      expect(webhooks.lines.join()).not.toContain('whsec_');
    });

    test('possible duplicates have both records', async () => {
      const { lines } = await exported(clinic.auditor, 'exportOfficeList', { list: 'possible-duplicates' });
      const pair = lines.find((line) => line.includes('Ishani'));
      expect(pair).toMatch(/^"Ishani Doublewala","'\+919880000777",.*"Ishani Doublewalla","'\+919880000777"/);
    });

    test('branches have the number of their doctors', async () => {
      const { admin, clientId } = clinic;
      const { branches } = (await admin.call('getClient', { clientId })).reply();
      const { lines } = await exported(admin, 'exportOfficeList', { list: 'branches' });
      expect(branches.length).toBeGreaterThan(0);
      expect(lines).toEqual(
        branches.map(({ id, name, doctors }) => `${id},${name === null ? '' : `"${name}"`},${doctors},"No"`),
      );
    });

    test.each(['due-patients', 'due-sign-ins'])('%s has its columns when the list is empty', async (list) => {
      const { head, lines } = await exported(clinic.admin, 'exportOfficeList', { list });
      expect(head.split(',').length).toBeGreaterThan(1);
      expect(lines).toEqual([]);
    });

    test('deliveries are those of a webhook of the client', async () => {
      const { admin, clientId } = clinic;
      const ofWebhook = { list: 'deliveries', webhookId };
      expect((await exported(admin, 'exportOfficeList', ofWebhook)).head).toMatch(/^\uFEFF"Sent","Event","Attempt"/);
      for (const id of [undefined, '01J00000000000000000000W99']) {
        const request = { clientId, list: 'deliveries' as const, ...(id !== undefined && { webhookId: id }) };
        expect((await admin.call('exportOfficeList', request)).failure().code).toBe('webhook.unknown');
      }
      const other = { clientId, list: 'people' as const, webhookId };
      expect((await admin.call('exportOfficeList', other)).failure().code).toBe('request.invalid');
      expect((await admin.call('exportOfficeList', { clientId, list: 'secrets' as 'people' })).failure().code).toBe(
        'request.invalid',
      );
    });

    test('a doctor’s leaves are exported for the desk and the doctor', async () => {
      const { admin, doctor, auditor } = clinic;
      const own = doctor.user.pocId ?? '';
      const leave = { from: clinic.inDays(60), to: clinic.inDays(61), reason: '=1+1', rows: [] };
      (await admin.call('startLeave', { ...leave, pocId })).reply();
      const { head, lines } = await exportedLeaves(auditor, pocId);
      expect(head).toMatch(/^\uFEFF"Doctor","First day","Last day","From","Until","Reason","State"/);
      expect(lines).toEqual([expect.stringContaining(`"${leave.from}","${leave.to}",,,"'=1+1",`)]);
      expect((await exportedLeaves(doctor, own)).head).toBe(head);
      expect((await doctor.call('exportLeaves', { pocId })).failure().code).toBe('access.foreign');
      expect((await clinic.stranger.call('exportLeaves', { pocId })).failure().code).toBe('access.foreign');
    });

    test('they are refused to doctors and to other clients', async () => {
      const { doctor, stranger, clientId } = clinic;
      const request = { clientId, list: 'people' } as const;
      expect((await doctor.call('exportOfficeList', request)).failure().code).toBe('access.role');
      expect((await stranger.call('exportOfficeList', request)).failure().code).toBe('access.foreign');
    });
  });

  test.each(exports)('%s is refused to doctors and to other clients', async (name) => {
    const { doctor, stranger, clientId } = clinic;
    const request = { clientId, ...(name === 'exportTakings' && { day: clinic.inDays(0) }) };
    // The cast is safe: each name has its own request.
    const call = (who: SignedIn) => who.call(name as 'exportCalls', request);
    expect((await call(doctor)).failure().code).toBe('access.role');
    expect((await call(stranger)).failure().code).toBe('access.foreign');
  });
});

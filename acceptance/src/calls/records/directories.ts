import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { demoClients } from '@dayline/standalone/demo/clients';
import { readAfter } from '../../testing/http-caller.ts';
import { type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** Departments, doctors and users of a client: unpaged, by page, searched and sorted. */

let clinic: StartedClinic;
const sunrise = demoClients[0];
/** Before other suites of the product add doctors. */
let departments: ResponseOf<'listDepartmentsWithDoctors'>;
beforeAll(async () => {
  clinic = await sharedClinic();
  departments = (await clinic.admin.call('listDepartmentsWithDoctors', { clientId: clinic.clientId })).reply();
});
type List = 'listDepartmentsWithDoctors' | 'listDoctorsOfClient' | 'listUsers';
const ask = (name: List, more: object = {}) => {
  // Cast is safe: the three take the same fields.
  const request = { clientId: clinic.clientId, ...more } as RequestInputOf<'listUsers'>;
  return clinic.admin.call(name, request);
};
const whole = async (name: List, more: object = {}): Promise<object[]> => (await ask(name, more)).reply();

test('departments come with how many doctors each has', () => {
  const expected = (sunrise?.departments ?? []).map((name) => ({
    DepartmentName: name,
    NoOfPOCs: sunrise?.doctors.filter(({ department }) => department === name).length,
  }));
  expect(departments.map(({ DepartmentName, NoOfPOCs }) => ({ DepartmentName, NoOfPOCs }))).toEqual(expected);
});

test('users are found by name, contact, email and location, whatever the case', async () => {
  const person = {
    name: 'Zubin Ünique',
    phone: '447700900123',
    email: 'zubin@mail.example',
    location: 'Fort Kochi',
    clientId: clinic.clientId,
  };
  const { userId, position } = (await clinic.admin.call('saveUser', person)).reply();
  for (const search of ['zubin ü', '4477009001', 'ZUBIN@MAIL', 'fort KOCHI']) {
    const answer = await clinic.admin.call('listUsers', { clientId: clinic.clientId, search }, readAfter(position));
    expect(answer.reply()).toEqual([
      {
        User_ID: userId,
        User_Name: 'Zubin Ünique',
        User_Contact: '447700900123',
        User_Email: 'zubin@mail.example',
        User_Location: 'Fort Kochi',
      },
    ]);
    expect(answer.headers['x-total-count']).toBe('1');
  }
});

describe.each<[List, number]>([
  ['listDepartmentsWithDoctors', 2],
  ['listDoctorsOfClient', 5],
  ['listUsers', 10],
])('%s', (name, pageSize) => {
  test('near pages by cursor give the whole list, in its order', async () => {
    const all = await whole(name);
    const seen: object[] = [];
    let more: object = { page: 1, pageSize };
    for (;;) {
      const answer = await ask(name, more);
      expect(answer.headers['x-total-count']).toBe(String(all.length));
      seen.push(...answer.reply());
      const cursor = answer.headers['x-next-cursor'];
      if (cursor === undefined) break;
      more = { cursor, pageSize };
    }
    expect(all.length).toBeGreaterThan(pageSize);
    expect(seen).toEqual(all);
  });

  test('a far page by its number and the last from the end are the same rows', async () => {
    const all = await whole(name);
    const pages = Math.ceil(all.length / pageSize);
    const last = all.slice((pages - 1) * pageSize);
    expect(await whole(name, { page: pages, pageSize })).toEqual(last);
    expect(await whole(name, { page: -1, pageSize })).toEqual(last);
    expect(await whole(name, { page: pages + 1, pageSize })).toEqual(last);
    expect(await whole(name, { page: 2, pageSize })).toEqual(all.slice(pageSize, 2 * pageSize));
  });

  test('sorted from Z to A is the list from its end', async () => {
    const all = await whole(name);
    expect(await whole(name, { sort: 'z-a' })).toEqual([...all].reverse());
  });

  test('what nobody is called finds nothing, and a made-up cursor is refused', async () => {
    const none = await ask(name, { search: 'no such name', page: 1 });
    expect({ rows: none.reply(), total: none.headers['x-total-count'] }).toEqual({ rows: [], total: '0' });
    for (const cursor of ['?', 'WyJ4Il0', '-1']) {
      expect((await ask(name, { cursor })).failure().code).toBe('request.invalid');
    }
    expect((await ask(name, { search: "%' OR 1=1 --" })).reply()).toEqual([]);
  });

  test("another client's are never among them", async () => {
    const { clientId } = clinic.stranger.user;
    const theirs: object[] = (await clinic.stranger.call(name, { clientId })).reply();
    const ours = new Set((await whole(name)).map((row) => JSON.stringify(row)));
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.filter((row) => ours.has(JSON.stringify(row)))).toEqual([]);
    expect((await clinic.admin.call(name, { clientId })).failure().code).toBe('access.foreign');
    expect((await clinic.doctor.call(name, { clientId: clinic.clientId })).failure().code).toBe('access.role');
    expect((await clinic.auditor.call(name, { clientId: clinic.clientId })).status).toBe(200);
  });
});

test('users are listed by name', async () => {
  const names = (await clinic.admin.call('listUsers', { clientId: clinic.clientId }))
    .reply()
    .map((row) => row.User_Name);
  const lower = names.map((name) => name?.toLowerCase() ?? '');
  expect(lower).toEqual([...lower].sort());
});

import { endpoints } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import { eventually } from '../../../testing/event-file.ts';
import { readAfter, type SignedIn } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** The list of appointments as CSV, on the started product. */

describe('the export of appointments', () => {
  let clinic: StartedClinic;
  let pocId = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    pocId = await clinic.newDoctor(hours('09:00', '11:00', 2));
  });

  async function exported(who: SignedIn, filters: object, position: string | null = null) {
    const { path } = endpoints.exportAppointments;
    const body = { clientId: clinic.clientId, ...filters };
    const headers = { cookie: who.cookie, ...readAfter(position) };
    const answer = await send(clinic.product.url, { path, body, headers });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head = '', ...lines] = answer.text.trimEnd().split('\r\n');
    return { headers: answer.headers, head, lines };
  }

  test('has the rows of the filters with their formulas escaped, and the position in its name', async () => {
    const { admin, auditor, clientId } = clinic;
    const [first, second] = [clinic.inDays(2), clinic.inDays(3)];
    const kept = await clinic.book(pocId, first, '09:30', '=HYPERLINK("http://x")');
    const cancelled = await clinic.book(pocId, first, '10:00', 'Ravi Kumar');
    await clinic.book(pocId, second, '09:00', 'Meera Nair');
    const change = { appointmentId: cancelled, status: 'Cancelled' } as const;
    const { position } = (await admin.call('updateAppointmentStatusAsAdmin', change)).reply();

    const { headers, head, lines } = await exported(admin, { pocId, date: first, status: 'Confirmed' }, position);
    expect(head).toMatch(/^\uFEFF"Date","Time","Patient","Hospital number","Phone"/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^"${first}","09:30","'=HYPERLINK`));
    expect(lines[0]).toMatch(new RegExp(`"Direct Consultation","Confirmed",.*"Paid",.*"${kept}"$`));
    const today = clinic.inDays(0);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="dayline-appointments-${today}-at-${headers['x-position']}.csv"`,
    );
    expect((await exported(auditor, { pocId, from: first, to: second })).lines).toHaveLength(3);
    expect((await exported(admin, { pocId, search: 'ravi' })).lines[0]).toContain('"Cancelled"');
    await eventually('the activity says it', async () => {
      const { entries } = (await auditor.call('listActivity', { clientId, pageSize: 50, action: 'read' })).reply();
      return entries.some(({ sentence }) => sentence === 'exported 3 rows of appointments as CSV.');
    });
  });

  test('is of the own appointments for a doctor, and of nobody else', async () => {
    const { doctor, stranger, clientId } = clinic;
    const { user } = doctor;
    const own = await exported(doctor, {});
    const all = (await doctor.call('listAppointmentDetailsOfDoctor', { pocId: user.pocId ?? '' })).reply();
    expect(own.lines).toHaveLength(all.length);
    expect(all.length).toBeGreaterThan(0);
    for (const line of own.lines) expect(line).toContain(`"${user.pocId}_`);
    const { failure } = await doctor.call('exportAppointments', { clientId, pocId });
    expect(failure().code).toBe('access.foreign');
    expect((await stranger.call('exportAppointments', { clientId })).failure().code).toBe('access.foreign');
  });
});

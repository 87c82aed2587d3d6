import { noFigures } from '@dayline/contracts/endpoints/audit/figures';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import { type Caller, readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** A month as known then and as known today, over HTTP. */

let clinic: StartedClinic;
let pocId: string;
let appointmentId: string;
let month: string;
beforeAll(async () => {
  clinic = await sharedClinic();
  pocId = await clinic.newDoctor(hours('09:00', '17:00'));
  const date = clinic.inDays(2);
  month = date.slice(0, 7);
  appointmentId = await clinic.book(pocId, date, '09:00', '=HYPERLINK("x")');
});
const reportWith = async (more: { position?: string; with?: string }) =>
  (await clinic.auditor.call('getReport', { month, ...more })).reply();
const ask = (name: EndpointName, body: object, { cookie }: Pick<Caller, 'cookie'>) =>
  send(clinic.product.url, { path: endpoints[name].path, body, headers: cookie === '' ? {} : { cookie } });

test('a cancellation since then is the difference, and its line has the position', async () => {
  const before = await reportWith({});
  const { position } = before.later;
  const cancelled = { appointmentId, status: 'Cancelled' } as const;
  const { position: after } = (await clinic.admin.call('updateAppointmentStatusAsAdmin', cancelled)).reply();
  const report = (await clinic.auditor.call('getReport', { month, position }, readAfter(after))).reply();
  const own = report.doctors.find((doctor) => doctor.pocId === pocId);
  expect([own?.earlier.cancellations, own?.later.cancellations]).toEqual([0, 1]);
  expect(report.lines.at(-1)).toMatchObject({
    pocId,
    change: { ...noFigures, cancellations: 1 },
    entry: { type: 'AppointmentCancelled', appointmentId },
  });
  // The positions give the same figures, whatever happened since.
  const again = await reportWith({ position, with: position });
  expect([again.total.earlier, again.total.later]).toEqual([before.total.later, before.total.later]);
  const { entries } = (
    await clinic.auditor.call('listActivity', { clientId: clinic.clientId, action: 'read' })
  ).reply();
  expect(entries.filter(({ sentence }) => sentence.startsWith('read the report of ')).length).toBeLessThanOrEqual(1);
});

test.each(['exportReportCsv', 'exportReportNdjson'] as const)(
  '%s is a file with a position on each line',
  async (name) => {
    const { status, headers, text } = await ask(name, { month }, clinic.auditor);
    expect([status, headers['content-type']]).toEqual([200, endpoints[name].produces]);
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="dayline-.*-report-${month}-known-`),
    );
    const [, ...all] = text.trimEnd().split('\n');
    const lines = all.filter((line) => !line.startsWith('{"end":'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/"\d{16}"/);
  },
);

test.each(['getReport', 'exportReportCsv', 'exportReportNdjson'] as const)(
  '%s is refused to all but readers of a client, who get their own',
  async (name) => {
    const callOf = (who: Caller, request: object) =>
      name === 'getReport'
        ? send(clinic.product.url, {
            method: 'GET',
            path: `${endpoints.getReport.path}?${new URLSearchParams({ ...request })}`,
            headers: who.cookie === '' ? {} : { cookie: who.cookie },
          })
        : ask(name, request, who);
    expect((await callOf(clinic.nobody, { month })).status).toBe(401);
    expect((await callOf(clinic.doctor, { month })).status).toBe(403);
    const stranger = await callOf(clinic.stranger, { month });
    expect(stranger.status).toBe(200);
    expect(stranger.text).not.toContain(pocId);
    expect(stranger.text).not.toContain('Dr. Asha Menon');
    const wrong = [
      { month: '2026-13' },
      { month: 'x'.repeat(3_000) },
      { month, with: '1; DROP' },
      { month, clientId: 'x' },
      {},
    ];
    for (const request of wrong) expect((await callOf(clinic.auditor, request)).status).toBe(400);
  },
);

import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import { eventually } from '../../testing/event-file.ts';
import type { Caller } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** What auditors export from the log, over HTTP. */

let clinic: StartedClinic;
let appointmentId: string;
let bookedEvent: string;
beforeAll(async () => {
  clinic = await sharedClinic();
  const pocId = await clinic.newDoctor(hours('09:00', '17:00'));
  appointmentId = await clinic.book(pocId, clinic.inDays(2), '09:00', '=HYPERLINK("x")');
  bookedEvent = await eventually('the booking is in the activity', async () => {
    const { entries } = (
      await clinic.auditor.call('listActivity', { clientId: clinic.clientId, action: 'booking', pocId })
    ).reply();
    return entries[0]?.eventId;
  });
});
const ask = (name: EndpointName, body: object, { cookie }: Pick<Caller, 'cookie'>) =>
  send(clinic.product.url, { path: endpoints[name].path, body, headers: cookie === '' ? {} : { cookie } });

test('a CSV has the clinic, its zone and each position, and no cell that a spreadsheet would run', async () => {
  const { status, headers, text } = await ask(
    'exportCsv',
    { clientId: clinic.clientId, appointmentId },
    clinic.auditor,
  );
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers['content-disposition']).toContain('attachment');
  const [header, ...rows] = text.trimEnd().split('\r\n');
  for (const column of ['Clinic', 'Time zone', 'Log position']) expect(header).toContain(column);
  expect(rows.length).toBeGreaterThan(0);
  for (const cell of rows.flatMap((row) => row.split(','))) expect(cell).not.toMatch(/^"?[=+@\t-]/);
});

test('a booking tells what it caused and what caused it', async () => {
  const request = { clientId: clinic.clientId, eventId: bookedEvent };
  const linked = (await clinic.auditor.call('getActivityCauses', request)).reply();
  expect(linked.length).toBeGreaterThan(0);
  expect((await clinic.stranger.call('getActivityCauses', request)).status).toBeGreaterThanOrEqual(400);
});

test('the log is checked while the caller sees how far, and no fault is found', async () => {
  const { status, text } = await ask('checkLog', { clientId: clinic.clientId }, clinic.auditor);
  expect(status).toBe(200);
  const steps = endpoints.checkLog.response.parse(JSON.parse(text));
  expect(steps.at(-1)?.result).toMatchObject({ count: 0, faults: [] });
});

test.each(['exportCsv', 'exportNdjson', 'checkLog'] as const)(
  '%s is refused to all but readers of the client',
  async (name) => {
    const request = { clientId: clinic.clientId };
    expect((await ask(name, request, clinic.nobody)).status).toBe(401);
    expect((await ask(name, request, clinic.doctor)).status).toBe(403);
    expect((await ask(name, request, clinic.stranger)).status).toBe(403);
    const { status } = await ask(name, { ...request, clientId: 'x' }, clinic.auditor);
    expect(status).toBe(400);
  },
);

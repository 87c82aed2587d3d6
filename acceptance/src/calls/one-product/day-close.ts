import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "End of the day" (the desk's day, 6), on the started product. */

let clinic: StartedClinic;
beforeAll(async () => {
  clinic = await sharedClinic();
});

const cashOf = (rows: readonly { method: string; name: string; taken: number; refunded: number }[], name: string) =>
  rows.find((row) => row.method === 'cash' && row.name === name) ?? { taken: 0, refunded: 0 };

test('a paid and refunded visit of another day is in today’s takings; two close at once, and what follows is listed with it', async () => {
  const { admin, auditor, doctor, stranger, clientId } = clinic;
  const { name } = admin.user;
  const pocId = await clinic.newDoctor(hours('09:00', '10:00', 2));
  const [day, date] = [clinic.inDays(0), clinic.inDays(2)];
  const look = async (position: string | null, who = admin) =>
    (await who.call('getTakings', { clientId, day }, readAfter(position))).reply();
  const before = await look(null);
  expect(before.closings).toEqual([]);
  const userId = await clinic.newPatient('Asha Rao');
  const visit = { userId, pocId, date, time: '09:00', type: 'Direct Consultation', clientId } as const;
  const { appointmentId, position } = (
    await admin.call('createAppointment', { ...visit, paymentStatus: 'Paid', amount: 70_000, method: 'cash' })
  ).reply();
  const taken = await look(position);
  expect(cashOf(taken.takings, name).taken - cashOf(before.takings, name).taken).toBe(70_000);
  expect((await admin.call('getTakenToday', { clientId }, readAfter(position))).reply().taken).toBeGreaterThanOrEqual(
    70_000,
  );

  const stale = { clientId, day, position: before.position, closings: 0 };
  expect((await admin.call('closeDay', stale)).failure().code).toBe('close.changed');
  const request = { ...stale, position: taken.position };
  const both = await Promise.all([admin.call('closeDay', request), admin.call('closeDay', request)]);
  const closed = both.filter(({ status }) => status === 200);
  expect(closed).toHaveLength(1);
  const lost = both.find(({ status }) => status !== 200)?.failure();
  expect(lost).toMatchObject({ code: 'close.again', details: { closed: { by: name } } });
  const reply = closed[0]?.reply();
  expect(reply?.totals).toEqual(taken.takings);

  const cancelled = { appointmentId, status: 'Cancelled', money: 'refunded' } as const;
  const refund = (await admin.call('updateAppointmentStatusAsAdmin', cancelled)).reply();
  const after = await look(refund.position, auditor);
  expect(after.since).toMatchObject([{ name, method: 'cash', taken: 0, refunded: 70_000 }]);
  expect(after.closings).toMatchObject([{ by: name, totals: taken.takings }]);
  const again = { clientId, day, position: after.position, closings: 1 };
  const second = (await admin.call('closeDay', { ...again, countedCash: 12_300 })).reply();
  expect(await look(second.position)).toMatchObject({
    since: [],
    closings: [{ by: name }, { totals: after.takings, countedCash: 12_300 }],
  });

  const activity = JSON.stringify(
    (await auditor.call('listActivity', { clientId }, readAfter(second.position))).reply(),
  );
  expect(activity).toMatch(/closed the day [^"]*, with ₹123 counted in cash/);
  const last = (await auditor.call('getTakings', { clientId, day: '8999-12-31' })).reply();
  expect(last.next).toEqual({ date: '9000-01-01', doctors: [] });
  const early = { ...again, day: clinic.inDays(1), closings: 0 };
  expect((await admin.call('closeDay', early)).failure().code).toBe('close.early');
  for (const person of [doctor, auditor]) {
    expect((await person.call('closeDay', again)).failure().code).toBe('access.role');
  }
  expect((await doctor.call('getTakings', { clientId, day })).failure().code).toBe('access.role');
  expect((await stranger.call('getTakings', { clientId, day })).failure().code).toBe('access.foreign');
  expect((await stranger.call('closeDay', again)).failure().code).toBe('access.foreign');
});

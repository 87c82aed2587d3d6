import type { PublicEvent } from '@dayline/contracts/partner/public-events';
import { type Caller, partnerAt } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** The feed of public events on the started product. */

describe('the feed of events', () => {
  let clinic: StartedClinic;
  let partner: Caller;
  let pocId = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    const { admin, clientId, product } = clinic;
    const scopes = ['events:read'] as const;
    const { apiKey } = (
      await admin.call('issueApiKey', { clientId, name: 'Reports', scopes: [...scopes], days: 30 })
    ).reply();
    partner = partnerAt(product.url, apiKey, clinic.furthest);
    pocId = await clinic.newDoctor(hours('09:00', '11:00', 2));
  });

  async function readOn(after: string, waitSeconds = 0): Promise<{ events: PublicEvent[]; position: string }> {
    const page = (await partner.call('listEvents', { after, limit: 3, waitSeconds })).reply();
    if (!page.hasMore) return page;
    const rest = await readOn(page.position);
    return { ...rest, events: [...page.events, ...rest.events] };
  }

  test('tells of a booking, a move, a mark, a cancellation, their undos and blocks, each once', async () => {
    const { admin, clientId } = clinic;
    const [day, later] = [clinic.inDays(3), clinic.inDays(4)];
    const userId = await clinic.newPatient('Nandini Feedwala');
    const booking = { clientId, pocId, userId, date: day, time: '09:00', type: 'Direct Consultation' } as const;
    const booked = (await admin.call('createAppointment', { ...booking, paymentStatus: 'Paid' })).reply();
    // The command's position is that of its last event: the feed continues after it.
    const { appointmentId: from, position: after = '' } = booked;
    const moved = (
      await admin.call('moveAppointment', { appointmentId: from, pocId, date: later, time: '09:30' })
    ).reply();
    const to = moved.appointmentId;
    (await admin.call('moveAppointment', { appointmentId: to, pocId, date: later, time: '10:00' })).reply();
    (await admin.call('updateAppointmentStatusAsAdmin', { appointmentId: to, status: 'Cancelled' })).reply();
    (await admin.call('blockDay', { pocId, date: day })).reply();
    const { events, position } = await readOn(after ?? '');
    expect(events.map(({ type }) => type)).toEqual([
      ...['appointment.moved', 'appointment.moved', 'appointment.cancelled', 'slots.blocked'],
    ]);
    const visit = { appointmentId: to, patientId: userId, pocId, date: later };
    expect(events.map(({ data }) => data)).toEqual([
      { ...visit, status: 'Confirmed', from, to },
      { ...visit, status: 'Confirmed', from: to, to },
      { ...visit, status: 'Cancelled' },
      { pocId, date: day },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Feedwala|9888/);
    const waiting = readOn(position, 25);
    (await admin.call('unblockSlot', { pocId, date: day })).reply();
    expect((await waiting).events.map(({ type }) => type)).toEqual(['slots.unblocked']);
  });

  test('is for keys with the scope alone', async () => {
    const { admin, clientId, product } = clinic;
    const issue = { clientId, name: 'Kiosk', scopes: ['slots:read' as const], days: 1 };
    const { apiKey } = (await admin.call('issueApiKey', issue)).reply();
    expect((await partnerAt(product.url, apiKey).call('listEvents', {})).failure().code).toBe('access.role');
    expect((await admin.call('listEvents', {})).failure().code).toBe('access.role');
  });
});

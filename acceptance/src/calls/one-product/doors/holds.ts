import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import type { CommandName, RequestInputOf } from '@dayline/contracts/endpoints/table';
import { holdMs } from '@dayline/contracts/partner/holds';
import { eventually } from '../../../testing/event-file.ts';
import { type Caller, partnerAt, readAfter } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** Places that partners hold on the started product. */

describe('a held place', () => {
  let clinic: StartedClinic;
  let partner: Caller;
  let pocId = '';
  let day = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    partner = await issued('Chatbot');
    day = clinic.inDays(6);
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor(hours('09:00', '10:00', 1));
  });

  async function issued(name: string): Promise<Caller> {
    const { admin, clientId, furthest, product } = clinic;
    const issue = { clientId, name, scopes: [...keyScopes], days: 30 };
    return partnerAt(product.url, (await admin.call('issueApiKey', issue)).reply().apiKey, furthest);
  }
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return { 'Idempotency-Key': `holds-of-tests-${keys}` };
  };
  const newPhone = () => `+9198123${String(60_000 + keys)}`;
  const slotAt = (time: string) => `${pocId}_${day.replaceAll('-', '')}_${time.replace(':', '')}`;
  /** Sent twice: the second answer is the first one. */
  async function twice<Name extends CommandName>(name: Name, request: RequestInputOf<Name>, by = partner) {
    const key = newKey();
    const first = (await by.call(name, request, key)).reply();
    expect((await by.call(name, request, key)).reply()).toEqual(first);
    return first;
  }
  const codeOf = async <Name extends CommandName>(name: Name, request: RequestInputOf<Name>, by = partner) =>
    (await by.call(name, request, newKey())).failure().code;
  async function newPatient(): Promise<string> {
    const phone = newPhone();
    const details = { name: `Meera ${phone.slice(-4)}`, phone, email: 'z@x.example', location: 'Nashik' };
    return (await twice('savePartnerPatient', details)).patientId;
  }
  const timesOf = async (position: string | null) => {
    const asked = { pocId, from: day, to: day };
    const { slots } = (await partner.call('listPartnerSlots', asked, readAfter(position))).reply();
    return slots.map(({ time }) => time);
  };

  test('is offered to nobody until it is released, and the desk can’t book it', async () => {
    const { admin, clientId } = clinic;
    const held = await twice('createHold', { slotId: slotAt('09:00'), phone: newPhone() });
    expect(Date.parse(held.until) - Date.now()).toBeLessThanOrEqual(holdMs);
    expect(await timesOf(held.position)).toEqual(['09:30']);
    const patientId = await newPatient();
    const booking = { userId: patientId, clientId, pocId, date: day, time: '09:00' } as const;
    const full = await admin.call('createAppointment', {
      ...{ ...booking, type: 'Direct Consultation', paymentStatus: 'Pay_later' },
    });
    expect(full.failure().code).toBe('slot.full');
    expect(await codeOf('bookPartnerAppointment', { patientId, slotId: slotAt('09:00') })).toBe('slot.full');
    const { appointmentId } = held;
    const released = await twice('releaseHold', { appointmentId });
    expect(await timesOf(released.position)).toEqual(['09:00', '09:30']);
    expect(await codeOf('bookPartnerAppointment', { patientId, slotId: slotAt('09:00'), holdId: appointmentId })).toBe(
      'hold.ended',
    );
  });

  test('is booked under its id by its key alone, and its history begins with the hold', async () => {
    const { admin, clientId } = clinic;
    const laboratory = await issued('Laboratory');
    const patientId = await newPatient();
    const held = await twice('createHold', { slotId: slotAt('09:00'), phone: newPhone() });
    const request = { patientId, slotId: slotAt('09:00'), holdId: held.appointmentId };
    expect(await codeOf('bookPartnerAppointment', request, laboratory)).toBe('hold.unknown');
    expect(await codeOf('releaseHold', { appointmentId: held.appointmentId }, laboratory)).toBe('hold.unknown');
    // A refusal is appended just after its answer.
    await eventually('the refusal is recorded', async () => {
      const { entries } = (await admin.call('listActivity', { clientId })).reply();
      return entries.some((entry) => entry.type === 'CommandRefused' && entry.appointmentId === held.appointmentId);
    });
    const { appointmentId, position } = await twice('bookPartnerAppointment', request);
    expect(appointmentId).toBe(held.appointmentId);
    const story = (await admin.call('getAppointmentStory', { appointmentId }, readAfter(position))).reply();
    // The other key's attempt is there too.
    const types = ['PlaceHeld', 'CommandRefused', 'AppointmentBooked', 'AppointmentPaymentRecorded'];
    expect(story.entries.map(({ type }) => type)).toEqual(types);
    expect(story.entries[0]).toMatchObject({ sentence: 'Place held', actor: { kind: 'partner', name: 'Chatbot' } });
  });

  test('is one for a phone, and refused where the desk has blocked it since', async () => {
    const { admin } = clinic;
    const phone = newPhone();
    const held = await twice('createHold', { slotId: slotAt('09:00'), phone });
    expect(await codeOf('createHold', { slotId: slotAt('09:30'), phone })).toBe('hold.phone');
    const patientId = await newPatient();
    (await admin.call('blockSlots', { pocId, date: day, timings: ['09:00'] })).reply();
    const request = { patientId, slotId: slotAt('09:00'), holdId: held.appointmentId };
    expect(await codeOf('bookPartnerAppointment', request)).toBe('slot.blocked');
    expect(await codeOf('createHold', { slotId: slotAt('09:00'), phone: newPhone() })).toBe('slot.blocked');
  });
});

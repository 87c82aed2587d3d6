import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import type { CommandName, RequestInputOf } from '@dayline/contracts/endpoints/table';
import type { Failure } from '@dayline/contracts/errors';
import { type Caller, partnerAt, readAfter } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** Commands of partners on the started product: the desk's rules, each intent once. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../../', import.meta.url));

describe('a partner', () => {
  let clinic: StartedClinic;
  let partner: Caller;
  let apiKey = '';
  let pocId = '';
  let day = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    const { admin, clientId, product } = clinic;
    const issue = { clientId, name: 'Chatbot', scopes: [...keyScopes], days: 30 };
    ({ apiKey } = (await admin.call('issueApiKey', issue)).reply());
    partner = partnerAt(product.url, apiKey, clinic.furthest);
    day = clinic.inDays(4);
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor(hours('09:00', '11:00', 1));
  });

  let keys = 0;
  const newKey = () => {
    keys += 1;
    return { 'Idempotency-Key': `partner-of-tests-${keys}` };
  };
  const slot = (time: string, date = day) => `${pocId}_${date.replaceAll('-', '')}_${time.replace(':', '')}`;
  /** Sent twice: the second answer is the first one. */
  async function twice<Name extends CommandName>(name: Name, request: RequestInputOf<Name>) {
    const key = newKey();
    const first = (await partner.call(name, request, key)).reply();
    expect((await partner.call(name, request, key)).reply()).toEqual(first);
    return first;
  }
  const refusal = async <Name extends CommandName>(name: Name, request: RequestInputOf<Name>): Promise<Failure> =>
    (await partner.call(name, request, newKey())).failure();
  const newPatient = (name: string, phone = '+919812350001') =>
    twice('savePartnerPatient', { name, phone, email: 'z@x.example', location: 'Nashik' });

  test('registers, books, moves and cancels, each once, and the history says who it was', async () => {
    const { admin } = clinic;
    const { patientId } = await newPatient('Meera Chatterjee');
    const booked = await twice('bookPartnerAppointment', { patientId, slotId: slot('09:00') });
    const moved = await twice('movePartnerAppointment', {
      ...{ appointmentId: booked.appointmentId, slotId: slot('10:00', clinic.inDays(5)), reason: 'She asked for it' },
    });
    expect(moved).toMatchObject({ pocId, date: clinic.inDays(5), time: '10:00' });
    expect(moved.appointmentId).not.toBe(booked.appointmentId);
    const { appointmentId } = moved;
    const { position } = await twice('cancelPartnerAppointment', { appointmentId });
    const visits = await partner.call('listPartnerAppointments', { patientId }, readAfter(position));
    expect(visits.reply().appointments.map(({ status, date }) => [status, date])).toEqual([
      ['Cancelled', clinic.inDays(5)],
    ]);
    const story = (await admin.call('getAppointmentStory', { appointmentId }, readAfter(position))).reply();
    const actors = story.entries.map(({ actor, channel }) => `${actor.kind} ${actor.name}, ${channel}`);
    expect(new Set(actors)).toEqual(new Set(['partner Chatbot, partner']));
  });

  test('is refused what the desk is, with free times for a full one', async () => {
    const { admin } = clinic;
    const { patientId } = await newPatient('Ravi Chatterjee');
    const other = await newPatient('Sita Chatterjee');
    await twice('bookPartnerAppointment', { patientId, slotId: slot('09:00') });
    const full = await refusal('bookPartnerAppointment', { patientId: other.patientId, slotId: slot('09:00') });
    expect(full.code).toBe('slot.full');
    expect(JSON.stringify(full.details)).toContain('09:30');
    const book = (slotId: string, more: object = {}) =>
      refusal('bookPartnerAppointment', { patientId: other.patientId, slotId, ...more });
    expect((await book(slot('09:10'))).code).toBe('slot.unknown');
    expect((await book(slot('09:30', clinic.inDays(-1)))).code).toBe('slot.passed');
    expect((await book(slot('09:30', clinic.inDays(300)))).code).toBe('slot.beyond-horizon');
    expect((await book(slot('09:30'), { type: 'Tele Consultation' })).code).toBe('payment.upfront');
    (await admin.call('blockDay', { pocId, date: day })).reply();
    expect((await book(slot('09:30'))).code).toBe('slot.blocked');
  });

  test('needs a key for each command, and a key of another request is refused', async () => {
    const { patientId } = await newPatient('Uma Chatterjee');
    const request = { patientId, slotId: slot('09:00') };
    const without = await partner.call('bookPartnerAppointment', request);
    expect([without.status, without.failure().code]).toEqual([400, 'key.missing']);
    const key = newKey();
    (await partner.call('bookPartnerAppointment', request, key)).reply();
    const reused = await partner.call('bookPartnerAppointment', { patientId, slotId: slot('10:00') }, key);
    expect(reused.failure().code).toBe('key.reused');
  });

  test('the client of the examples looks up, finds, books, moves and cancels, sending each request twice', async () => {
    const phone = '+919812350009';
    const { patientId, position } = await newPatient('Leela Chatterjee', phone);
    await partner.call('lookUpPatients', { phone }, readAfter(position));
    const tsx = createRequire(import.meta.url).resolve('tsx');
    const program = ['--import', tsx, 'examples/partner-client.ts', clinic.product.url, phone];
    const { stdout } = await run(process.execPath, program, {
      cwd: root,
      env: { PATH: process.env['PATH'], DAYLINE_API_KEY: apiKey, POC_ID: pocId },
    });
    expect(stdout).toMatch(/^Leela: booked .+\nmoved to .+\ncancelled\n$/);
    expect(stdout).not.toContain(apiKey);
    const visits = (await partner.call('listPartnerAppointments', { patientId })).reply().appointments;
    expect(visits.map(({ status }) => status)).toEqual(['Cancelled']);
  });
});

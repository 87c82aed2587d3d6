import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import { eventually } from '../../../testing/event-file.ts';
import { partnerAt, readAfter } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** Partners' keys and their calls on the started product. */

describe('an API key', () => {
  let clinic: StartedClinic;
  let pocId = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    pocId = await clinic.newDoctor(hours('09:00', '11:00', 2));
  });

  type Issue = RequestInputOf<'issueApiKey'>;
  async function issue(scopes: Issue['scopes'] = [...keyScopes], name = 'Laboratory') {
    const { admin, clientId, furthest, product } = clinic;
    const issued = (await admin.call('issueApiKey', { clientId, name, scopes, days: 90 })).reply();
    return { ...issued, partner: partnerAt(product.url, issued.apiKey, furthest) };
  }

  test('is issued to administrators alone, the same again for a retry, and shown in no list', async () => {
    const { admin, doctor, auditor, stranger, clientId, product } = clinic;
    const request: Issue = { clientId, name: 'Kiosk', scopes: ['patients:lookup', 'slots:read'], days: 30 };
    const key = { 'Idempotency-Key': 'issue-of-tests-1' };
    const first = (await admin.call('issueApiKey', request, key)).reply();
    expect((await admin.call('issueApiKey', request, key)).reply()).toEqual(first);
    expect(first.apiKey).toMatch(new RegExp(`^dl_${first.apiKeyId}_[\\w-]{54}$`));
    for (const other of [doctor, auditor]) {
      expect((await other.call('issueApiKey', request)).failure().code).toBe('access.role');
    }
    expect((await stranger.call('issueApiKey', request)).failure().code).toBe('access.foreign');
    const listed = await auditor.call('listApiKeys', { clientId }, readAfter(first.position));
    const [kiosk] = listed.reply().filter(({ apiKeyId }) => apiKeyId === first.apiKeyId);
    expect(kiosk).toEqual({
      ...{ apiKeyId: first.apiKeyId, name: 'Kiosk', scopes: ['slots:read', 'patients:lookup'] },
      ...{ issuedAt: expect.any(String), until: first.until, revokedAt: null },
      ...{ lastUsedAt: null, calls: 0, refusals: 0 },
    });
    const path = '/api/api-keys/list';
    const answer = await send(product.url, { path, body: { clientId }, headers: { cookie: auditor.cookie } });
    expect(answer.text).not.toContain(first.apiKey.slice(-54));
  });

  test('makes the calls of its scopes only, and those of new ones from the next call on', async () => {
    const { admin, clientId } = clinic;
    const { apiKeyId, partner } = await issue(['slots:read']);
    expect((await partner.call('listPartnerSlots', { pocId })).status).toBe(200);
    expect((await partner.call('lookUpPatients', { phone: '+919876500000' })).failure().code).toBe('access.role');
    (await admin.call('changeApiKeyScopes', { clientId, apiKeyId, scopes: ['patients:lookup'] })).reply();
    expect((await partner.call('listPartnerSlots', { pocId })).failure().code).toBe('access.role');
    expect((await partner.call('lookUpPatients', { phone: '+919876500000' })).reply()).toEqual({ patients: [] });
  });

  test('is listed with its use: calls, refusals and the last time', async () => {
    const { admin, clientId } = clinic;
    const { apiKeyId, partner } = await issue(['slots:read']);
    const startedAt = Date.now();
    for (let call = 0; call < 3; call += 1)
      expect((await partner.call('listPartnerSlots', { pocId })).status).toBe(200);
    await partner.call('lookUpPatients', { phone: '+919876500000' });
    const read = async () =>
      (await admin.call('listApiKeys', { clientId })).reply().find((key) => key.apiKeyId === apiKeyId);
    const key = await eventually('the calls are counted', async () => {
      const current = await read();
      return current?.calls === 4 ? current : null;
    });
    expect(key.refusals).toBe(1);
    expect(Date.parse(key.lastUsedAt ?? '')).toBeGreaterThanOrEqual(startedAt);
  }, 60_000);

  test('is refused from the moment of its revocation, for good, and stays listed as revoked', async () => {
    const { admin, stranger, clientId } = clinic;
    const { apiKeyId, partner } = await issue();
    const other = await stranger.call('revokeApiKey', { clientId: stranger.user.clientId, apiKeyId });
    expect(other.failure().code).toBe('api-key.unknown');
    expect((await partner.call('listPartnerSlots', {})).status).toBe(200);
    const { position } = (await admin.call('revokeApiKey', { clientId, apiKeyId })).reply();
    const refused = await partner.call('listPartnerSlots', {});
    expect([refused.status, refused.failure().code]).toEqual([401, 'api-key.invalid']);
    expect((await admin.call('revokeApiKey', { clientId, apiKeyId })).failure().code).toBe('api-key.unknown');
    const listed = (await admin.call('listApiKeys', { clientId }, readAfter(position))).reply();
    expect(listed.find((key) => key.apiKeyId === apiKeyId)?.revokedAt).not.toBeNull();
  });

  test('beside a session’s cookie is refused, and a person makes no call of partners', async () => {
    const { admin, product } = clinic;
    const { apiKey } = await issue();
    const headers = { authorization: `Bearer ${apiKey}`, cookie: admin.cookie };
    const answer = await send(product.url, { method: 'GET', path: '/api/v1/slots', headers });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([400, 'request.two-credentials']);
    expect((await admin.call('listPartnerSlots', {})).failure().code).toBe('access.role');
  });

  test('reads the times that the desk could book, with an ETag', async () => {
    const { admin, departmentId } = clinic;
    const { apiKey, partner } = await issue();
    const date = clinic.inDays(3);
    const slots = async (request: RequestInputOf<'listPartnerSlots'>, position: string | null = null) => {
      const answer = await partner.call('listPartnerSlots', request, readAfter(position));
      return { answer, ...answer.reply() };
    };
    const [bare] = (await slots({ pocId, from: date, to: date })).slots;
    expect([bare?.room, bare?.fee]).toEqual([null, null]);
    await admin.call('setRoom', { pocId, room: 'Room 3' });
    const { position: priced } = (await admin.call('updateConsultationFees', { pocId, fees: '500.00' })).reply();
    const whole = await slots({ pocId, from: date, to: date }, priced);
    expect(whole.slots.map(({ time, free }) => [time, free])).toEqual([
      ['09:00', 2],
      ['09:30', 2],
      ['10:00', 2],
      ['10:30', 2],
    ]);
    expect(whole.slots[0]).toEqual({
      ...{ slotId: `${pocId}_${date.replaceAll('-', '')}_0900`, pocId, pocName: expect.stringMatching(/^Dr\. Test /) },
      ...{ departmentId, departmentName: expect.stringMatching(/./), date, time: '09:00', minutes: 30, free: 2 },
      ...{ room: 'Room 3', fee: 50_000 },
    });
    const path = `/api/v1/slots?${new URLSearchParams({ pocId, from: date, to: date })}`;
    const conditional = { authorization: `Bearer ${apiKey}`, 'if-none-match': String(whole.answer.headers.etag) };
    expect((await send(clinic.product.url, { method: 'GET', path, headers: conditional })).status).toBe(304);
    expect((await fetch(`${clinic.product.url}${path}`, { headers: conditional })).status).toBe(304);

    await clinic.book(pocId, date, '09:30', 'Asha Verma');
    await clinic.book(pocId, date, '09:30', 'Asha Varma');
    expect((await slots({ pocId, from: date, to: date })).slots.map(({ time }) => time)).toEqual([
      ...['09:00', '10:00', '10:30'],
    ]);
    expect((await send(clinic.product.url, { method: 'GET', path, headers: conditional })).status).toBe(200);
    const { position } = (await admin.call('blockDay', { pocId, date })).reply();
    expect((await slots({ pocId, from: date, to: date }, position)).slots).toEqual([]);
    const week = await slots({ departmentId });
    expect([week.from, week.to, week.zone]).toEqual([clinic.inDays(0), clinic.inDays(6), 'Asia/Kolkata']);
    expect(new Set(week.slots.map((slot) => slot.departmentId))).toEqual(new Set([departmentId]));
    expect((await slots({ from: date, to: clinic.inDays(300) })).to).toBe(clinic.inDays(3 + 30));
  });

  test('looks up a phone: ids and first names alone, which its trail and the patient’s history tell', async () => {
    const { admin, clientId } = clinic;
    const { partner } = await issue(['patients:lookup', 'appointments:read'], 'Ward Tablet');
    const phone = '919812340001';
    const save = async (name: string) =>
      (await admin.call('saveUser', { name, phone, email: 'z@x.example', location: 'Nashik', clientId })).reply();
    const { userId } = await save('Zuleikha Canarywala');
    const { userId: child, position } = await save('Imran Canarywala');
    const found = await partner.call('lookUpPatients', { phone: `+${phone}` }, readAfter(position));
    expect(found.reply()).toEqual({
      patients: [
        { patientId: userId, firstName: 'Zuleikha' },
        { patientId: child, firstName: 'Imran' },
      ],
    });
    const day = clinic.inDays(5);
    const booking = { clientId, pocId, userId, date: day, time: '09:00', type: 'Direct Consultation' } as const;
    const booked = (await admin.call('createAppointment', { ...booking, paymentStatus: 'Paid' })).reply();
    const visits = await partner.call('listPartnerAppointments', { patientId: userId }, readAfter(booked.position));
    const { appointmentId } = booked;
    const visit = {
      appointmentId,
      patientId: userId,
      pocId,
      status: 'Confirmed',
      date: day,
      time: '09:00',
      minutes: 30,
    };
    expect(visits.reply()).toMatchObject({ zone: 'Asia/Kolkata', appointments: [visit] });
    expect((await partner.call('getPartnerAppointment', { appointmentId })).reply()).toMatchObject(visit);
    expect(JSON.stringify([found.reply(), visits.reply()])).not.toMatch(/Canarywala|9812340001|Nashik|x\.example/);

    // A trail is appended just after the answers.
    const usage = await eventually('the activity tells of the reads', async () => {
      const { entries } = (await admin.call('listActivity', { clientId, patientId: userId, pageSize: 20 })).reply();
      return entries.some(({ sentence }) => sentence.startsWith('listed the appointments')) && entries;
    });
    const lines = usage.map(({ actor, channel, sentence }) => `${channel}: ${actor.name} ${sentence}`);
    expect(lines).toEqual(
      expect.arrayContaining([
        'partner: Ward Tablet looked up a phone number, Zuleikha Canarywala.',
        'partner: Ward Tablet listed the appointments, Zuleikha Canarywala.',
      ]),
    );
  });

  test('looks up one phone ten times a minute, then waits', async () => {
    const { partner } = await issue(['patients:lookup']);
    const ask = (phone: string) => partner.call('lookUpPatients', { phone });
    for (let time = 0; time < 11; time += 1) expect((await ask('+919812340002')).status).toBe(200);
    // The first delay is of a second, which a busy machine may need between two calls; each further one is longer.
    let next = await ask('+919812340002');
    for (let delays = 1; next.status === 200 && delays < 6; delays += 1) next = await ask('+919812340002');
    expect(next.failure().code).toBe('request.throttled');
    expect((await ask('+919812340003')).status).toBe(200);
  });
});

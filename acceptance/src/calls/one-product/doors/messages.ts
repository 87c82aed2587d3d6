import { endpoints, type RequestOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { MessageSettings } from '@dayline/contracts/patients/messages';
import { send } from '@dayline/http/testing/send';
import { eventsIn, eventually } from '../../../testing/event-file.ts';
import { paidDirectVisit, readAfter } from '../../../testing/http-caller.ts';
import { messageToken } from '../../../testing/processes/message-token.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** What patients want to hear, on the started product: at the desk, and by the link in an email. */

describe('emails about visits', () => {
  let clinic: StartedClinic;
  let userId = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
  });
  beforeEach(async () => {
    userId = await clinic.newPatient('Kavya Nair');
  });

  const shown = async (position: string | null = null) =>
    (await clinic.auditor.call('getPatientOverview', { userId, past: 1 }, readAfter(position))).reply().messages;

  test('end at the desk with a reason, and begin again', async () => {
    const { admin, auditor, doctor, stranger } = clinic;
    const choice = { userId, email: false, reason: 'Prefers a call' };
    expect((await auditor.call('chooseMessages', choice)).failure().code).toBe('access.role');
    expect((await doctor.call('chooseMessages', choice)).failure().code).toBe('access.role');
    expect((await stranger.call('chooseMessages', choice)).failure().code).toBe('access.foreign');
    expect((await admin.call('chooseMessages', { ...choice, reason: ' ' })).failure().code).toBe('request.invalid');
    expect(await shown()).toBeUndefined();
    const { position } = (await admin.call('chooseMessages', choice)).reply();
    expect(await shown(position)).toMatchObject({ accepted: false, by: { kind: 'admin' } });
    expect((await admin.call('chooseMessages', choice)).reply().position).toBeNull();
    const again = (await admin.call('chooseMessages', { ...choice, email: true })).reply();
    expect(await shown(again.position)).toMatchObject({ accepted: true });
  });

  test('have the language that the desk chooses', async () => {
    const { admin, auditor, doctor, stranger } = clinic;
    const language = async (position: string | null = null) =>
      (await auditor.call('getPatientOverview', { userId, past: 1 }, readAfter(position))).reply().messageLanguage;
    const hindi = { userId, language: 'hi' } as const;
    for (const caller of [auditor, doctor]) {
      expect((await caller.call('setMessageLanguage', hindi)).failure().code).toBe('access.role');
    }
    expect((await stranger.call('setMessageLanguage', hindi)).failure().code).toBe('access.foreign');
    expect(await language()).toEqual({ chosen: null, ofHospital: 'en' });
    const { position } = (await admin.call('setMessageLanguage', hindi)).reply();
    expect(await language(position)).toEqual({ chosen: 'hi', ofHospital: 'en' });
    const again = (await admin.call('setMessageLanguage', { userId, language: null })).reply();
    expect(await language(again.position)).toEqual({ chosen: null, ofHospital: 'en' });
  });

  test('end by one click of a mail program, and not by opening the link', async () => {
    const { url, dataDir } = clinic.product;
    const token = await messageToken(clinic.product.dataDir, userId);
    const path = `${endpoints.declineMessages.path}?${new URLSearchParams({ token, userId })}`;
    const opened = await send(url, { method: 'GET', path });
    expect([opened.status, opened.headers.location]).toEqual([303, `/no-messages/${token}/${userId}`]);
    const page = await send(url, { method: 'GET', path: String(opened.headers.location) });
    expect([page.status, page.text.includes('Kavya')]).toEqual([200, false]);
    expect(await shown()).toBeUndefined();

    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await send(url, { path, headers, body: 'List-Unsubscribe=One-Click' });
    expect([answer.status, answer.text.includes('Kavya')]).toEqual([200, false]);
    const declined = (await eventsIn(dataDir, streams.patient(userId))).find(({ type }) => type === 'MessagesDeclined');
    expect(await shown(declined?.position ?? '')).toMatchObject({ accepted: false, by: { kind: 'patient' } });

    const foreign = await clinic.nobody.call('declineMessages', {
      token,
      userId: await clinic.newPatient('Ravi Iyer'),
    });
    expect(foreign.failure().code).toBe('token.invalid');
    expect((await clinic.nobody.call('declineMessages', { token, userId })).reply().success).toBe(true);
  });

  test('a planned message is stopped on the visit’s story', async () => {
    const { admin, auditor, stranger, clientId } = clinic;
    const { messages: none } = (await admin.call('getClient', { clientId })).reply();
    const change = (messages: MessageSettings) => admin.call('changeClient', { clientId, values: { messages } });
    (await change({ ...none, booked: true })).reply();
    const pocId = await clinic.newDoctor(hours('09:00', '11:00', 2));
    const appointmentId = await clinic.book(pocId, clinic.inDays(5), '09:30', 'Zuleikha Canarywala');
    const typesOf = async () => {
      const { entries } = (await auditor.call('getAppointmentStory', { appointmentId })).reply();
      return entries.map(({ type }) => type);
    };
    await eventually('the message is planned', async () => (await typesOf()).includes('MessagePlanned'));
    (await change(none)).reply();
    const stop = { appointmentId, messageId: 1 };
    expect((await auditor.call('stopMessage', stop)).failure().code).toBe('access.role');
    expect((await stranger.call('stopMessage', stop)).failure().code).toBe('access.foreign');
    expect((await admin.call('stopMessage', { ...stop, messageId: 9 })).failure().code).toBe('appointment.unknown');
    (await admin.call('stopMessage', stop)).reply();
    expect(await typesOf()).toContain('MessageDropped');
  });

  test('are answered by the link in one: Confirm, Move, then Cancel, seen by the desk and in the story', async () => {
    const { admin, auditor, nobody, clientId, product } = clinic;
    const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
    const booking = { clientId, pocId, userId, date: clinic.inDays(2), time: '09:00', ...paidDirectVisit };
    const { appointmentId } = (await admin.call('createAppointment', booking)).reply();
    const asked = { appointmentId, token: await messageToken(product.dataDir, userId, appointmentId) };
    const { path } = endpoints.answerVisit;
    const page = await send(product.url, { method: 'GET', path: `/your-visit/${asked.token}/${appointmentId}` });
    expect([page.status, page.text.includes('Kavya')]).toEqual([200, false]);
    expect((await send(product.url, { method: 'GET', path })).status).toBe(405);
    expect((await nobody.call('answerVisit', asked)).reply()).toMatchObject({
      state: 'open',
      visit: { firstName: 'Kavya', date: booking.date, time: '09:00' },
    });
    const foreign = { ...asked, token: await messageToken(product.dataDir, await clinic.newPatient('Ravi Iyer')) };
    expect((await nobody.call('answerVisit', foreign)).failure().code).toBe('token.invalid');

    const answered = async (answer: RequestOf<'answerVisit'>['answer']) =>
      (await nobody.call('answerVisit', { ...asked, ...(answer && { answer }) })).reply();
    const own = { date: booking.date, time: '09:00' };
    const confirm = { is: 'confirm', ...own } as const;
    for (const _ of [1, 2]) expect((await answered(confirm)).state).toBe('confirmed');
    const lastPosition = async (date = own.date) => readAfter((await dayEvents(pocId, date)).at(-1)?.position ?? null);
    const details = await auditor.call('listAppointmentDetailsOfDoctor', { pocId }, await lastPosition());
    expect(details.reply()).toMatchObject([{ Status: 'Confirmed', patientConfirmed: true }]);

    const { free } = (await nobody.call('answerVisit', { ...asked, freeFrom: clinic.inDays(3) })).reply();
    const to = { date: free?.date ?? '', time: free?.times[0] ?? '' };
    expect(to).toEqual({ date: clinic.inDays(3), time: '09:00' });
    for (const _ of [1, 2]) {
      expect(await answered({ is: 'move', ...own, to })).toMatchObject({ state: 'open', visit: to });
    }
    for (const _ of [1, 2]) expect((await answered({ is: 'cancel', ...to })).state).toBe('cancelled');
    const story = (await auditor.call('getAppointmentStory', { appointmentId }, await lastPosition(to.date))).reply();
    const byPatient = story.entries.filter(({ actor }) => actor.kind === 'patient');
    expect(new Set(byPatient.map(({ channel }) => channel))).toEqual(new Set(['email']));
    expect(byPatient.map(({ type }) => type)).toEqual([
      'AppointmentConfirmedByPatient',
      ...['AppointmentMoveStarted', 'AppointmentBooked', 'AppointmentMovedIn', 'AppointmentMovedAway'],
      'AppointmentCancelled',
    ]);
  });

  const dayEvents = (pocId: string, date: string) => eventsIn(clinic.product.dataDir, streams.doctorDay(pocId, date));
});

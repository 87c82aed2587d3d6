import { endpoints } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { MessageSettings } from '@dayline/contracts/patients/messages';
import { send } from '@dayline/http/testing/send';
import { eventsIn, eventually } from '../../../testing/event-file.ts';
import { readAfter } from '../../../testing/http-caller.ts';
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
});

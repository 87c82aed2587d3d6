import { eventually } from '../../../testing/event-file.ts';
import { readAfter } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** The waiting list on the started product: its follower offers what becomes free. */

describe('the waiting list', () => {
  let clinic: StartedClinic;
  let pocId = '';
  let date = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    date = clinic.inDays(3);
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor(hours('09:00', '09:30', 1));
  });

  const listed = async (position: string | null = null) => {
    const { auditor, clientId } = clinic;
    return (await auditor.call('listWaiting', { clientId }, readAfter(position))).reply();
  };
  const ownOffer = async (waitingId: string) =>
    (await listed()).find((row) => row.waitingId === waitingId)?.offer ?? null;
  async function join(name: string) {
    const { admin, clientId } = clinic;
    const userId = await clinic.newPatient(name);
    const asked = { clientId, userId, departmentId: clinic.departmentId, pocId, from: date, to: date, note: 'In pain' };
    const reply = (await admin.call('joinWaitingList', asked)).reply();
    return { ...reply, asked };
  }
  const offeredTo = async (waitingId: string) => {
    await eventually('a place is offered', async () => (await ownOffer(waitingId)) !== null);
    const offer = await ownOffer(waitingId);
    if (offer === null) throw new Error('The offer has ended.');
    return offer;
  };

  test('offers a cancelled place to the first, who accepts, and the visit says so', async () => {
    const { admin, auditor, clientId } = clinic;
    const appointmentId = await clinic.book(pocId, date, '09:00', 'Ravi Kumar');
    const first = await join('Kavya Nair');
    const second = await join('Meera Iyer');
    expect((await admin.call('joinWaitingList', first.asked)).failure().code).toBe('waiting.already');
    const rows = await listed(second.position);
    expect(rows.filter((row) => row.pocId === pocId)).toMatchObject([
      { waitingId: first.waitingId, patientName: 'Kavya Nair', note: 'In pain', offer: null },
      { waitingId: second.waitingId, patientName: 'Meera Iyer', offer: null },
    ]);
    const cancelled = { appointmentId, status: 'Cancelled', money: 'refunded' } as const;
    (await admin.call('updateAppointmentStatusAsAdmin', cancelled)).reply();
    const offer = await offeredTo(first.waitingId);
    expect(offer).toMatchObject({ pocId, date, time: '09:00', reason: null });
    const answer = { clientId, waitingId: first.waitingId, appointmentId: offer.appointmentId };
    const accepted = (await admin.call('answerOffer', { ...answer, answer: 'accept' })).reply();
    expect((await listed(accepted.position)).some(({ waitingId }) => waitingId === first.waitingId)).toBe(false);
    const story = await auditor.call('getAppointmentStory', { appointmentId: offer.appointmentId });
    const sentences = story.reply().entries.map(({ sentence }) => sentence);
    expect(sentences).toEqual([
      'Place held for the waiting list',
      expect.stringMatching(/^Booked for .*, from the waiting list$/),
      expect.stringContaining('Payment recorded'),
    ]);
  });

  test('the desk gives an offered place to another, and removes one', async () => {
    const { admin, clientId } = clinic;
    const first = await join('Kavya Nair');
    const second = await join('Meera Iyer');
    const offer = await offeredTo(first.waitingId);
    const place = { clientId, waitingId: second.waitingId, pocId, date, time: '09:00', reason: 'In pain' };
    expect((await admin.call('offerPlace', place)).failure().code).toBe('slot.full');
    const given = { ...place, instead: offer.appointmentId };
    const { appointmentId, position } = (await admin.call('offerPlace', given)).reply();
    const rows = (await listed(position)).filter((row) => row.pocId === pocId);
    expect(rows.map((row) => row.offer?.appointmentId)).toEqual([undefined, appointmentId]);
    expect(appointmentId).not.toBe(offer.appointmentId);
    const answer = { clientId, waitingId: first.waitingId, appointmentId: offer.appointmentId } as const;
    expect((await admin.call('answerOffer', { ...answer, answer: 'accept' })).failure().code).toBe('offer.ended');
    expect((await admin.call('offerPlace', { ...given, reason: ' ' })).failure().code).toBe('request.invalid');
    const acceptance = { clientId, waitingId: second.waitingId, appointmentId, answer: 'accept' } as const;
    (await admin.call('answerOffer', acceptance)).reply();
    const story = await clinic.auditor.call('getAppointmentStory', { appointmentId });
    expect(story.reply().entries[0]?.sentence).toBe('Place held for the waiting list: In pain');
  });

  test('the desk removes a patient, once', async () => {
    const { admin, clientId } = clinic;
    const { waitingId } = await join('Kavya Nair');
    const leave = { clientId, waitingId };
    (await admin.call('leaveWaitingList', leave)).reply();
    expect((await admin.call('leaveWaitingList', leave)).reply().position).toBeNull();
  });

  test('is read by an auditor, changed by administrators alone, and unknown to another hospital', async () => {
    const { auditor, doctor, stranger, clientId, admin } = clinic;
    const { waitingId, asked } = await join('Kavya Nair');
    expect((await auditor.call('joinWaitingList', asked)).failure().code).toBe('access.role');
    expect((await doctor.call('listWaiting', { clientId })).failure().code).toBe('access.role');
    expect((await stranger.call('listWaiting', { clientId })).failure().code).toBe('access.foreign');
    expect((await stranger.call('leaveWaitingList', { clientId, waitingId })).failure().code).toBe('access.foreign');
    const backwards = { ...asked, to: clinic.inDays(1) };
    expect((await admin.call('joinWaitingList', backwards)).failure().code).toBe('request.invalid');
    const past = { ...asked, from: clinic.inDays(-1) };
    expect((await admin.call('joinWaitingList', past)).failure().code).toBe('waiting.days');
  });
});

import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "Arrive, wait, be called" (the desk's day, 2), on the started product. */

describe('the queue', () => {
  let clinic: StartedClinic;
  let pocId = '';
  let people = 0;
  beforeAll(async () => {
    clinic = await sharedClinic();
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor({ ...hours('00:00', '24:00', 100), slotDuration: 60 });
  });

  async function newPatient(name: string): Promise<string> {
    const { admin, clientId } = clinic;
    people += 1;
    const phone = `91977700${String(people).padStart(4, '0')}`;
    const person = { name, phone, email: 'p@x.example', location: 'Pune', clientId };
    return (await admin.call('saveUser', person)).reply().userId;
  }
  async function walkIn(name: string) {
    const { admin, clientId } = clinic;
    const userId = await newPatient(name);
    return (await admin.call('walkIn', { userId, pocId, paymentStatus: 'Paid', clientId })).reply();
  }
  async function cardOf(appointmentId: string, position: string | null) {
    const cards = (await clinic.admin.call('listTodaysAppointmentsOfDoctor', { pocId }, readAfter(position))).reply();
    return cards.find((card) => card.AppointmentId === appointmentId);
  }

  test('a walk-in is booked and there; who is called, withdrawn and there again keeps the token', async () => {
    const { admin, auditor, clientId } = clinic;
    const { appointmentId, position, presence } = await walkIn('Ravi Kumar');
    expect(presence).toMatchObject({ token: 1, letter: expect.stringMatching(/^[A-Z]{1,2}$/), call: null });
    // Which letter depends on how many of the demo's doctors have had patients today.
    const [firstToken, secondToken] = [1, 2].map((token) => `${presence?.letter} ${token}`);
    expect(await cardOf(appointmentId, position)).toMatchObject({ Status: 'Confirmed', presence: { token: 1 } });
    const again = await admin.call('walkIn', {
      userId: await newPatient('Asha Rao'),
      pocId,
      paymentStatus: 'Paid',
      clientId,
    });
    expect(again.reply()).toMatchObject({ message: `Appointment booked. Token ${secondToken}` });

    const called = (await admin.call('callPatient', { pocId, next: 1, room: 'Room 4' })).reply();
    expect(called).toMatchObject({
      appointmentId,
      message: `Called. Token ${firstToken}`,
      presence: { call: { room: 'Room 4' } },
    });
    expect(await cardOf(appointmentId, called.position)).toMatchObject({ presence: { call: { room: 'Room 4' } } });
    const withdrawn = (await admin.call('withdrawArrival', { appointmentId })).reply();
    expect(withdrawn.presence).toBeNull();
    expect(await cardOf(appointmentId, withdrawn.position)).not.toHaveProperty('presence');
    const back = (await admin.call('arrive', { appointmentId })).reply();
    expect(back).toMatchObject({ message: `Arrived. Token ${firstToken}`, presence: { token: 1, call: null } });
    expect((await admin.call('callPatient', { pocId, next: 2 })).failure()).toMatchObject({
      code: 'queue.changed',
      details: { next: { appointmentId, token: 1 } },
    });

    const story = (await auditor.call('getAppointmentStory', { appointmentId }, readAfter(back.position))).reply();
    expect(story.entries.map(({ sentence }) => sentence).slice(-4)).toEqual([
      `Arrived, token ${firstToken}`,
      'Called to Room 4',
      'Arrival undone',
      `Arrived, token ${firstToken}`,
    ]);
    await admin.call('countActivity', { clientId, date: clinic.inDays(0) }, readAfter(back.position));
    const activity = (await auditor.call('listActivity', { clientId, pageSize: 50, action: 'queue' })).reply();
    // The trail writes down the refused call whenever it comes to it.
    const [last] = activity.entries.map(({ sentence }) => sentence).filter((sentence) => !/^asked/.test(sentence));
    expect(last).toMatch(new RegExp(`^recorded the arrival of Ravi Kumar, .*, token ${firstToken}\\.$`));
    const positionOf = (index: number) => story.entries.at(index)?.position ?? '';
    const presenceAt = async (index: number) => {
      const { cards } = (await auditor.call('getBoardAsOf', { position: positionOf(index), pocId })).reply();
      return cards.find((card) => card.AppointmentId === appointmentId)?.presence;
    };
    expect([await presenceAt(-2), await presenceAt(-3)]).toMatchObject([undefined, { call: { room: 'Room 4' } }]);
  });

  test('an arrival is undone once, and the room of the doctor is proposed', async () => {
    const { admin, clientId } = clinic;
    const { appointmentId } = await walkIn('Meera Nair');
    await admin.call('withdrawArrival', { appointmentId });
    const arrived = (await admin.call('arrive', { appointmentId })).reply();
    const undo = { appointmentId, undo: arrived.eventId ?? '' };
    const undone = (await admin.call('withdrawArrival', undo)).reply();
    expect(undone).toMatchObject({ presence: null, undoUntil: null });
    expect((await admin.call('withdrawArrival', undo)).reply().position).toBe(undone.position);

    const { position } = (await admin.call('setRoom', { pocId, room: ' Room 7 ' })).reply();
    const board = (await admin.call('getQueueBoard', { clientId }, readAfter(position))).reply();
    expect(board).toMatchObject({ today: clinic.inDays(0), order: 'token' });
    expect(board.doctors.find((doctor) => doctor.pocId === pocId)).toMatchObject({
      room: 'Room 7',
      hours: [{ from: '00:00', to: '24:00' }],
      blocked: false,
    });
  });

  test('how late the doctor is stands on the board until it is over, set by desk and doctor alone', async () => {
    const { admin, doctor, auditor, stranger, clientId } = clinic;
    const late = { pocId, minutes: 30, before: null };
    const lateBy = async (position: string | null) => {
      const board = (await admin.call('getQueueBoard', { clientId }, readAfter(position))).reply();
      return board.doctors.find((row) => row.pocId === pocId)?.lateBy;
    };
    const { position } = (await admin.call('setLateness', late)).reply();
    expect(await lateBy(position)).toBe(30);
    expect((await admin.call('setLateness', late)).reply().position).toBeNull();
    const later = (await admin.call('setLateness', { ...late, minutes: 45, before: 30 })).reply();
    const undo = await admin.call('setLateness', { pocId, minutes: null, before: 30 });
    expect(undo.failure()).toMatchObject({ code: 'lateness.changed' });
    expect(await lateBy(later.position)).toBe(45);
    const over = (await admin.call('setLateness', { ...late, minutes: null, before: 45 })).reply();
    expect(await lateBy(over.position)).toBeUndefined();
    for (const minutes of [4, 181, 30.5]) {
      expect((await admin.call('setLateness', { ...late, minutes })).failure().code).toBe('request.invalid');
    }
    expect((await auditor.call('setLateness', late)).failure().code).toBe('access.role');
    for (const person of [doctor, stranger]) {
      expect((await person.call('setLateness', late)).failure().code).toBe('access.foreign');
    }
    (await doctor.call('setLateness', { ...late, pocId: doctor.user.pocId ?? '' })).reply();
    const { entries } = (await auditor.call('listActivity', { clientId }, readAfter(over.position))).reply();
    const sentences = JSON.stringify(entries);
    for (const words of ['is about 45 minutes late', 'is no longer late']) expect(sentences).toContain(words);
  });

  test('a walk-in is undone as one: cancelled, refunded, and out of the queue', async () => {
    const { admin, stranger, clientId } = clinic;
    const { appointmentId, eventId } = await walkIn('Zoya Siddiqui');
    const undo = { appointmentId, undo: eventId ?? '' };
    expect((await stranger.call('undoWalkIn', undo)).failure().code).toBe('access.foreign');
    const undone = (await admin.call('undoWalkIn', undo)).reply();
    expect(undone).toMatchObject({ message: 'Walk-in undone.', presence: null, undoUntil: null });
    const card = await cardOf(appointmentId, undone.position);
    expect(card).toMatchObject({ Status: 'Cancelled' });
    expect(card).not.toHaveProperty('paid');
    expect((await admin.call('undoWalkIn', undo)).reply().position).toBe(undone.position);
    expect((await admin.call('undoWalkIn', { ...undo, undo: 'event' })).failure().code).toBe('undo.unknown');

    // The board says the time that the next one would get, as the command gives it.
    const board = (await admin.call('getQueueBoard', { clientId }, readAfter(undone.position))).reply();
    const offered = board.doctors.find((doctor) => doctor.pocId === pocId)?.walkIn;
    const next = await walkIn('Leela Das');
    expect(offered).toEqual({ time: next.time, overbooked: false });
  });

  test('who waits at one doctor and is called by another is listed for the first', async () => {
    const { admin, stranger, clientId } = clinic;
    const first = await walkIn('Ravi Kumar');
    const [card] = (await admin.call('listTodaysAppointmentsOfDoctor', { pocId }, readAfter(first.position))).reply();
    const other = await clinic.newDoctor({ ...hours('00:00', '24:00', 100), slotDuration: 60 });
    const request = { userId: card?.User_ID ?? '', pocId: other, paymentStatus: 'Paid', clientId } as const;
    (await admin.call('walkIn', request)).reply();
    const called = (await admin.call('callPatient', { pocId: other, next: 1, room: 'Room 9' })).reply();
    expect((await admin.call('listCalledElsewhere', { pocId }, readAfter(called.position))).reply()).toEqual([
      { AppointmentId: first.appointmentId, POC_Name: expect.stringContaining('Dr.'), room: 'Room 9' },
    ]);
    expect((await admin.call('listCalledElsewhere', { pocId: other })).reply()).toEqual([]);
    expect((await stranger.call('listCalledElsewhere', { pocId })).failure().code).toBe('access.foreign');
  });

  test('the desk notes arrivals, desk and doctor call, and nobody else does or learns of the client', async () => {
    const { admin, doctor, auditor, stranger, clientId } = clinic;
    const { appointmentId } = await walkIn('Kavya Nair');
    for (const person of [doctor, auditor]) {
      expect((await person.call('arrive', { appointmentId })).failure().code).toMatch(/^access\./);
      expect((await person.call('callPatient', { appointmentId })).failure().code).toMatch(/^access\./);
    }
    const userId = await newPatient('Neha Iyer');
    const request = { userId, pocId, paymentStatus: 'Paid', clientId } as const;
    for (const name of ['arrive', 'withdrawArrival', 'callPatient', 'withdrawCall'] as const) {
      expect((await stranger.call(name, { appointmentId })).failure().code).toBe('access.foreign');
    }
    expect((await stranger.call('callPatient', { pocId, next: 1 })).failure().code).toBe('access.foreign');
    expect((await stranger.call('walkIn', { ...request, clientId: stranger.user.clientId })).status).toBe(403);
    expect((await stranger.call('setRoom', { pocId, room: 'X' })).status).toBe(403);
    const own = (await doctor.call('getQueueBoard', { clientId })).reply();
    expect(own.doctors.every((row) => row.pocId === doctor.user.pocId)).toBe(true);
    expect((await admin.call('callPatient', {})).failure().code).toBe('request.invalid');
    expect((await admin.call('callPatient', { appointmentId, room: 'x'.repeat(21) })).failure().code).toBe(
      'request.invalid',
    );
  });
});

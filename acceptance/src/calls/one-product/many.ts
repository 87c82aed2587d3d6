import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { runs } from '@dayline/contracts/testing/trials';
import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "Many at once, one undo" (the desk's day, 4), on the started product. */

let clinic: StartedClinic;
let pocId = '';
let date = '';
beforeAll(async () => {
  clinic = await sharedClinic();
  pocId = await clinic.newDoctor(hours('09:00', '11:00', 200));
  date = clinic.inDays(3);
});

const bookMany = (count: number, name: string) =>
  Promise.all(Array.from({ length: count }, (_, index) => clinic.book(pocId, date, '09:30', `${name} ${index}`)));
/** As the page does: the same request under the same key, until every change was started. */
async function whole<Reply extends ResponseOf<'changeMany'>>(ask: () => Promise<Reply>): Promise<Reply> {
  const reply = await ask();
  return reply.results.some(({ outcome }) => outcome === 'notBegun') ? whole(ask) : reply;
}
const cancel = { status: 'Cancelled', money: 'notRefunded' } as const;

test('of a batch of which a colleague changes some meanwhile, the others are undone and those are named', async () => {
  const { admin, auditor, clientId } = clinic;
  const [size, changedCount] = [runs(4, 100), runs(1, 7)];
  const ids = await bookMany(size, 'Batch');
  const key = { 'Idempotency-Key': `batch-${pocId}` };
  const request = { appointmentIds: ids, ...cancel };
  const change = () => whole(async () => (await admin.call('changeMany', request, key)).reply());
  const changed = await change();
  expect(changed.message).toBe(`${size} of ${size} marked as Cancelled`);
  expect(await change()).toEqual(changed);
  const listed = await admin.call('listAppointmentDetailsOfDoctor', { pocId }, readAfter(changed.position));
  expect(new Set(listed.reply().map(({ Status }) => Status))).toEqual(new Set(['Cancelled']));

  const back = ids.slice(0, changedCount);
  for (const appointmentId of back) {
    const correction = { appointmentId, status: 'Confirmed', reason: 'She comes after all' } as const;
    (await admin.call('correctAppointmentStatus', correction)).reply();
  }
  const events = changed.results.map(({ appointmentId, eventId }) => ({ appointmentId, eventId: eventId ?? '' }));
  const undo = { batchId: changed.batchId, events };
  const undone = await whole(async () => (await admin.call('undoMany', undo, key)).reply());
  const refused = undone.results.filter(({ outcome }) => outcome === 'refused');
  expect(refused.map(({ appointmentId }) => appointmentId)).toEqual(back);
  expect(refused[0]).toMatchObject({ code: 'appointment.changed', status: 'Confirmed' });
  expect(undone.results.filter(({ outcome }) => outcome === 'done')).toHaveLength(size - changedCount);

  await admin.call('countActivity', { clientId, date: clinic.inDays(0) }, readAfter(undone.position));
  const { entries } = (await auditor.call('listActivity', { clientId, pageSize: 50 })).reply();
  const lines = entries.filter(({ sentence }) => sentence.includes('Batch') && !sentence.startsWith('corrected'));
  expect(lines.filter(({ type }) => /Undone|Cancelled/.test(type)).map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(
      new RegExp(`^undid .* \\(the first of ${size - changedCount} changed, of ${size} chosen at once\\)\\.$`),
    ),
    expect.stringMatching(new RegExp(`^cancelled .* \\(the first of ${size} changed at once\\)\\.$`)),
  ]);
});

test('each is refused by itself: a visit ahead can’t be marked, a paid one needs to say what becomes of the money', async () => {
  const { admin } = clinic;
  const [first = '', second = ''] = await bookMany(2, 'Ahead');
  const marked = (await admin.call('changeMany', { appointmentIds: [first], status: 'Availed' })).reply();
  expect(marked).toMatchObject({ message: '0 of 1 marked as Visited', position: null });
  expect(marked.results).toMatchObject([{ outcome: 'refused', code: 'appointment.too-early', status: null }]);
  const unpaid = { appointmentId: second, paymentStatus: 'Pay_later', reason: 'Took the wrong card' } as const;
  (await admin.call('correctPayment', unpaid)).reply();
  const undecided = await admin.call('changeMany', { appointmentIds: [first, second], status: 'Cancelled' });
  expect(undecided.reply().results).toMatchObject([{ code: 'refund.undecided' }, { outcome: 'done' }]);
  const refunded = { appointmentIds: [first], ...cancel, money: 'refunded' as const };
  const { position } = (await admin.call('changeMany', refunded)).reply();
  const rows = (await admin.call('listAppointmentDetailsOfDoctor', { pocId }, readAfter(position))).reply();
  const row = rows.find(({ AppointmentId }) => AppointmentId === first);
  expect(row).toMatchObject({ Status: 'Cancelled', Payment_Status: 'Pay_later' });
  const story = (await clinic.auditor.call('getAppointmentStory', { appointmentId: first })).reply();
  expect(story.entries.slice(-2).map(({ sentence }) => sentence)).toEqual(['Cancelled', 'Payment refunded']);
});

test('the desk alone changes many, its own, and at most a hundred', async () => {
  const { admin, doctor, auditor, stranger } = clinic;
  const [own = ''] = await bookMany(1, 'Own');
  const foreign = `${'01J00000000000000000000P0C'}_20261121_01J00000000000000000000APP`;
  const request = { appointmentIds: [own], ...cancel };
  expect((await doctor.call('changeMany', request)).failure().code).toBe('access.role');
  expect((await auditor.call('changeMany', request)).failure().code).toBe('access.role');
  expect((await stranger.call('changeMany', request)).failure().code).toBe('access.foreign');
  expect((await admin.call('changeMany', { ...request, appointmentIds: [own, foreign] })).failure().code).toBe(
    'access.foreign',
  );
  const events = [{ appointmentId: own, eventId: 'x' }];
  expect((await stranger.call('undoMany', { batchId: 'x', events })).failure().code).toBe('access.foreign');
  for (const appointmentIds of [[], Array(101).fill(own)]) {
    expect((await admin.call('changeMany', { ...request, appointmentIds })).failure().code).toBe('request.invalid');
  }
  const rows = (await admin.call('listAppointmentDetailsOfDoctor', { pocId })).reply();
  expect(rows.find(({ AppointmentId }) => AppointmentId === own)?.Status).toBe('Confirmed');
});

import { isRefusal } from '@dayline/contracts/errors';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';

/** Closing a day, with the views that the server sums. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

async function paidAt(time: string): Promise<string> {
  const { patientId } = await stage.more();
  const visit = {
    pocId: stage.pocId,
    date: day,
    time,
    patientId,
    type: 'Direct Consultation',
    payment: 'Paid',
  } as const;
  const money = { amount: 70_000, method: 'cash' } as const;
  const booked = accepted(await stage.service.commands.bookAppointment({ ...visit, ...money }, stage.by()));
  return booked.position ?? '';
}
const close = (position: string, closings: number, by = stage.by()) =>
  stage.service.commands.closeDay({ date: day, position, closings }, by);

test('of two at once one closes it; a retry has the first answer; what came since is looked at first', async () => {
  const first = await paidAt('09:00');
  for (const position of ['9999999999999999', '00000000000000001852-00000000000000001852']) {
    expect(await close(position, 0)).toMatchObject({
      refused: 'request.invalid',
      details: { fields: [{ field: 'position', message: 'is not a position of the log' }] },
    });
  }
  // The views haven't reached the position that the desk saw.
  expect(await close(first, 0)).toMatchObject({ refused: 'views.behind' });
  await stage.project();
  const [key, otherService] = [stage.by('close'), stage.another()];
  const two = await Promise.all([
    close(first, 0, key),
    otherService.commands.closeDay({ date: day, position: first, closings: 0 }, stage.by()),
  ]);
  expect(two.filter(isRefusal)).toMatchObject([{ refused: 'close.again', details: { closed: { by: 'Desk 1' } } }]);
  const [closed] = two.filter((outcome) => !isRefusal(outcome));
  expect(closed).toMatchObject({ totals: [{ name: 'Desk 1', method: 'cash', taken: 70_000, refunded: 0 }] });

  const second = await paidAt('09:30');
  await stage.project();
  expect(await close(first, 1)).toMatchObject({ refused: 'close.changed' });
  const again = accepted(await close(second, 1, stage.by('again')));
  expect(again.totals).toMatchObject([{ taken: 140_000 }]);
  await paidAt('10:00');
  await stage.project();
  expect(accepted(await close(second, 1, stage.by('again')))).toEqual(again);
});

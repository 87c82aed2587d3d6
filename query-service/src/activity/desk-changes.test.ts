import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { drAsha, frontDesk, identity, openSunrise, saturdayMorning, sunrise, today } from '../testing/sunrise.ts';

const { clientId, asha: pocId } = sunrise;
let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const setFee = (fee: number, by = frontDesk) =>
  clinic.append(streams.doctor(pocId), clientId, by, { type: 'ConsultationFeeSet', data: { fee } });
const changes = async () =>
  (await desk.body('listDeskChanges', { pocId }, identity('doctor', clientId, pocId))).map(
    ({ actor, sentence, recordedAt }) => `${actor.name} ${sentence} ${recordedAt}`,
  );

test('a doctor learns what the desk changed and when, the newest first, without the own changes', async () => {
  await setFee(80_000);
  await setFee(90_000, drAsha);
  clinic.clock.set('2026-11-21T05:00:00.000Z');
  const day = streams.doctorDay(pocId, today);
  await clinic.append(day, clientId, frontDesk, { type: 'DayBlocked', data: { reason: 'a cough' } });
  await clinic.project();
  expect(await changes()).toEqual([
    'Front Desk 1 blocked Nov 21 of Dr. Asha Menon. 2026-11-21T05:00:00.000Z',
    `Front Desk 1 set the fee of Dr. Asha Menon to ₹800.00. ${saturdayMorning}`,
  ]);
  expect(await desk.body('listDeskChanges', { pocId: sunrise.vikram })).toEqual([]);
});

test('a change is shown for two weeks', async () => {
  await setFee(80_000);
  await clinic.project();
  clinic.clock.set('2026-12-05T04:00:00.000Z');
  expect(await changes()).toHaveLength(1);
  clinic.clock.set('2026-12-05T04:20:00.000Z');
  expect(await changes()).toEqual([]);
});

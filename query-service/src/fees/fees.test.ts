import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, drAsha, frontDesk, mark, openSunrise, sunrise, today } from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha, vikram, rohan } = sunrise;
const rule = { name: 'Follow-up within 8 days', paise: 0, when: { withinDays: 8 } };
const registration = { paise: 10_000, days: 365 };

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
  await clinic.append(streams.doctor(asha), clientId, drAsha, { type: 'ConsultationFeeSet', data: { fee: 50_000 } });
});
afterEach(() => clinic.close());

const feeOn = (date: string, more: object = {}) =>
  desk.body('getFeeOfVisit', {
    ...{ clientId, pocId: asha, userId: rohan, date, time: '09:00', type: 'Direct Consultation' },
    ...more,
  });

test('without kinds of fees it is the one fee', async () => {
  await clinic.project();
  expect(await feeOn(today)).toEqual({ amount: 50_000, rule: null, registration: 0, hasRules: false });
});

test('by the doctor’s kinds, else the client’s, with what was paid and charged before', async () => {
  const data = { feeRules: { rules: [rule], registration } };
  await clinic.append(streams.client(clientId), clientId, frontDesk, { type: 'ClientFeeRulesSet', data });
  await clinic.project();
  expect(await feeOn(today)).toEqual({ amount: 60_000, rule: null, registration: 10_000, hasRules: true });

  const first = await book(clinic, { date: today, payment: 'Paid' });
  const { appointmentId, patientId } = first.change;
  const decided = { appointmentId, patientId, paise: 60_000, rule: null, registration: 10_000, reason: null };
  await clinic.append(first.stream, clientId, frontDesk, { type: 'FeeDecided', data: decided });
  await clinic.project();
  const free = { amount: 0, rule: rule.name, registration: 0, hasRules: true };
  expect(await feeOn(addDays(today, 7))).toEqual(free);
  expect((await feeOn(addDays(today, 8))).amount).toBe(50_000);
  // A colleague's visit is paid separately; the registration is the hospital's.
  expect(await feeOn(today, { pocId: vikram })).toMatchObject({ amount: null, registration: 0 });

  // Cancelled visits don't count.
  await mark(clinic, first, 'Cancelled');
  await clinic.project();
  expect(await feeOn(addDays(today, 7))).toMatchObject({ amount: 60_000, registration: 10_000 });

  const own = { feeRules: { rules: [{ name: 'Everybody', paise: 30_000, when: {} }] } };
  await clinic.append(streams.doctor(asha), clientId, drAsha, { type: 'FeeRulesSet', data: own });
  await clinic.project();
  expect(await feeOn(today)).toMatchObject({ amount: 30_000, rule: 'Everybody', registration: 0 });
  expect(await desk.body('getFeeRules', { pocId: asha })).toEqual({
    ...{ own: own.feeRules, revision: expect.any(Number), ofClient: data.feeRules, fee: 50_000, sessions: [] },
    patientClasses: [],
  });
});

test('a move to another doctor doesn’t count the visit itself as an earlier one', async () => {
  await clinic.append(streams.doctor(vikram), clientId, drAsha, { type: 'ConsultationFeeSet', data: { fee: 70_000 } });
  const data = { feeRules: { rules: [rule], registration } };
  await clinic.append(streams.client(clientId), clientId, frontDesk, { type: 'ClientFeeRulesSet', data });
  const { stream, change } = await book(clinic, { date: addDays(today, 3), payment: 'Pay_later' });
  const { appointmentId, patientId } = change;
  const decided = { appointmentId, patientId, paise: 60_000, rule: null, registration: 10_000, reason: null };
  await clinic.append(stream, clientId, frontDesk, { type: 'FeeDecided', data: decided });
  await clinic.project();
  const to = { appointmentId, pocId: vikram, date: addDays(today, 4), time: '10:00' };
  expect(await desk.body('getFeeOfMove', to)).toMatchObject({ after: 80_000, registration: 10_000 });
});

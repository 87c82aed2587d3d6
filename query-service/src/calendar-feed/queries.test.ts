import { streams } from '@dayline/contracts/events/categories';
import type { CallContext } from '@dayline/http/handler';
import ICAL from 'ical.js';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';
import { type CalendarFeedDeps, readCalendarFeed } from './queries.ts';

const { clientId, asha, vikram } = sunrise;
type Accounts = Awaited<ReturnType<CalendarFeedDeps['accounts']['ofClient']>>;
const account = (pocId: string, isClosed: boolean) => ({ pocId, isClosed }) as Accounts[number];

let clinic: TestClinic;
beforeEach(async () => {
  clinic = await openSunrise();
});
afterEach(() => clinic.close());

/** The feed of a doctor; null if it is answered like a wrong address. */
async function feedOf(pocId: string, accounts: Accounts = []) {
  const deps = {
    calendarFeeds: { find: async () => ({ pocId, clientId }) },
    accounts: { ofClient: async () => accounts },
  };
  const context = { signal: new AbortController().signal } as unknown as CallContext;
  const reply = await readCalendarFeed(openViewReader(clinic).read, deps)({ address: 'any' }, context);
  if ('refused' in reply) return null;
  return new ICAL.Component(ICAL.parse(Buffer.from(reply.bytes ?? []).toString()));
}
const eventsOf = async (pocId: string) => (await feedOf(pocId))?.getAllSubcomponents('vevent') ?? [];
const startsOf = async (pocId: string) =>
  (await eventsOf(pocId)).map((event) => String(event.getFirstPropertyValue('dtstart')));

test('has the visits from 30 days before the clinic’s today to 60 days after, and none of a colleague', async () => {
  for (const date of ['2026-10-21', '2026-10-22', '2026-11-21', '2027-01-20', '2027-01-21']) {
    await book(clinic, { date, time: '09:00' });
  }
  await book(clinic, { pocId: vikram, date: '2026-11-21', time: '09:30' });
  await clinic.project();
  expect(await startsOf(asha)).toEqual(['2026-10-22T03:30:00Z', '2026-11-21T03:30:00Z', '2027-01-20T03:30:00Z']);
  expect(await startsOf(vikram)).toEqual(['2026-11-21T04:00:00Z']);
  // Half past midnight in Kolkata is the day before in UTC.
  clinic.clock.set('2026-11-21T19:00:00.000Z');
  expect(await startsOf(asha)).toHaveLength(3);
  expect((await startsOf(asha)).at(-1)).toBe('2027-01-21T03:30:00Z');
});

test('is answered like a wrong address once the doctor has left, and while the account is closed', async () => {
  expect(await feedOf(asha, [account(asha, false), account(vikram, true)])).not.toBeNull();
  expect(await feedOf(asha, [account(asha, true)])).toBeNull();
  await clinic.append(streams.doctor(asha), clientId, frontDesk, { type: 'DoctorLeft', data: { from: '2026-11-22' } });
  await clinic.project();
  expect(await feedOf(asha)).not.toBeNull();
  clinic.clock.set('2026-11-22T04:10:00.000Z');
  expect(await feedOf(asha)).toBeNull();
});

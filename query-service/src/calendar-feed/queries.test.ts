import { streams } from '@dayline/contracts/events/categories';
import type { CallContext } from '@dayline/http/handler';
import ICAL from 'ical.js';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';
import { calendarText } from './calendar.ts';
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

test('a long calendar is written in steps, between which others are answered', async () => {
  const event = {
    start: 0,
    end: null,
    summary: 'Visit',
    isCancelled: false,
    createdAt: null,
    changedAt: '2026-11-21T04:00:00.000Z',
  };
  const events = Array.from({ length: 250 }, (_, sequence) => ({ ...event, uid: `V${sequence}`, sequence }));
  let steps = 0;
  const written = await calendarText('Dr. Asha Menon', events, async () => {
    steps += 1;
  });
  expect(steps).toBe(3);
  const calendar = new ICAL.Component(ICAL.parse(written));
  const uids = calendar.getAllSubcomponents('vevent').map((of) => of.getFirstPropertyValue('uid'));
  expect([calendar.getFirstPropertyValue('name'), ...uids]).toEqual([
    'Dr. Asha Menon',
    ...events.map(({ uid }) => uid),
  ]);
  expect(written.split('\r\n').slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', '']);
});

test('clients take turns, and a doctor has few reads at a time', async () => {
  let waiting = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reader = openViewReader(clinic);
  const read: typeof reader.read = async () => {
    const views = await reader.read();
    return {
      ...views,
      of: (...asked) => {
        const snapshot = views.of(...asked);
        const page = (async (query: never) => {
          waiting += 1;
          await opened;
          return snapshot.desk.page(query);
        }) as typeof snapshot.desk.page;
        return { ...snapshot, desk: { ...snapshot.desk, page } };
      },
    };
  };
  const deps = {
    calendarFeeds: { find: async () => ({ pocId: asha, clientId }) },
    accounts: { ofClient: async () => [] },
  };
  const handle = readCalendarFeed(read, deps);
  const context = { signal: new AbortController().signal } as unknown as CallContext;
  const replies = await Promise.allSettled([
    ...Array.from({ length: 17 }, () => handle({ address: 'any' }, context)).map((reply, index, all) => {
      if (index === all.length - 1) reply.catch(() => {}).finally(open);
      return reply;
    }),
  ]);
  expect(waiting).toBeGreaterThan(0);
  expect(
    replies.filter(({ status }) => status === 'rejected').map((reply) => 'reason' in reply && reply.reason.name),
  ).toEqual(['TooBusy']);
});

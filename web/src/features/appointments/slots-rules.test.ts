import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import { axisOf, barsOf, pageOfNext, slotKey, stateOf, stripOf } from './slots-rules.ts';

const now = { date: '2026-11-21', time: '11:20' };
const slot = (time: string, more: Partial<SlotGroup> = {}): SlotGroup => ({
  day: 'Saturday',
  date: now.date,
  time,
  minutes: 20,
  noOfAppointments: 0,
  totalSlots: 10,
  active_status: 'available',
  free: 10,
  places: 10,
  closed: false,
  ...more,
});

test('a slot is open, full, blocked or passed; what has passed is passed whatever else it was', () => {
  expect(stateOf(slot('12:00'), now)).toBe('open');
  expect(stateOf(slot('12:00', { free: 0, noOfAppointments: 10 }), now)).toBe('full');
  expect(stateOf(slot('12:00', { free: 0, active_status: 'blocked' }), now)).toBe('blocked');
  expect(stateOf(slot('11:19', { free: 0, active_status: 'blocked' }), now)).toBe('passed');
});

test("a session's only slot is open after its start, until bookings close", () => {
  const session = slot('09:30', { minutes: 240, closes: { date: now.date, time: '11:30' } });
  expect(stateOf(session, now)).toBe('open');
  expect(stateOf(session, { ...now, time: '11:30' })).toBe('closed');
  expect(stateOf(session, { ...now, time: '13:30' })).toBe('passed');
});

test.each([
  [0, 1],
  [5, 1],
  [6, 2],
  [13, 3],
])('after %i passed slots the next one stands on page %i', (passed, page) => {
  const slots = Array.from({ length: passed }, () => slot('08:00'));
  expect(pageOfNext([...slots, slot('12:00')], now)).toBe(page);
});

test('the strip has seven days, those without hours and the blocked ones among them', () => {
  const days = stripOf(
    [
      slot('08:00', { noOfAppointments: 9, free: 0 }),
      slot('12:00', { noOfAppointments: 8, free: 2 }),
      slot('09:00', { date: '2026-11-23', active_status: 'blocked', free: 0, noOfAppointments: 2 }),
    ],
    now.date,
    now,
  );
  expect(days).toHaveLength(7);
  expect(days[0]).toMatchObject({ booked: 17, places: 20, free: 2, state: 'open' });
  expect(days[1]).toMatchObject({ date: '2026-11-22', state: 'none' });
  expect(days[2]).toMatchObject({ state: 'blocked', booked: 2, free: 0 });
});

test('the axis goes in whole hours around all slots, the bars no thinner than can be told apart', () => {
  expect(axisOf([slot('08:30'), slot('12:00')])).toEqual({ start: 480, end: 780, bin: 30 });
  expect(axisOf([slot('00:00'), slot('23:30')]).bin).toBe(60);
  expect(axisOf([slot('09:20'), slot('10:00')]).bin).toBe(20);
  expect(axisOf([slot('09:07')]).bin).toBe(60);
});

test('bars are filled by the booked share, with the open slot and the shown ones marked', () => {
  const slots = [
    slot('10:00', { noOfAppointments: 9 }),
    slot('12:00', { noOfAppointments: 8 }),
    slot('12:30', { active_status: 'blocked' }),
    slot('13:00', { noOfAppointments: 5 }),
  ];
  const second = slots[1] ?? slot('12:00');
  const bars = barsOf(slots, axisOf(slots), now, {
    shown: new Set(slots.slice(0, 2).map(slotKey)),
    open: slotKey(second),
  });
  expect(bars.map(({ look, share, here, onPage }) => [look, share, here, onPage])).toEqual([
    ['passed', 0.9, false, true],
    ['high', 0.8, true, true],
    ['blocked', 0, false, false],
    ['medium', 0.5, false, false],
  ]);
});

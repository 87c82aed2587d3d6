import type { ClientCalendarEvent } from '@dayline/contracts/events/calendar';
import { specification } from '../testing/given-when-then.ts';
import { clientCalendar, type SetHospitalDay } from './client-calendar.ts';

const { given } = specification(clientCalendar);
const context = { today: '2026-11-25', branchIds: [1, 2] };
const dayId = '01J00000000000000000000D01';
const ask = (more: Partial<SetHospitalDay> = {}): SetHospitalDay => ({
  kind: 'setHospitalDay',
  dayId,
  on: { date: '2027-03-22' },
  name: 'Holi',
  branchId: null,
  open: [],
  ...more,
});
const holi = { dayId, on: { date: '2027-03-22' }, from: '2027-03-22', to: '2027-03-22', name: 'Holi', branchId: null };
const isSet = (more: Partial<ClientCalendarEvent['data']> = {}): ClientCalendarEvent => ({
  type: 'HospitalDaySet',
  data: { ...holi, open: [], ...more },
});
const remove = { kind: 'liftHospitalDay', dayId } as const;

describe("the hospital's days", () => {
  test('are set for years ahead, each once, with the opening hours joined', () => {
    given().when(ask(), context).thenAppends(isSet());
    given(isSet())
      .when(ask({ dayId: '01J00000000000000000000D02' }), context)
      .thenAppends();
    const open = [
      { from: '10:00', to: '12:00' },
      { from: '08:00', to: '10:00' },
    ];
    given()
      .when(ask({ open }), context)
      .thenAppends(isSet({ open: [{ from: '08:00', to: '12:00' }] }));
    given()
      .when(ask({ on: { weekday: 'Saturday', weeks: [3] }, branchId: 2 }), context)
      .thenAppends(isSet({ on: { weekday: 'Saturday', weeks: [3] }, from: '2026-11-25', to: null, branchId: 2 }));
  });

  test('are never set before today', () => {
    given()
      .when(ask({ on: { date: '2026-11-24' } }), context)
      .thenRefused('calendar.past');
    given()
      .when(ask({ on: { weekday: 'Sunday', weeks: [] }, from: '2026-11-24' }), context)
      .thenRefused('calendar.past');
    given()
      .when(ask({ on: { date: '2026-11-25' } }), context)
      .thenAppends(isSet({ on: { date: '2026-11-25' }, from: '2026-11-25', to: '2026-11-25' }));
  });

  test('name what is wrong: a branch of somebody else, dates and hours the wrong way round', () => {
    const wrong = ask({
      on: { weekday: 'Sunday', weeks: [] },
      from: '2027-01-02',
      to: '2027-01-01',
      branchId: 7,
      open: [{ from: '12:00', to: '12:00' }],
    });
    given()
      .when(wrong, context)
      .thenRefused('request.invalid', { fields: [{ field: 'branchId' }, { field: 'to' }, { field: 'open.0.to' }] });
  });

  test('name hours that overlap earlier ones', () => {
    const open = [
      { from: '09:00', to: '12:00' },
      { from: '11:30', to: '13:00' },
    ];
    given()
      .when(ask({ open }), context)
      .thenRefused('request.invalid', { fields: [{ field: 'open.1.from' }] });
  });

  test('are lifted once, from the day of the lifting on, and not when they are over', () => {
    const removed = { type: 'HospitalDayLifted', data: { dayId, from: '2026-11-25', name: 'Holi' } } as const;
    given(isSet()).when(remove, context).thenAppends(removed);
    given(isSet(), removed).when(remove, context).thenAppends();
    given(isSet(), removed).when(ask(), context).thenAppends(isSet());
    given(isSet())
      .when(remove, { ...context, today: '2027-03-23' })
      .thenRefused('calendar.past');
    given().when(remove, context).thenRefused('calendar.unknown');
  });
});

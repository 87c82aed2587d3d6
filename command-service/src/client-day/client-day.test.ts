import type { DayTakings } from '@dayline/contracts/clinic/takings';
import type { ClientDayEvent } from '@dayline/contracts/events/client-day';
import { specification } from '../testing/given-when-then.ts';
import { type CloseDay, clientDay } from './client-day.ts';

/** "Closing again is a second event" (the desk's day, 6). */

const { given } = specification(clientDay);
const at = (ordinal: number): string => String(ordinal).padStart(16, '0');
const cash = {
  ...{ actorId: 'desk', name: 'Desk', method: 'cash' as const },
  ...{ taken: 70_000, corrected: 0, refunded: 0, withoutAmount: 0 },
};
const taken: DayTakings = { totals: [cash], position: at(9), lastAt: at(7) };
const close = (more: Partial<CloseDay> = {}): CloseDay => ({
  ...{ kind: 'close', date: '2026-11-21', position: at(7), closings: 0, today: '2026-11-21', taken },
  ...more,
});
const closed: ClientDayEvent = { type: 'DayClosed', data: { totals: [cash], position: at(9) } };

test('a day is closed with the takings that were looked at, and again', () => {
  given().when(close(), undefined).thenAppends(closed);
  given(closed)
    .when(close({ closings: 1 }), undefined)
    .thenAppends(closed);
  given()
    .when(close({ date: '2026-11-20', position: at(0), taken: { ...taken, totals: [], lastAt: null } }), undefined)
    .thenAppends({ type: 'DayClosed', data: { totals: [], position: at(9) } });
});

test('what was counted in cash is kept', () => {
  given()
    .when(close({ countedCash: 0 }), undefined)
    .thenAppends({ type: 'DayClosed', data: { totals: [cash], position: at(9), countedCash: 0 } });
});

test('not before it begins, nor with other takings than were looked at', () => {
  given()
    .when(close({ date: '2026-11-22' }), undefined)
    .thenRefused('close.early');
  given()
    .when(close({ position: at(6) }), undefined)
    .thenRefused('close.changed');
});

test('who comes second learns who closed it, and when', () => {
  const last = { closed: { by: 'Desk', at: '1970-01-01T01:00:00.000Z' } };
  given(closed).when(close(), undefined).thenRefused('close.again', last);
  given(closed, closed)
    .when(close({ closings: 1 }), undefined)
    .thenRefused('close.again', last);
});

test('each doctor gets a letter of their own for the day, once', () => {
  const letterOf = (pocId: string, letter: string): ClientDayEvent => ({
    type: 'TokenLetterAssigned',
    data: { pocId, letter },
  });
  const assign = (pocId: string) => ({ kind: 'assignTokenLetter', pocId }) as const;
  given(closed).when(assign('menon'), undefined).thenAppends(letterOf('menon', 'A'));
  given(letterOf('menon', 'A')).when(assign('rao'), undefined).thenAppends(letterOf('rao', 'B'));
  given(letterOf('menon', 'A')).when(assign('menon'), undefined).thenAppends();
});

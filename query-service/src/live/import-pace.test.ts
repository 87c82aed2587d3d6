import type { LiveMessage } from '@dayline/contracts/live';
import { ImportPace, noticeEveryMs } from './import-pace.ts';
import { roomOfClient } from './rooms.ts';

const { jest } = import.meta;

const room = roomOfClient('01J0000000000000000000000C');
type Hint = Extract<LiveMessage, { topic: 'hint' }>;
const hint = (at: string, ...views: Hint['views']): Hint => ({ topic: 'hint', at, views, pocIds: [], dates: [] });
const counts: LiveMessage = { topic: 'counts', at: '3', rows: [] };
const running = { key: 'import', finishedAt: null, undo: null };

let sent: (readonly LiveMessage[])[];
let pace: ImportPace;
beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  pace = new ImportPace({ sentTo: () => '9', send: (_, messages) => sent.push(messages) });
});
afterEach(() => {
  pace.stop();
  jest.useRealTimers();
});

test('without an import everything is announced at once', () => {
  expect(pace.atOnce(room, [hint('1', 'patients'), counts])).toEqual([hint('1', 'patients'), counts]);
  expect(pace.isBehind(room, '0')).toBe(false);
});

test('while one runs, its lists are announced together every 5 s; its progress and what desks book at once', () => {
  pace.learn([running]);
  expect(pace.atOnce(room, [hint('2', 'patients')])).toEqual([]);
  expect(pace.atOnce(room, [hint('3', 'patients', 'imports'), counts])).toEqual([hint('3', 'imports'), counts]);
  expect(pace.atOnce(room, [hint('4', 'doctors')])).toEqual([]);
  jest.advanceTimersByTime(noticeEveryMs - 1);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(sent).toEqual([[hint('9', 'patients', 'doctors')]]);
  pace.atOnce(room, [{ topic: 'refetch', at: '5' }, hint('5', 'patients')]);
  jest.advanceTimersByTime(noticeEveryMs);
  expect(sent.at(-1)).toEqual([{ topic: 'refetch', at: '9' }]);
});

test('what is left is announced when it is settled, and a page that was away before asks for everything', () => {
  pace.learn([running]);
  pace.atOnce(room, [hint('2', 'patients')]);
  expect(pace.isBehind(room, '2')).toBe(true);
  pace.learn([{ ...running, finishedAt: '2026-11-26T08:00:00Z' }]);
  expect(pace.atOnce(room, [hint('3', 'imports')])).toEqual([hint('3', 'imports')]);
  expect(sent).toEqual([[hint('9', 'patients')]]);
  expect([pace.isBehind(room, '8'), pace.isBehind(room, '9')]).toEqual([true, false]);
});

import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { LiveMessage } from '@dayline/contracts/live';
import { jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { testId } from '../../testing/identities.ts';
import { answer, refuse } from '../../testing/server.ts';
import { NetworkFailure } from '../call-error.ts';
import type { Answer } from '../client.ts';
import { callOptions, keyOf } from '../hooks.ts';
import { seenPosition } from '../positions.ts';
import { connectLive, type LiveSocket } from './live.ts';
import { applyLive, mergeBoard, refetchConcerned } from './mapping.ts';
import { useLiveState, useSessionEnding } from './state.ts';

const at = (number: number): string => String(number).padStart(20, '0');
const pocId = testId(200);
const clientId = testId(100);

const row = (own: number, position: number, more: Partial<TodaysAppointment> = {}): TodaysAppointment => ({
  AppointmentId: `${pocId}_20261121_${testId(own)}`,
  AppointmentTime: '11:20',
  Status: 'Confirmed',
  Is_Active: 1,
  User_ID: testId(900),
  PatientName: 'Rohan Kulkarni',
  PatientContact: '919876543210',
  AppointmentType: 'Direct Consultation',
  POC_ID: pocId,
  POC_Name: 'Dr. Asha Menon',
  money: { amount: 70_000 },
  AppointmentDate: '2026-11-21',
  StatusAt: '2026-11-18T10:32:00Z',
  StatusBy: 'Front Desk 1',
  at: at(position),
  ...more,
});

const answered = <Body,>(body: Body, position: number): Answer<Body> => ({
  body,
  position: at(position),
  total: undefined,
  nextCursor: undefined,
  stale: false,
});

const board = keyOf('listTodaysAppointmentsOfClient', { clientId });

test('a newer row takes the place of the one that is shown, an older one does not', () => {
  const shown = [row(1, 5), row(2, 5)];
  const merged = mergeBoard(shown, [row(1, 6, { Status: 'Availed' }), row(2, 4, { Status: 'Cancelled' })]);
  expect(merged.map(({ Status }) => Status)).toEqual(['Availed', 'Confirmed']);
});

test('a new booking takes its place by time', () => {
  const merged = mergeBoard([row(1, 5)], [row(2, 6, { AppointmentTime: '09:00' })]);
  expect(merged.map(({ AppointmentTime }) => AppointmentTime)).toEqual(['09:00', '11:20']);
});

test("a new day's row ends the board of the day before, and one of yesterday comes too late", () => {
  const yesterday = [row(1, 5), row(2, 5)];
  const today = row(3, 6, { AppointmentDate: '2026-11-22', AppointmentTime: '09:00' });
  expect(mergeBoard(yesterday, [today])).toEqual([today]);
  expect(mergeBoard([today], [row(1, 7, { Status: 'Availed' })])).toEqual([today]);
});

test('a board ignores a message older than its own answer', () => {
  const client = new QueryClient();
  client.setQueryData(board, answered([row(1, 5)], 9));
  applyLive(client, { topic: 'today', at: at(8), rows: [row(1, 8, { Status: 'Availed' })] });
  expect(client.getQueryData<Answer<TodaysAppointment[]>>(board)?.body[0]?.Status).toBe('Confirmed');
  applyLive(client, { topic: 'today', at: at(10), rows: [row(1, 10, { Status: 'Availed' })] });
  expect(client.getQueryData<Answer<TodaysAppointment[]>>(board)).toMatchObject({
    position: at(10),
    body: [{ Status: 'Availed' }],
  });
});

test("a doctor's board takes only the doctor's rows", () => {
  const client = new QueryClient();
  const own = keyOf('listTodaysAppointmentsOfDoctor', { pocId });
  client.setQueryData(own, answered([], 1));
  applyLive(client, { topic: 'today', at: at(2), rows: [row(1, 2, { POC_ID: testId(201) }), row(2, 2)] });
  expect(client.getQueryData<Answer<TodaysAppointment[]>>(own)?.body).toHaveLength(1);
});

test('counts are put in place by client, doctor, status and type', () => {
  const client = new QueryClient();
  const keys = {
    confirmed: keyOf('countAppointmentsOfClient', { clientId, status: 'Confirmed' }),
    ofDoctor: keyOf('countAppointmentsOfDoctor', { pocId, status: 'Cancelled' }),
    tele: keyOf('countAppointmentsByType', { pocId, type: 'Tele Consultation' }),
    foreign: keyOf('countAppointmentsOfClient', { clientId: testId(101), status: 'Confirmed' }),
  };
  for (const key of Object.values(keys)) client.setQueryData(key, answered({ count: 1 }, 1));
  const counts = {
    byStatus: { Confirmed: 412, Availed: 5, Not_Availed: 6, Cancelled: 37 },
    byType: { 'Direct Consultation': 8, 'Tele Consultation': 9 },
    departments: 6,
    doctors: 12,
    at: at(2),
  };
  const message: LiveMessage = {
    topic: 'counts',
    at: at(2),
    rows: [
      { ...counts, key: `client:${clientId}`, date: null },
      { ...counts, key: `poc:${pocId}`, date: null },
      {
        ...counts,
        key: `client:${clientId}:2026-11-21`,
        date: '2026-11-21',
        byStatus: { ...counts.byStatus, Confirmed: 3 },
      },
    ],
  };
  applyLive(client, message);
  const count = (key: readonly unknown[]) => client.getQueryData<Answer<{ count: number }>>(key)?.body.count;
  expect([keys.confirmed, keys.ofDoctor, keys.tele, keys.foreign].map(count)).toEqual([412, 37, 9, 1]);
});

test.each(['patients', 'doctors', 'departments', 'waiting'] as const)(
  'a hint of %s refetches the waiting list',
  (view) => {
    const hint: LiveMessage = { topic: 'hint', at: at(5), views: [view], pocIds: [], dates: [] };
    expect(applyLive(new QueryClient(), hint).names).toContain('listWaiting');
  },
);

test('a hint refetches what it names and is older, and nothing else', async () => {
  const client = new QueryClient();
  const details = keyOf('listAppointmentDetailsOfClient', { clientId });
  const fresh = keyOf('listAppointmentDetailsOfClient', { clientId, search: 'r' });
  const departments = keyOf('listDepartments', { clientId });
  const ofOther = keyOf('listAvailableDates', { pocId: testId(201) });
  client.setQueryData(details, answered([], 1));
  client.setQueryData(fresh, answered([], 9));
  client.setQueryData(departments, answered([], 1));
  client.setQueryData(ofOther, answered([], 1));
  const hint: LiveMessage = {
    topic: 'hint',
    at: at(5),
    views: ['appointments', 'doctorDays'],
    pocIds: [pocId],
    dates: [],
  };
  await refetchConcerned(client, applyLive(client, hint), hint.at);
  const invalidated = [details, fresh, departments, ofOther].map((key) => client.getQueryState(key)?.isInvalidated);
  expect(invalidated).toEqual([true, false, false, false]);
});

test("a day that another desk blocks refetches the doctor's dates and blocked slots, and nobody else's", async () => {
  const client = new QueryClient();
  const keys = [
    keyOf('listDatesWithAvailability', { pocId }),
    keyOf('listBlockedSlots', { pocId }),
    keyOf('listBlockedSlots', { pocId: testId(201) }),
  ];
  for (const key of keys) client.setQueryData(key, answered([], 1));
  const hint: LiveMessage = { topic: 'hint', at: at(5), views: ['doctorDays'], pocIds: [pocId], dates: [] };
  await refetchConcerned(client, applyLive(client, hint), hint.at);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]);
});

test('a hint by the clock refetches what is shown as of it too', async () => {
  const client = new QueryClient();
  const dates = keyOf('listAvailableDates', { pocId });
  client.setQueryData(dates, answered([], 5));
  const hint = { topic: 'hint', at: at(5), views: ['doctorDays'], pocIds: [pocId], dates: ['2026-11-21'] } as const;
  for (const [byClock, isAsked] of [
    [{}, false],
    [{ byClock: true }, true],
  ] as const) {
    const message = { ...hint, views: [...hint.views], pocIds: [...hint.pocIds], dates: [...hint.dates], ...byClock };
    await refetchConcerned(client, applyLive(client, message), hint.at);
    expect(client.getQueryState(dates)?.isInvalidated).toBe(isAsked);
  }
});

test('a change of patients refetches what chats show of them, and how many wait', async () => {
  const client = new QueryClient();
  const keys = [
    keyOf('countWaitingChats', { clientId }),
    keyOf('listChats', { clientId }),
    keyOf('readChat', { clientId, chatId: '0123456789abcdef0123456789abcdef' }),
  ];
  for (const key of keys) client.setQueryData(key, answered({}, 1));
  const hint: LiveMessage = { topic: 'hint', at: at(5), views: ['patients'], pocIds: [], dates: [] };
  await refetchConcerned(client, applyLive(client, hint), hint.at);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});

test("a hint of some days leaves other days' queries alone", async () => {
  const client = new QueryClient();
  const keys = [
    keyOf('listAvailableTimes', { pocId, date: '2026-11-21' }),
    keyOf('listAvailableTimes', { pocId, date: '2026-11-22' }),
    keyOf('listAvailableDates', { pocId }),
  ];
  for (const key of keys) client.setQueryData(key, answered([], 1));
  const hint: LiveMessage = { topic: 'hint', at: at(5), views: ['doctorDays'], pocIds: [pocId], dates: ['2026-11-21'] };
  await refetchConcerned(client, applyLive(client, hint), hint.at);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false, true]);
});

test('refetch refetches every query', async () => {
  const client = new QueryClient();
  client.setQueryData(board, answered([], 9));
  const message: LiveMessage = { topic: 'refetch', at: at(1) };
  await refetchConcerned(client, applyLive(client, message), message.at);
  expect(client.getQueryState(board)?.isInvalidated).toBe(true);
});

/** A fake socket controlled by the test. */
function fakeSocket() {
  const handlers = new Map<string, (...given: never[]) => void>();
  const sent: [string, ...unknown[]][] = [];
  const socket = {
    on: (event: string, handler: (...given: never[]) => void) => handlers.set(event, handler),
    off: (event: string) => handlers.delete(event),
    emit: (...given: [string, ...unknown[]]) => sent.push(given),
    connect: () => sent.push(['connect']),
    disconnect: () => sent.push(['disconnect']),
  };
  return {
    // Cast is safe: the connection uses only these parts of the socket.
    socket: socket as unknown as LiveSocket,
    sent,
    fire: (event: string, ...given: unknown[]) => handlers.get(event)?.(...(given as never[])),
  };
}

test('names the position that it shows after each connect, not that of an own command', () => {
  const client = new QueryClient();
  client.setQueryData(board, answered([row(1, 3)], 3));
  const { socket, sent, fire } = fakeSocket();
  const live = connectLive(client, () => undefined, socket);
  expect(useLiveState.getState().state).toBe('reconnecting');
  fire('connect');
  expect(useLiveState.getState().state).toBe('live');
  expect(sent[0]?.slice(0, 2)).toEqual(['resume', at(3)]);
  fire('live', [{ topic: 'today', at: at(5), rows: [row(1, 5, { Status: 'Availed' })] } satisfies LiveMessage]);
  fire('disconnect');
  expect(useLiveState.getState().state).toBe('reconnecting');
  fire('connect');
  expect(sent[1]?.slice(0, 2)).toEqual(['resume', at(5)]);
  live.close();
});

test('the warning of an end that is near goes when it is withdrawn, and with the connection', () => {
  const { socket, fire } = fakeSocket();
  const live = connectLive(new QueryClient(), () => undefined, socket);
  const isEnding = () => useSessionEnding.getState().isEnding;
  fire('connect');
  fire('sessionEnding', true);
  expect(isEnding()).toBe(true);
  fire('sessionEnding', false);
  expect(isEnding()).toBe(false);
  fire('sessionEnding', true);
  fire('disconnect');
  expect(isEnding()).toBe(false);
  fire('sessionEnding', true);
  live.close();
  expect(isEnding()).toBe(false);
});

test('a page that shows nothing yet resumes from its first response', () => {
  const client = new QueryClient();
  const { socket, sent, fire } = fakeSocket();
  const live = connectLive(client, () => undefined, socket);
  fire('connect');
  expect(sent).toEqual([]);
  client.setQueryData(board, answered([row(1, 3)], 3));
  client.setQueryData(board, answered([row(1, 4)], 4));
  expect(sent.map((message) => message.slice(0, 2))).toEqual([['resume', at(3)]]);
  live.close();
});

test('a row that arrives during the first fetch is not lost', async () => {
  const client = new QueryClient();
  const { socket, fire } = fakeSocket();
  const live = connectLive(client, () => undefined, socket);
  const arrived = row(1, 7);
  // The first response was read before the row, and arrives after its message.
  let isFirst = true;
  const made = answer(
    'listTodaysAppointmentsOfClient',
    () => {
      if (!isFirst) return [arrived];
      fire('live', [{ topic: 'today', at: at(7), rows: [arrived] } satisfies LiveMessage]);
      return [];
    },
    () => {
      const position = at(isFirst ? 6 : 7);
      isFirst = false;
      return { 'X-Position': position };
    },
  );
  const shown = await client.fetchQuery(callOptions(client, 'listTodaysAppointmentsOfClient', { clientId }));
  expect(shown.body).toEqual([arrived]);
  expect(made.map(({ headers }) => headers.get('X-Read-After'))).toEqual([null, at(7)]);
  live.close();
});

test('where messages come faster than responses, the last is shown and then asked for again', async () => {
  const client = new QueryClient();
  const { socket, fire } = fakeSocket();
  const live = connectLive(client, () => undefined, socket);
  let calls = 0;
  answer(
    'listTodaysAppointmentsOfClient',
    () => {
      calls += 1;
      if (calls < 4) fire('live', [{ topic: 'today', at: at(calls + 1), rows: [] } satisfies LiveMessage]);
      return [];
    },
    () => ({ 'X-Position': at(calls) }),
  );
  const observer = new QueryObserver(client, callOptions(client, 'listTodaysAppointmentsOfClient', { clientId }));
  const positions: (string | undefined)[] = [];
  await new Promise<void>((isNewest) => {
    observer.subscribe(({ data }) => {
      if (data && positions.at(-1) !== data.position) positions.push(data.position);
      if (data?.position === at(4)) isNewest();
    });
  });
  expect(positions).toEqual([at(3), at(4)]);
  observer.destroy();
  live.close();
});

test('views that went back to an earlier position are followed from there, and waited for no longer', () => {
  const client = new QueryClient();
  client.setQueryData(board, answered([row(1, 9)], 9));
  const { socket, sent, fire } = fakeSocket();
  const live = connectLive(client, () => undefined, socket);
  fire('connect');
  fire('live', [{ topic: 'today', at: at(9), rows: [] } satisfies LiveMessage]);
  expect(seenPosition()).toBe(at(9));
  fire('live', [{ topic: 'refetch', at: at(4) } satisfies LiveMessage]);
  expect(seenPosition()).toBe(at(4));
  fire('disconnect');
  fire('connect');
  expect(sent[1]?.slice(0, 2)).toEqual(['resume', at(4)]);
  live.close();
});

test('a handshake refused because the session ended meanwhile ends it here too', async () => {
  refuse('validateSession', 'session.missing');
  const { socket, fire } = fakeSocket();
  await new Promise<void>((ended) => {
    const live = connectLive(
      new QueryClient(),
      () => {
        live.close();
        ended();
      },
      socket,
    );
    fire('connect_error');
    expect(useLiveState.getState().state).toBe('reconnecting');
  });
});

test('what a server that was away did not answer is asked again once the page is connected', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isAway = true;
  const queryFn = () => (isAway ? Promise.reject(new NetworkFailure('away')) : Promise.resolve('here'));
  const observer = new QueryObserver(client, { queryKey: ['count'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  expect(observer.getCurrentResult().isError).toBe(true);
  isAway = false;
  const { socket, fire } = fakeSocket();
  const live = connectLive(client, () => undefined, socket);
  await new Promise<void>((answered) => {
    observer.subscribe(({ data }) => data === 'here' && answered());
    fire('connect');
  });
  live.close();
  stop();
});

test('a page that is one too many asks now and then, and takes a place that becomes free', () => {
  jest.useFakeTimers();
  try {
    const client = new QueryClient();
    client.setQueryData(board, answered([row(1, 3)], 3));
    const { socket, sent, fire } = fakeSocket();
    const live = connectLive(client, () => undefined, socket);
    fire('connect_error', new Error('sockets.too-many'));
    expect(useLiveState.getState().state).toBe('limited');
    jest.advanceTimersByTime(10_000);
    expect(client.getQueryState(board)?.isInvalidated).toBe(false);
    jest.advanceTimersByTime(6_000);
    expect(client.getQueryState(board)?.isInvalidated).toBe(true);
    expect(sent).toEqual([['connect']]);
    expect(useLiveState.getState().state).toBe('limited');
    fire('connect');
    expect(useLiveState.getState().state).toBe('live');
    live.close();
  } finally {
    jest.useRealTimers();
  }
});

describe('a network that is lost without the socket noticing', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  function open() {
    const { socket, sent, fire } = fakeSocket();
    const live = connectLive(new QueryClient(), () => undefined, socket);
    fire('connect');
    const beats = () => sent.filter(([event]) => event === 'beat');
    // Cast is safe: a beat is sent with its acknowledgement callback.
    const answer = () => (beats().at(-1)?.[1] as (() => void) | undefined)?.();
    return { live, beats, answer, fire };
  }
  const state = () => useLiveState.getState().state;

  test('is shown within 5 s, then as Offline, and is over with the next answer', () => {
    const { live, answer } = open();
    jest.advanceTimersByTime(2_500);
    answer();
    jest.advanceTimersByTime(5_000);
    expect(state()).toBe('reconnecting');
    jest.advanceTimersByTime(8_000);
    expect(state()).toBe('offline');
    answer();
    expect(state()).toBe('live');
    live.close();
  });

  test('ends with what the server said of its views before', () => {
    const { live, answer, fire } = open();
    jest.advanceTimersByTime(2_500);
    answer();
    fire('away', true);
    jest.advanceTimersByTime(5_000);
    expect(state()).toBe('reconnecting');
    answer();
    expect(state()).toBe('away');
    live.close();
  });

  test('is not looked for by a hidden page, until it is seen again', () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { live, beats } = open();
    jest.advanceTimersByTime(60_000);
    expect(beats()).toHaveLength(0);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(beats()).toHaveLength(1);
    live.close();
  });

  test('is not assumed of a server that has never answered', () => {
    const { live } = open();
    jest.advanceTimersByTime(30_000);
    expect(state()).toBe('live');
    live.close();
  });
});

test('a server that can not read what it would tell says so, and the page shows it until that is over', () => {
  const { socket, fire } = fakeSocket();
  const live = connectLive(new QueryClient(), () => undefined, socket);
  fire('connect');
  fire('away', true);
  expect(useLiveState.getState().state).toBe('away');
  fire('away', false);
  expect(useLiveState.getState().state).toBe('live');
  live.close();
});

test('the page connects at once when the network is back, instead of at the next try', () => {
  const { socket, sent, fire } = fakeSocket();
  const live = connectLive(new QueryClient(), () => undefined, socket);
  fire('connect');
  dispatchEvent(new Event('online'));
  expect(sent).toEqual([]);
  fire('disconnect');
  dispatchEvent(new Event('online'));
  expect(sent).toEqual([['disconnect'], ['connect']]);
  fire('connect');
  live.close();
  sent.length = 0;
  dispatchEvent(new Event('online'));
  expect(sent).toEqual([]);
});

test('the page is no longer live as soon as the browser has no network, and tries again', () => {
  const { socket, sent, fire } = fakeSocket();
  const live = connectLive(new QueryClient(), () => undefined, socket);
  fire('connect');
  dispatchEvent(new Event('offline'));
  expect(useLiveState.getState().state).toBe('reconnecting');
  expect(sent).toEqual([['disconnect'], ['connect']]);
  live.close();
});

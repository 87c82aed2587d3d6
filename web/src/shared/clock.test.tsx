import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { call } from './api/client.ts';
import { serverNow } from './clock.ts';
import { clinicToday } from './format/time.ts';
import { useClinicDay } from './format/use-clinic-day.ts';
import { useClinicNow } from './format/use-clinic-now.ts';
import { answer } from './testing/server.ts';

const zone = 'Asia/Kolkata';
const minute = 60_000;
/** 23:50 of November 21 at the clinic. */
const atServer = Date.parse('2026-11-21T18:20:00Z');
const dateHeader = (instant: number) => ({ Date: new Date(instant).toUTCString() });

function Clock() {
  const { date, time } = useClinicNow(zone);
  return <p>{`${date} ${time}, day ${useClinicDay(zone)}, ${clinicToday(zone)}`}</p>;
}

afterEach(() => jest.restoreAllMocks());

test.each([
  ['40 minutes fast', 40],
  ['40 minutes slow', -40],
])('the clinic’s clock and day are right on a desk that is %s', async (_, off) => {
  jest.spyOn(Date, 'now').mockReturnValue(atServer + off * minute);
  answer('listClients', [], dateHeader(atServer));
  await call('listClients', {});
  render(<Clock />);
  expect(screen.getByText('2026-11-21 23:50, day 2026-11-21, 2026-11-21')).toBeInTheDocument();
});

test('the newest response counts; a second of difference or no header changes nothing', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(atServer);
  answer('listClients', [], dateHeader(atServer - 1_000));
  await call('listClients', {});
  expect(serverNow()).toBe(atServer);
  answer('listClients', []);
  await call('listClients', {});
  expect(serverNow()).toBe(atServer);
  // Meanwhile the desk's clock is set wrong.
  now.mockReturnValue(atServer + 40 * minute);
  answer('listClients', [], dateHeader(atServer));
  await call('listClients', {});
  expect(serverNow()).toBe(atServer);
  // And right again.
  now.mockReturnValue(atServer);
  answer('listClients', [], dateHeader(atServer));
  await call('listClients', {});
  expect(serverNow()).toBe(atServer);
});

test('all that shows the time or the day turns in one step, within a second of midnight', () => {
  jest.useFakeTimers();
  try {
    // 23:59:59 at the clinic.
    jest.setSystemTime(Date.parse('2026-11-21T18:29:59Z'));
    render(<Clock />);
    const first = screen.getByText('2026-11-21 23:59, day 2026-11-21, 2026-11-21');
    // A component rendered half a second later.
    act(() => jest.advanceTimersByTime(500));
    render(<Clock />);
    act(() => jest.advanceTimersByTime(500));
    expect(first).toHaveTextContent('2026-11-22 00:00, day 2026-11-22, 2026-11-22');
    expect(screen.getAllByText('2026-11-22 00:00, day 2026-11-22, 2026-11-22')).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});

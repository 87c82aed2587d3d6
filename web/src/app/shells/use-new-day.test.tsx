import { jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { useNewDay } from './use-new-day.ts';

function Page() {
  useNewDay('Asia/Kolkata');
  return null;
}

afterEach(() => jest.useRealTimers());

test("refetches everything once the clinic's day changes, and not before", () => {
  // 23:59:30 at the clinic.
  jest.useFakeTimers({ now: Date.parse('2026-11-21T18:29:30Z') });
  const client = new QueryClient();
  const invalidated = jest.spyOn(client, 'invalidateQueries');
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  act(() => jest.advanceTimersByTime(25_000));
  expect(invalidated).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(60_000));
  expect(invalidated).toHaveBeenCalledTimes(1);
});

import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyPiece, untilLoaded } from './lazy-piece.ts';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a piece that could not be loaded leaves the page as it is, and comes later', async () => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  let tries = 0;
  const Piece = lazyPiece(async () => {
    tries += 1;
    if (tries < 3) return missing();
    return { default: () => <p>piece</p> };
  });
  await act(async () => {
    render(
      <>
        <p>page</p>
        <Suspense>
          <Piece />
        </Suspense>
      </>,
    );
  });
  expect(screen.getByText('page')).toBeInTheDocument();
  expect(screen.queryByText('piece')).not.toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText('piece')).toBeInTheDocument();
  expect(screen.getByText('page')).toBeInTheDocument();
});

test('a piece that a server which answers does not have is given up', async () => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  let tries = 0;
  const given = untilLoaded(() => {
    tries += 1;
    return missing();
  });
  const refused = expect(given).rejects.toThrow('Failed to fetch dynamically imported module');
  await jest.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(tries).toBe(2);
});

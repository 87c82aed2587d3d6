import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beside } from './beside.ts';

afterEach(() => jest.useRealTimers());

test('a piece that could not be loaded leaves the page as it is, and comes later', async () => {
  jest.useFakeTimers();
  let tries = 0;
  const Piece = beside(async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
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

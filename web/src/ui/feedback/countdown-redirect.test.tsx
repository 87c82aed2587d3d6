import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { show } from '../../shared/testing/render.tsx';
import { CountdownRedirect } from './countdown-redirect.tsx';

afterEach(() => jest.useRealTimers());

test('redirects after 5 s, saying how many are left', () => {
  jest.useFakeTimers();
  const { router } = show(<CountdownRedirect to="/" label="Go to login" />, { at: '/create-password' });
  expect(screen.getByText('Redirecting to login in 5 seconds...', { selector: '[aria-hidden]' })).toBeVisible();
  for (let second = 0; second < 4; second += 1) act(() => jest.advanceTimersByTime(1_000));
  expect(screen.getByText('Redirecting to login in 1 second...')).toBeVisible();
  expect(router.state.location.pathname).toBe('/create-password');
  act(() => jest.advanceTimersByTime(1_000));
  expect(router.state.location.pathname).toBe('/');
});

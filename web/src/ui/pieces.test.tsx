import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { show } from '../shared/testing/render.tsx';
import { CountdownRedirect } from './countdown-redirect.tsx';
import { PasswordMeter } from './password-meter.tsx';
import { TabsPanel } from './tabs-panel.tsx';

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

test.each([
  ['', 0, ''],
  ['a', 1, 'Weak'],
  ['12345678', 2, 'Fair'],
  ['Daylines1', 3, 'Good'],
  ['Dayline#2026', 4, 'Strong'],
  ['!', 1, 'Weak'],
  [' ', 1, 'Weak'],
])('the meter counts the rules that "%s" keeps: %i of 4, %s', (password, strength, word) => {
  show(<PasswordMeter password={password} confirm={password} />);
  expect(screen.getByRole('meter', { name: 'Password strength' })).toHaveAttribute('aria-valuenow', String(strength));
  expect(screen.getByRole('status')).toHaveTextContent(word);
});

test('no rule kept is Very Weak, and a second entry that differs is no match', () => {
  show(<PasswordMeter password={''} confirm="x" />);
  expect(screen.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Very Weak');
  expect(screen.getByText('Passwords match')).toHaveTextContent('not met');
});

function Tabs() {
  const [tab, setTab] = useState<'update' | 'blocked'>('update');
  return (
    <TabsPanel<'update' | 'blocked'>
      label="Availability"
      value={tab}
      onChange={setTab}
      tabs={[
        { key: 'update', label: 'Update Slots' },
        { key: 'blocked', label: 'Blocked Slots', count: 3 },
      ]}
    >
      {tab === 'update' ? 'The dates' : 'What is blocked'}
    </TabsPanel>
  );
}

test('arrows move between the tabs and show their panel', async () => {
  const { user, container } = show(<Tabs />);
  await user.click(screen.getByRole('tab', { name: 'Update Slots' }));
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: /Blocked Slots/ })).toHaveFocus();
  expect(within(screen.getByRole('tabpanel', { name: /Blocked Slots/ })).getByText('What is blocked')).toBeVisible();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByText('The dates')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

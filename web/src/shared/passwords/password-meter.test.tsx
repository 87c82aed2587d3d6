import { screen } from '@testing-library/react';
import { show } from '../testing/render.tsx';
import { PasswordMeter } from './password-meter.tsx';

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
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(word);
});

test('no rule kept is Very Weak, and a second entry that differs is no match', () => {
  show(<PasswordMeter password={''} confirm="x" />);
  expect(screen.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Very Weak');
  expect(screen.getByText('Passwords match')).toHaveTextContent('not met');
});

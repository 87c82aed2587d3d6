import { render, screen } from '@testing-library/react';
import { CountBadge } from './count-badge.tsx';

test('a count that is not known yet takes its place unseen, so that nothing moves when it comes', () => {
  const { rerender } = render(<CountBadge count={undefined} one="Doctor" />);
  expect(screen.getByText(/Doctors$/)).not.toBeVisible();
  rerender(<CountBadge count={1} one="Doctor" />);
  expect(screen.getByText('1 Doctor')).toBeVisible();
});

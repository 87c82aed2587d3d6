import { render, screen } from '@testing-library/react';
import { CountBadge } from './count-badge.tsx';

test('a count takes the same room while it is not known, so that nothing moves when it comes', () => {
  const { container, rerender } = render(<CountBadge count={undefined} one="Doctor" />);
  const look = container.firstElementChild?.className;
  expect(screen.queryByText(/Doctor/)).not.toBeInTheDocument();
  rerender(<CountBadge count={1} one="Doctor" />);
  expect(screen.getByText('1 Doctor')).toBeVisible();
  expect(container.firstElementChild).toHaveClass(look ?? 'none');
});

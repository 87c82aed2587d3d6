import { render, screen } from '@testing-library/react';
import { CountBadge } from './count-badge.tsx';

const words = (count: number) => (count === 1 ? '1 Doctor' : `${count} Doctors`);

test('a count takes the same room while it is not known, so that nothing moves when it comes', () => {
  const { container, rerender } = render(<CountBadge count={undefined} words={words} />);
  const look = container.firstElementChild?.className;
  expect(screen.queryByText(/Doctor/)).not.toBeInTheDocument();
  rerender(<CountBadge count={1} words={words} />);
  expect(screen.getByText('1 Doctor')).toBeVisible();
  expect(container.firstElementChild).toHaveClass(look ?? 'none');
});

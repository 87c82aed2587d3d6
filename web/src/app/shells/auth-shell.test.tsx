import { screen, within } from '@testing-library/react';
import { show } from '../../shared/testing/render.tsx';
import { AuthShell } from './auth-shell.tsx';

test('leads to what Dayline is and to its policies', () => {
  show(<AuthShell />);
  const links = within(screen.getByRole('navigation', { name: 'About Dayline' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['About Dayline', '/home'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Service', '/terms-of-service'],
  ]);
});

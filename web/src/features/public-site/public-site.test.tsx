import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import ChatbotPage from './chatbot-page.tsx';
import { errorsOf } from './components/contact-form.tsx';
import HomePage from './home-page.tsx';
import PrivacyPolicyPage from './privacy-policy-page.tsx';
import TermsOfServicePage from './terms-of-service-page.tsx';

const isOpen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded') === 'true';

describe('the contact form', () => {
  const fill = async ({ user }: ReturnType<typeof show>) => {
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nikhil');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'nikhil@mail.example');
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Three desks');
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
  };

  test("sends name, email and message, says 'Message sent successfully!' and empties itself", async () => {
    const made = answer('sendContactMessage', { success: true, message: 'ok' });
    await fill(show(<HomePage />, { at: '/home' }));
    expect(await screen.findByText('Message sent successfully!')).toBeVisible();
    expect(made[0]?.body).toEqual({
      name: 'Nikhil',
      email: 'nikhil@mail.example',
      message: 'Three desks',
    });
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  });

  test("keeps what was written when it fails: 'Failed to send message. Please try again.'", async () => {
    refuse('sendContactMessage', 'request.throttled');
    await fill(show(<HomePage />, { at: '/home' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send message. Please try again.');
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Three desks');
  });

  test('asks for all three, goes to the first that is missing, and sends nothing', async () => {
    const made = answer('sendContactMessage', { success: true, message: 'ok' });
    const { user } = show(<HomePage />, { at: '/home' });
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
    for (const sentence of ['Name is required.', 'Email is required.', 'Message is required.']) {
      expect(screen.getByText(sentence)).toBeVisible();
    }
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    expect(made).toEqual([]);
  });

  test('refuses what is no e-mail address', () => {
    expect(errorsOf({ name: 'A', email: 'nikhil@mail', message: 'x' })).toEqual({
      email: 'Please enter a valid email address.',
    });
    expect(errorsOf({ name: 'A', email: 'nikhil@mail.example', message: 'x' })).toEqual({});
  });
});

test('home has hero, about, services, benefits and contact under one title', async () => {
  const { container } = show(<HomePage />, { at: '/home' });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['About Us', 'Services', 'Benefits', 'Contact Us']);
  const kinds = within(screen.getByRole('list', { name: 'What patients can book' })).getAllByRole('listitem');
  expect(kinds).toHaveLength(4);
  expect(await axe(container)).toHaveNoViolations();
});

test('the chatbot page tells of booking, rescheduling and cancelling via WhatsApp', async () => {
  const { container } = show(<ChatbotPage />, { at: '/chatbot' });
  for (const name of ['Booking', 'Rescheduling', 'Cancelling']) {
    expect(screen.getByRole('heading', { level: 3, name })).toBeVisible();
  }
  expect(screen.getByText(/via WhatsApp/)).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

describe.each([
  ['Privacy Policy', <PrivacyPolicyPage key="privacy" />, 5],
  ['Terms of Service', <TermsOfServicePage key="terms" />, 8],
])('%s', (title, page, count) => {
  test('has its sections closed, one open at a time, and a click on the open one closes it', async () => {
    const { user, container } = show(page);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText('Last updated February 13, 2025')).toBeVisible();
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
    expect(names).toHaveLength(count);
    expect(names.filter(isOpen)).toEqual([]);
    const [first = '', second = ''] = names;
    await user.click(screen.getByRole('button', { name: first }));
    expect(names.filter(isOpen)).toEqual([first]);
    await user.click(screen.getByRole('button', { name: second }));
    expect(names.filter(isOpen)).toEqual([second]);
    await user.click(screen.getByRole('button', { name: second }));
    expect(names.filter(isOpen)).toEqual([]);
    expect(screen.getByRole('button', { name: second }).parentElement?.nextElementSibling).not.toBeVisible();
    expect(await axe(container)).toHaveNoViolations();
  });
});

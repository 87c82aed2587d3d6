import type { Letter } from './port.ts';

/** A letter as the mailer takes it. Addresses are given in parts, never as text that could hold further ones. */
export const messageOf = ({ to, subject, text, html, replyTo }: Letter, from: string) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  ...(replyTo ? { replyTo } : {}),
  // A letter is made of texts alone.
  disableFileAccess: true,
  disableUrlAccess: true,
});

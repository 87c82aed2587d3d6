import type { Letter } from './port.ts';

/** An email for the mailer. Addresses are passed in parts, never as text that could contain more of them. */
export const messageOf = ({ to, subject, text, html, replyTo, calendar, unsubscribe }: Letter, from: string) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  ...(replyTo ? { replyTo } : {}),
  ...(calendar ? { icalEvent: { ...calendar, filename: 'appointment.ics' } } : {}),
  ...(unsubscribe ? { list: { unsubscribe }, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } } : {}),
  // Emails consist of text only.
  disableFileAccess: true,
  disableUrlAccess: true,
});

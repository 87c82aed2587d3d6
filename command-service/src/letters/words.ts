import { storedEmail } from '@dayline/contracts/fields/email-address';
import type { Language } from '@dayline/contracts/fields/language';
import { counted } from '@dayline/contracts/fields/phrase';
import type { SignedHead } from '@dayline/contracts/proof/signed-head';
import type { Letter } from '@dayline/runtime/mail/port';
import type { Account } from '@dayline/vault/port';
import { greeting, type LetterKind, letterText } from './text.ts';

/** An email's content, rendered as plain text and HTML. */
interface Words {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly link: string };
  readonly closing: string;
  /** A smaller link at the foot. */
  readonly footer?: { readonly label: string; readonly link: string };
}

/** An email to the owner of an account, with a link. */
export function accountLetter(
  kind: LetterKind,
  { email, name }: Pick<Account, 'email' | 'name'>,
  { link, language }: { readonly link: string; readonly language: Language },
): Letter {
  const { subject, paragraph, button, closing } = letterText[language][kind];
  return letterOf(
    email,
    {
      subject,
      greeting: greeting[language](name),
      paragraphs: [paragraph],
      button: { label: button, link },
      closing,
    },
    language,
  );
}

/** The JSON has a line of its own, as in a file of AUDIT_HEAD_DIR. */
export const logHeadLetter = (to: string, head: SignedHead): Letter =>
  letterOf(to, {
    subject: `Dayline log head ${head.position}, ${head.signedAt}`,
    greeting: `The log had ${counted(head.events, 'entry', 'entries')} at ${head.signedAt}.`,
    paragraphs: [
      'Keep this email. Later checks of the log or of an export can be compared with it.',
      JSON.stringify(head),
    ],
    closing: 'See docs/verifying-exports.md for how to check with it.',
  });

export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

export function contactLetter(to: string, { name, email, message }: ContactMessage): Letter {
  const letter = letterOf(to, {
    subject: 'A message from the Dayline home page',
    greeting: `${name} (${email}) wrote:`,
    paragraphs: message.split(/\r?\n/).filter((line) => line.trim() !== ''),
    closing: 'Replies to this email go to the sender.',
  });
  return { ...letter, replyTo: { name: oneLine(name), address: email } };
}

/** Emails to the operator are in English. */
export function letterOf(
  to: string,
  { subject, greeting, paragraphs, button, closing, footer }: Words,
  language: Language = 'en',
): Letter {
  const text = [
    greeting,
    ...paragraphs,
    ...(button ? [button.link] : []),
    closing,
    ...(footer ? [`${footer.label}: ${footer.link}`] : []),
  ].join('\n\n');
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<style>${darkStyle}</style></head>`,
    `<body style="margin:0;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:${ink}">`,
    '<div style="max-width:560px;margin:0 auto;padding:24px">',
    ...[greeting, ...paragraphs].map((text) => paragraph(text)),
    button ? paragraphOf(linkOf(button)) : '',
    paragraph(closing),
    footer ? paragraphOf(linkOf(footer), `border-top:1px solid ${line};padding-top:12px;font-size:13px`) : '',
    '</div></body></html>',
  ].join('\n');
  return { to: storedEmail(to), subject, text: `${text}\n`, html, ...(button ? { link: button.link } : {}) };
}

const [ink, line] = ['#1c2430', '#d5dae1'];
/** Over the colours at the elements, which are for mail programs that leave it out. */
const darkStyle = [
  ':root{color-scheme:light dark}',
  '@media (prefers-color-scheme:dark){body{background:#14181f!important;color:#e6e9ee!important}',
  'a{color:#8ab8f0!important}p{border-color:#39424e!important}}',
].join('');

const paragraph = (text: string): string => paragraphOf(escapeHtml(text));
const paragraphOf = (html: string, style = ''): string =>
  `<p style="margin:0 0 16px;overflow-wrap:break-word;${style}">${html}</p>`;
const linkOf = ({ label, link }: NonNullable<Words['button']>): string =>
  `<a href="${escapeHtml(link)}" rel="noreferrer" style="color:#0b5cad">${escapeHtml(label)}</a>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** A name is part of a header: no line of it may become another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go.
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

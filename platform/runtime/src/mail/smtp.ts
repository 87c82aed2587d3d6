import type { Transporter } from 'nodemailer';
import { messageOf } from './message.ts';
import type { Mail } from './port.ts';

/**
 * `url` such as smtps://user:password@mail.example:465; plain connections are upgraded to TLS if the server offers it.
 */
export function openSmtpMail({ url, from }: { url: string; from: string }): Mail {
  let transport: Transporter | null = null;
  return {
    async send(letter, signal) {
      // Loaded with the first email, so that it doesn't delay the start.
      const { createTransport } = await import('nodemailer');
      transport ??= createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
      await transport.sendMail({ ...messageOf(letter, from), signal });
    },
    async close() {
      transport?.close();
    },
  };
}

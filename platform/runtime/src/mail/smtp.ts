import type { Transporter } from 'nodemailer';
import { messageOf } from './message.ts';
import type { Mail } from './port.ts';

/** One sends while another email may be waiting for a slow answer. */
const connections = 2;
/** Before servers close a connection: an email is never handed to one that is about to be closed. */
const idleMs = 20_000;

/**
 * Sends over connections that are kept for the next email. An email of which no byte was sent, since the server closed a
 * kept connection, goes out over another one, once; one whose connection is lost later isn't sent again by itself: the
 * server may have it.
 * @param url such as smtps://user:password@mail.example:465; plain connections are upgraded to TLS if the server offers it
 * @param perSecond at most this many emails a second
 */
export function openSmtpMail({ url, from, perSecond }: { url: string; from: string; perSecond: number }): Mail {
  let transport: Transporter | null = null;
  return {
    async send(letter, signal) {
      // Loaded with the first email, so that it doesn't delay the start.
      const { createTransport } = await import('nodemailer');
      transport ??= createTransport({
        ...{ url, pool: true, maxConnections: connections, maxRequeues: 1, idleTimeout: idleMs },
        ...{ rateLimit: perSecond, rateDelta: 1_000 },
        ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
      });
      await transport.sendMail({ ...messageOf(letter, from), signal });
    },
    async close() {
      transport?.close();
    },
  };
}

import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Raw, as received. */
  readonly raw: string;
  /** Header lines, unfolded. */
  readonly headers: readonly string[];
  /** The whole message with soft line breaks and escapes decoded. */
  readonly readable: string;
}

export interface MailServer {
  readonly port: number;
  readonly url: string;
  /** Oldest first. */
  readonly mails: ReceivedMail[];
  /** The connections that it has had. */
  readonly connections: number;
  /** It takes the next mail, and closes the connection instead of answering. */
  hangUp(): void;
  /** It answers the next sender with 421, and closes the connection. */
  refuseNext(): void;
  close(): Promise<void>;
}

/** A real SMTP server on a free port, or on a given port. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets: Socket[] = [];
  let hangsUp = false;
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      if (!isRefusing) return done();
      isRefusing = false;
      done(Object.assign(new Error('Too many messages'), { responseCode: 421 }));
      for (const socket of sockets) socket.end();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, ...readMail(Buffer.concat(chunks).toString('utf8')) });
        if (!hangsUp) return done();
        hangsUp = false;
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = server.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The mail server has no port.');
  return {
    port: bound.port,
    url: `smtp://127.0.0.1:${bound.port}`,
    mails,
    get connections() {
      return sockets.length;
    },
    hangUp() {
      hangsUp = true;
    },
    refuseNext() {
      isRefusing = true;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function readMail(raw: string): Omit<ReceivedMail, 'to'> {
  const [head = ''] = raw.split('\r\n\r\n');
  const readable = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { raw, headers: head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n'), readable };
}

/** The token and the id in a mail's link to a page. */
export function linkIn(
  { readable }: Pick<ReceivedMail, 'readable'>,
  page: 'verify-email' | 'reset-password' | 'sign-in-link' | 'invitation' | 'confirm-email',
) {
  const found = new RegExp(`(https?://[^/\\s"]+)/${page}/([A-Za-z0-9_-]+)/([0-9A-Z]{26})`).exec(readable);
  if (!found) throw new Error(`The mail has no link to ${page}:\n${readable}`);
  const [, origin = '', token = '', pocId = ''] = found;
  return { origin, token, pocId };
}

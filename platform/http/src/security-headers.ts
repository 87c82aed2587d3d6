import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Alternating header names and values, as `writeHead` takes them. */
export type HeaderList = readonly string[];

const permissionsPolicy = [
  ...['camera=()', 'microphone=()', 'geolocation=()', 'payment=()', 'usb=()'],
  ...['publickey-credentials-get=(self)', 'publickey-credentials-create=(self)'],
].join(', ');

/**
 * Headers of every answer, built once: a middleware setting them per request costs more than the rest of the chain.
 * Inline styles are allowed for the web's style engine; inline scripts are not.
 */
export function securityHeaders({ secure }: { secure: boolean }): HeaderList {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  write(new IncomingMessage(new Socket()), response, (error?: unknown) => {
    if (error) throw error;
  });
  response.setHeader('Permissions-Policy', permissionsPolicy);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}

/** For answers written by other code, such as files. */
export function setHeaders(response: Pick<ServerResponse, 'setHeader'>, list: HeaderList): void {
  for (let index = 0; index + 1 < list.length; index += 2) {
    response.setHeader(list[index] ?? '', list[index + 1] ?? '');
  }
}

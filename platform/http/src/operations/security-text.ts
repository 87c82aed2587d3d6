import { type Clock, systemClock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import express, { type Router } from 'express';

export const securityTextPath = '/.well-known/security.txt';

/** In ms: RFC 9116 asks for less than a year. */
const validFor = 180 * 24 * 60 * 60 * 1_000;

type SecuritySettings = Pick<Config, 'securityContact' | 'publicUrl'>;

/** `/.well-known/security.txt` (RFC 9116), where a contact is configured. */
export function securityText({ securityContact, publicUrl }: SecuritySettings, clock: Clock = systemClock): Router {
  const router = express.Router();
  if (securityContact === null) return router;
  router.get(securityTextPath, (_request, response) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock.now() + validFor).toISOString()}`,
      'Preferred-Languages: en, hi',
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}${securityTextPath}`]),
    ];
    response
      .type('text/plain')
      .set('Cache-Control', 'no-cache')
      .send(`${lines.join('\n')}\n`);
  });
  return router;
}

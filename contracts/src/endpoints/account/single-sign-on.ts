import { z } from 'zod';
import { requiredLine } from '../../fields/text.ts';
import { idSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { nextStepSchema, signedInSchema } from '../session.ts';
import { commandReply } from '../shapes.ts';

const maxDomains = 20;
const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u, 'Please enter domains such as hospital.example.')
  .meta({ examples: ['hospital.example'] });

/** An issuer identifier: without query or fragment (OpenID Connect Core 1.0, 2). */
const issuerSchema = z
  .url({
    protocol: /^https?$/,
    error: 'Please enter the address of the provider, such as https://login.hospital.example.',
  })
  .max(500)
  .regex(/^[^?#]*$/, 'Please enter the address of the provider without ? and #.')
  .meta({ examples: ['https://login.hospital.example'] });

const signingIn = { kind: 'command', access: 'public', failure: 'Failed to login. Please try again.' } as const;
const hospital = {
  clientId: idSchema,
  /** The page's own, to which the provider returns; it counts only where PUBLIC_URL is not set. */
  origin: z.string().max(300),
};

const beginSingleSignOn = endpoint('/api/sign-in/single-sign-on/begin', {
  ...signingIn,
  request: z.strictObject(hospital),
  /** `address`: of the provider's page, for this browser alone. */
  response: z.object({ success: z.literal(true), message: z.string(), address: z.string() }),
  refusals: [
    ...(['provider.none', 'provider.unavailable', 'provider.address', 'provider.issuer'] as const),
    ...(['provider.invalid', 'provider.secret', 'request.throttled'] as const),
  ],
  title: 'Begin a sign-in by the hospital’s own provider (OpenID Connect)',
});

const signInByProvider = endpoint('/api/sign-in/single-sign-on', {
  ...signingIn,
  /** As the provider returned them in the address. */
  request: z.strictObject({
    ...hospital,
    code: z.string().max(4_096),
    state: z.string().max(128),
    iss: z.string().max(500).exactOptional(),
  }),
  response: z.union([signedInSchema, nextStepSchema]),
  refusals: [
    ...(['provider.none', 'provider.unavailable', 'provider.address', 'provider.state', 'provider.issuer'] as const),
    ...(['provider.audience', 'provider.nonce', 'provider.expired', 'provider.invalid', 'provider.code'] as const),
    ...(['provider.secret', 'provider.email', 'provider.unknown', 'sign-in.closed', 'sign-in.left'] as const),
    'request.throttled',
  ],
  title: 'Sign in by the code of the hospital’s own provider; the account decides the role',
});

const setting = {
  ...({ claims: [claims.client], access: ['admin'], kind: 'command', action: 'settings', needsProof: true } as const),
  response: z.object(commandReply),
};

const setSingleSignOn = endpoint('/api/settings/single-sign-on', {
  ...setting,
  request: z.strictObject({
    clientId: idSchema,
    /** Null removes it. */
    provider: z
      .strictObject({
        providerName: requiredLine(40, 'Please enter a name.'),
        issuer: issuerSchema,
        oidcClientId: requiredLine(200, 'Please enter the client ID.'),
        /** Absent: the present one of the same issuer stays. */
        secret: requiredLine(500, 'Please enter the secret.').exactOptional(),
        domains: z.array(domainSchema).min(1, 'Please enter a domain.').max(maxDomains),
        hasSecondFactor: z.boolean(),
      })
      .nullable(),
  }),
  failure: 'The single sign-on could not be saved. Please try again.',
  refusals: [
    ...(['provider.secret-missing', 'provider.unavailable', 'provider.address', 'provider.issuer'] as const),
    ...(['provider.invalid', 'provider.required', 'key.reused', 'log.conflict'] as const),
  ],
  title: 'Set the hospital’s own sign-in provider (OpenID Connect), whose settings are read first, or remove it',
});

const setSingleSignOnPolicy = endpoint('/api/settings/single-sign-on-policy', {
  ...setting,
  request: z.strictObject({
    clientId: idSchema,
    /** The accounts that may sign in otherwise; null: all. */
    localAdministrators: z.array(idSchema).min(1).max(20).nullable(),
  }),
  failure: 'The policy could not be saved. Please try again.',
  refusals: ['provider.none', 'provider.local-missing', 'key.reused', 'log.conflict'],
  title: 'Require single sign-on of everyone but these administrators; sessions that began otherwise end',
});

export const singleSignOnEndpoints = { beginSingleSignOn, signInByProvider, setSingleSignOn, setSingleSignOnPolicy };

import { z } from 'zod';
import { keyScopes, scopeSchema } from '../../api-keys/scopes.ts';
import { requiredLine } from '../../fields/text.ts';
import { idSchema } from '../../ids.ts';
import { maxKeyDays, maxKeyNameLength } from '../../partner/api-key.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

const instant = z.iso.datetime();
const chooseScopes = 'Please choose what the key may do.';
const scopesOfKey = z
  .array(z.enum(keyScopes), { error: chooseScopes })
  .min(1, chooseScopes)
  .max(keyScopes.length, chooseScopes)
  .transform((scopes) => keyScopes.filter((scope) => scopes.includes(scope)));

/** A key of another client is refused as an unknown one. */
const command = {
  kind: 'command',
  access: ['admin'],
  action: 'settings',
  needsProof: true,
  claims: [claims.client],
  response: z.object(commandReply),
  failure: 'Failed to save the API key.',
} as const;
const ofKey = { clientId: idSchema, apiKeyId: idSchema };
const refusals = ['api-key.unknown', 'key.reused', 'log.conflict'] as const;

const issueApiKey = endpoint('/api/api-keys/issue', {
  ...command,
  request: z.strictObject({
    clientId: idSchema,
    name: requiredLine(maxKeyNameLength, 'Please enter a name.'),
    scopes: scopesOfKey,
    /** After how many days it expires. */
    days: z.int().min(1).max(maxKeyDays),
  }),
  response: z.object({
    ...commandReply,
    apiKeyId: idSchema,
    /** Shown once: only a hash of it is stored. */
    apiKey: z.string(),
    until: instant,
  }),
  refusals: ['key.reused', 'log.conflict'],
  title: 'Issue an API key to a partner; returns the key, which is shown once',
});

const changeApiKeyScopes = endpoint('/api/api-keys/scopes', {
  ...command,
  request: z.strictObject({ ...ofKey, scopes: scopesOfKey }),
  refusals,
  title: 'Change what an API key may do, from its next call on',
});

const revokeApiKey = endpoint('/api/api-keys/revoke', {
  ...command,
  request: z.strictObject(ofKey),
  refusals,
  title: 'Revoke an API key: its next call is refused',
});

const listApiKeys = endpoint('/api/api-keys/list', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(
    z.object({
      apiKeyId: idSchema,
      name: z.string(),
      scopes: z.array(scopeSchema),
      issuedAt: instant,
      until: instant,
      /** Null while it isn't revoked. */
      revokedAt: instant.nullable(),
      /** Of the last 30 days, some seconds late. Null: not used in them. */
      lastUsedAt: instant.nullable(),
      calls: z.int().min(0),
      /** Those of the calls that were refused. */
      refusals: z.int().min(0),
    }),
  ),
  failure: 'Failed to fetch the API keys.',
  title: "A client's API keys by name, with revoked ones and their use in the last 30 days",
});

export const apiKeyEndpoints = { issueApiKey, changeApiKeyScopes, revokeApiKey, listApiKeys };

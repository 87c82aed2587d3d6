import { languageIn, languages } from '@dayline/contracts/fields/language';
import { signedHeadSchema } from '@dayline/contracts/proof/signed-head';
import type { CallContext } from '@dayline/http/handler';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { OutboxJob, OutboxStore } from '@dayline/vault/onboarding-port';
import { z } from 'zod';

/** Trail fields of the call that an email answers. */
const traceSchema = z.object({
  commandId: z.string(),
  commandDigest: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  traceparent: z.string().nullable(),
});

/** Changes of a second factor of which the owner is notified. */
const factorChanges = [
  ...(['factorAdded', 'factorRemoved', 'passkeyAdded', 'passkeyRemoved'] as const),
  ...(['recoveryCodesMade', 'recoveryCodeUsed', 'providerBound'] as const),
] as const;
export type FactorChange = (typeof factorChanges)[number];

const jobSchema = z.discriminatedUnion('kind', [
  /** A sign-up; whether the address is known is checked when the email is written. */
  z.object({ kind: z.literal('verification'), email: z.string(), clientId: z.string() }),
  /** A password reset, checked likewise. */
  z.object({ kind: z.literal('reset'), email: z.string(), trace: traceSchema }),
  /** A sign-in link, checked likewise. */
  z.object({ kind: z.literal('signIn'), email: z.string() }),
  z.object({ kind: z.literal('passwordChanged'), accountId: z.string() }),
  /** A link to confirm the new address of an account; whether it is free is checked when the email is written. */
  z.object({
    kind: z.literal('emailChange'),
    accountId: z.string(),
    email: z.string(),
    /** Of the account when it was requested; absent: by an earlier build. */
    sessionEpoch: z.int().exactOptional(),
  }),
  /** To the present address of a doctor, for whom an administrator requested another one. */
  z.object({ kind: z.literal('emailChangeRequested'), accountId: z.string(), to: z.string() }),
  /** To the former address. */
  z.object({ kind: z.literal('emailChanged'), accountId: z.string(), to: z.string() }),
  z.object({ kind: z.literal('factorsChanged'), accountId: z.string(), change: z.enum(factorChanges) }),
  /** A link to set the first password, or a new one after a reactivation. */
  z.object({ kind: z.literal('invitation'), accountId: z.string() }),
  z.object({ kind: z.literal('secondFactorReset'), accountId: z.string() }),
  /** A sign-in by a browser and from an address that were not known. */
  z.object({ kind: z.literal('newDevice'), accountId: z.string() }),
  /** To an administrator: a webhook is disabled, and what it was to be sent waits. */
  z.object({ kind: z.literal('webhookDisabled'), accountId: z.string() }),
  /** A signed head of the log, sent to the configured address. */
  z.object({ kind: z.literal('logHead'), to: z.string(), head: signedHeadSchema }),
  z.object({ kind: z.literal('contact'), name: z.string(), email: z.string(), message: z.string() }),
]);
export type LetterJob = z.infer<typeof jobSchema>;

/** The call that caused the email: for log lines, for the trail, and for accounts without a chosen language. */
const askedSchema = z.object({
  requestId: z.string(),
  correlationId: z.string().optional(),
  /** The language of the page. */
  language: z.enum(languages).optional().catch(undefined),
});

/** Resolves once durable. Contact messages are kept after they were sent. */
export const addJob = (
  outbox: OutboxStore,
  call: Pick<CallContext, 'commandId' | 'now' | 'requestId' | 'correlationId' | 'cookie'>,
  job: LetterJob,
): Promise<void> => {
  const { commandId, now, requestId, correlationId, cookie } = call;
  return outbox.add({
    id: commandId,
    kind: job.kind,
    payload: JSON.stringify({ ...job, requestId, correlationId, language: languageIn(cookie) }),
    addedAt: now,
    keep: job.kind === 'contact',
  });
};

/** The notice of a changed address. The command and the follower of its events may both add it. */
export const addAddressNotice = (
  outbox: OutboxStore,
  call: Omit<Parameters<typeof addJob>[1], 'commandId'>,
  { accountId, from, to }: { readonly accountId: string; readonly from: string; readonly to: string },
): Promise<void> => {
  const commandId = derivedFrom(accountId, `address from ${from} to ${to}`);
  return addJob(outbox, { ...call, commandId }, { kind: 'emailChanged', accountId, to: from });
};

/** @throws Error if the payload is invalid */
export const readJob = ({ payload }: OutboxJob): LetterJob => jobSchema.parse(JSON.parse(payload));

/** Undefined if the payload has none. */
export function askedBy({ payload }: OutboxJob): z.infer<typeof askedSchema> | undefined {
  try {
    return askedSchema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

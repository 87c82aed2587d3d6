import type { CallContext } from '@dayline/platform/http/handler';
import type { OutboxJob, OutboxStore } from '@dayline/platform/vault/onboarding-port';
import { z } from 'zod';

/** What the trail says of the call that a letter answers. */
const traceSchema = z.object({
  commandId: z.string(),
  commandDigest: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  traceparent: z.string().nullable(),
});

const jobSchema = z.discriminatedUnion('kind', [
  /** A sign-up began; whether anybody has the address is found out when the letter is written. */
  z.object({ kind: z.literal('verification'), email: z.string(), clientId: z.string() }),
  /** A new password was asked for; the same. */
  z.object({ kind: z.literal('reset'), email: z.string(), trace: traceSchema }),
  z.object({ kind: z.literal('passwordChanged'), accountId: z.string() }),
  z.object({ kind: z.literal('contact'), name: z.string(), email: z.string(), message: z.string() }),
]);
export type LetterJob = z.infer<typeof jobSchema>;

/** The call that asked for the letter, beside the job itself: what the log says of the letter is found by it. */
const askedSchema = z.object({ requestId: z.string() });

/** Durable when it resolves. A message of the contact form is kept after it was sent. */
export const addJob = (
  outbox: OutboxStore,
  { commandId, now, requestId }: Pick<CallContext, 'commandId' | 'now' | 'requestId'>,
  job: LetterJob,
): Promise<void> =>
  outbox.add({
    id: commandId,
    kind: job.kind,
    payload: JSON.stringify({ ...job, requestId }),
    addedAt: now,
    keep: job.kind === 'contact',
  });

/** @throws Error where the payload is not one of these */
export const readJob = ({ payload }: OutboxJob): LetterJob => jobSchema.parse(JSON.parse(payload));

/** Undefined where the payload doesn't say it. */
export function requestOf({ payload }: OutboxJob): string | undefined {
  try {
    return askedSchema.safeParse(JSON.parse(payload)).data?.requestId;
  } catch {
    return undefined;
  }
}

import type { CallContext } from '@dayline/http/handler';
import type { OutboxJob, OutboxStore } from '@dayline/vault/onboarding-port';
import { z } from 'zod';

/** Trail fields of the call that a letter answers. */
const traceSchema = z.object({
  commandId: z.string(),
  commandDigest: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  traceparent: z.string().nullable(),
});

const jobSchema = z.discriminatedUnion('kind', [
  /** A sign-up; whether the address is known is checked when the letter is written. */
  z.object({ kind: z.literal('verification'), email: z.string(), clientId: z.string() }),
  /** A password reset; likewise. */
  z.object({ kind: z.literal('reset'), email: z.string(), trace: traceSchema }),
  z.object({ kind: z.literal('passwordChanged'), accountId: z.string() }),
  z.object({ kind: z.literal('contact'), name: z.string(), email: z.string(), message: z.string() }),
]);
export type LetterJob = z.infer<typeof jobSchema>;

/** The request id of the call, so that log lines about the letter can be found by it. */
const askedSchema = z.object({ requestId: z.string() });

/** Resolves once durable. Contact messages are kept after they were sent. */
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

/** @throws Error if the payload is invalid */
export const readJob = ({ payload }: OutboxJob): LetterJob => jobSchema.parse(JSON.parse(payload));

/** Undefined if the payload has none. */
export function requestOf({ payload }: OutboxJob): string | undefined {
  try {
    return askedSchema.safeParse(JSON.parse(payload)).data?.requestId;
  } catch {
    return undefined;
  }
}

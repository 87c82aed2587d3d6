import { refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/platform/http/handler';

/** How many commands are remembered; the streams' own memory of handled commands has no limit. */
const maxKnown = 10_000;

/**
 * Refuses another body under a known Idempotency-Key before anything is looked at: with another doctor or phone in it,
 * the command would go to another stream, which has never heard of the key.
 */
export function withKnownKeys(handlers: CommandHandlers): CommandHandlers {
  const digests = new Map<string, string>();

  const isReused = (commandId: string, digest: string): boolean => {
    const known = digests.get(commandId);
    if (known !== undefined) return known !== digest;
    digests.set(commandId, digest);
    if (digests.size > maxKnown) {
      const oldest = digests.keys().next();
      if (!oldest.done) digests.delete(oldest.value);
    }
    return false;
  };

  const guarded = Object.entries(handlers).map(([name, handle]) => {
    // The border: each entry keeps its own request and reply, which a list of them can't say.
    const inner = handle as CommandHandlers['signOut'];
    const outer: CommandHandlers['signOut'] = async (request, call) =>
      call.identity && isReused(call.commandId, call.commandDigest) ? refuse('key.reused') : inner(request, call);
    return [name, outer];
  });
  return Object.fromEntries(guarded) as CommandHandlers;
}

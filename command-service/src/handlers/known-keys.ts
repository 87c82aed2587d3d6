import { refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/platform/http/handler';
import { recentEntries } from '@dayline/platform/recent-entries';

/** So many commands at least are remembered; the streams' own memory of handled commands has no limit. */
const leastKnown = 10_000;

/**
 * Refuses another body under a known Idempotency-Key before anything is looked at: with another doctor or phone in it,
 * the command would go to another stream, which has never heard of the key.
 */
export function withKnownKeys(handlers: CommandHandlers): CommandHandlers {
  const digests = recentEntries<string>(leastKnown);

  const isReused = (commandId: string, digest: string): boolean => {
    const known = digests.get(commandId);
    if (known !== undefined) return known !== digest;
    digests.set(commandId, digest);
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

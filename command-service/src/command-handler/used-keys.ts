import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { type CommandKeys, keyOf } from './command-keys.ts';

/**
 * Turns a refusal into `key.reused` if the Idempotency-Key was used with another body, whatever else is wrong with the
 * command. Commands that append check the key in the append.
 */
export function withUsedKeys(handlers: CommandHandlers, keys: CommandKeys): CommandHandlers {
  const guarded = Object.entries(handlers).map(([name, handle]) => {
    // Cast is safe: each entry keeps its own types, which a loop can't express.
    const inner = handle as CommandHandlers['signOut'];
    const outer: CommandHandlers['signOut'] = async (request, call) => {
      const result = await inner(request, call);
      const key = call.caller && keyOf(call);
      if (!key || !isRefusal(result) || result.refused === 'key.reused') return result;
      return (await keys.isReused(key)) ? refuse('key.reused') : result;
    };
    return [name, outer];
  });
  return Object.fromEntries(guarded) as CommandHandlers;
}

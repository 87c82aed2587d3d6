import { newIntentKey } from '../../../shared/api/client.ts';

/** The keys of the intents so far, by call and body. */
export type IntentKeys = Readonly<Record<string, string>>;

/**
 * The idempotency key for a call with this body: the same body gets the same key, so that a double click or a retry
 * after a lost connection can't execute it twice; another body is another intent.
 */
export function keyFor(
  keys: IntentKeys,
  call: string,
  body: object,
  mint: () => string = newIntentKey,
): { key: string; keys: IntentKeys } {
  const intent = `${call} ${JSON.stringify(body)}`;
  const known = keys[intent];
  if (known !== undefined) return { key: known, keys };
  const key = mint();
  return { key, keys: { ...keys, [intent]: key } };
}

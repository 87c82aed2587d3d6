import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { call, newIntentKey } from '../../shared/api/client.ts';

/** "call debounced 1000 ms, leading only" (section 7) */
const debounceMs = 1_000;

let last: { readonly token: string; readonly at: number; readonly reply: Promise<ResponseOf<'verifyEmail'>> } | null =
  null;

/** Verifies a mailed link; a repeated call with the same token within a second gets the first one's response. */
export function verifyEmail(token: string, pocId: string): Promise<ResponseOf<'verifyEmail'>> {
  const now = Date.now();
  if (last?.token === token && now - last.at < debounceMs) return last.reply;
  const reply = call('verifyEmail', { token, pocId }, { key: newIntentKey() });
  last = { token, at: now, reply };
  return reply;
}

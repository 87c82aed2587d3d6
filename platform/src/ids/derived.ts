import { createHash } from 'node:crypto';
import { ulidPattern } from '@dayline/contracts/ids';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLength = 10;

/** A number of bits, 5 a character. */
function base32(bits: bigint, length: number): string {
  let text = '';
  for (let rest = bits; text.length < length; rest >>= 5n) text = alphabet.charAt(Number(rest & 31n)) + text;
  return text;
}

/** The parts as JSON, so that no two lists of parts read alike. */
function bitsOf(parts: readonly string[], bits: bigint): bigint {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return BigInt(`0x${digest}`) & ((1n << bits) - 1n);
}

/**
 * The id of a command, a ULID: the same for the same account, call and Idempotency-Key, another for any other. Its time
 * is the key's where the key is a ULID, so that ids stay in the order of time; else it comes from the hash as well.
 */
export function derivedId(accountId: string, call: string, key: string): string {
  const bits = bitsOf([accountId, call, key], 128n);
  const time = ulidPattern.test(key) ? key.slice(0, timeLength) : base32(bits >> 80n, timeLength);
  return time + base32(bits, 16);
}

/** The id of something that a command makes: the same each time the command is tried, with the command's time. */
export function derivedFrom(commandId: string, purpose: string): string {
  return commandId.slice(0, timeLength) + base32(bitsOf([commandId, purpose], 80n), 16);
}

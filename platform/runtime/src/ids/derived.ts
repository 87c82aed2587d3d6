import { createHmac, hash } from 'node:crypto';
import { ulidPattern } from '@dayline/contracts/ids';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLength = 10;

/** Hex digits in base 32, 5 bits per character: 5 digits become 4 characters. */
function base32(hex: string, length: number): string {
  let text = '';
  for (let end = hex.length; text.length < length; end -= 5) {
    let bits = Number.parseInt(hex.slice(Math.max(0, end - 5), end) || '0', 16);
    for (let digit = 0; digit < 4 && text.length < length; digit += 1) {
      text = alphabet.charAt(bits & 31) + text;
      bits >>>= 5;
    }
  }
  return text;
}

/** 128 bits in hex. JSON keeps different lists of parts distinct. */
const digestOf = (parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'hex').slice(-32);
const ownBits = 20;

/**
 * The ULID of a command, determined by account, call and Idempotency-Key. Its time is the key's if that is a ULID, so
 * that ids sort by time; else it comes from the hash too.
 */
export function derivedId(accountId: string, call: string, key: string): string {
  const digest = digestOf([accountId, call, key]);
  const time = ulidPattern.test(key) ? key.slice(0, timeLength) : base32(digest.slice(0, -ownBits), timeLength);
  return time + base32(digest.slice(-ownBits), 16);
}

/** The id of something that a command creates: the same on each retry, with the command's time. */
export function derivedFrom(commandId: string, purpose: string): string {
  return commandId.slice(0, timeLength) + base32(digestOf([commandId, purpose]).slice(-ownBits), 16);
}

/** An id that stands for another: the same for the same key, and without the key nobody can find whose it is. */
export const aliasOf = (key: Uint8Array, id: string): string =>
  base32(createHmac('sha256', key).update(id).digest('hex').slice(-32), 26);

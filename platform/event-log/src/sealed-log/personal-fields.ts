import { categories, categoryOf, streamKey, streams } from '@dayline/contracts/events/categories';
import type { EventDefinition, PersonalSubject } from '@dayline/contracts/events/definition';
import { eventTable } from '@dayline/contracts/events/table';
import type { JsonObject } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';
import type { KeyRing } from '@dayline/runtime/key-ring';
import { VaultUnavailable } from '@dayline/runtime/unavailable';
import type { StoredEvent } from '../port.ts';
import { keyIdOf, seal, unseal } from './seal.ts';

/** The id of a person's key: the name of the person's own stream. */
export function keyIdFor(subject: PersonalSubject, stream: string, data: JsonObject): string {
  switch (subject) {
    case 'streamOwner': {
      const owner = categories[categoryOf(stream)].owner?.(streamKey(stream));
      if (owner === undefined) throw new Error(`${stream} has no owner.`);
      return owner;
    }
    case 'patientInData':
      return streams.patient(String(data['patientId']));
    default:
      return unreachable(subject);
  }
}

export interface Sealing {
  readonly definition: EventDefinition;
  readonly data: JsonObject;
}

export interface SealedField {
  readonly data: JsonObject;
  readonly keyIds: readonly string[];
}

/** Personal fields with a text. Null fields are not encrypted. */
const textsOf = ({ definition, data }: Sealing): [field: string, text: string][] =>
  (definition.personal?.fields ?? []).flatMap((field) => {
    const text = data[field];
    return typeof text === 'string' ? [[field, text] satisfies [string, string]] : [];
  });

/** Encrypts the personal fields of one append's events, fetching their keys in one call. @throws KeyDestroyed */
export async function sealEvents(stream: string, events: readonly Sealing[], ring: KeyRing): Promise<SealedField[]> {
  const plans = events.map((event) => {
    const texts = textsOf(event);
    const subject = event.definition.personal?.subject;
    return { event, texts, keyId: subject && texts.length > 0 ? keyIdFor(subject, stream, event.data) : null };
  });
  const keyIds = [...new Set(plans.flatMap(({ keyId }) => keyId ?? []))];
  const keys = keyIds.length > 0 ? await ring.ensure(keyIds) : null;

  return plans.map(({ event, texts, keyId }) => {
    if (keyId === null) return { data: event.data, keyIds: [] };
    const key = keys?.get(keyId);
    if (!key) throw new Error(`The key ring did not give the key ${keyId}.`);
    const sealedFields = texts.map(([field, text]) => [field, seal(text, key, { stream, field, keyId })] as const);
    return { data: { ...event.data, ...Object.fromEntries(sealedFields) }, keyIds: [keyId] };
  });
}

/** Called for an event that can't be decrypted and stays encrypted; the reason excludes content. */
export type OnUnopened = (eventId: string, reason: string) => void;

/**
 * Decrypts the personal fields of a page of events, fetching all keys in one call; null if the person was erased.
 * Unknown types pass unchanged; see `isKnownEvent`. Upcasters must not rename personal fields, since an encrypted text
 * decrypts only in its own field.
 * @throws VaultUnavailable if a key is missing or another than the one that sealed a text, unless `onUnopened` handles it
 */
export async function openEvents(
  events: readonly StoredEvent[],
  ring: KeyRing,
  onUnopened: OnUnopened | null = null,
): Promise<readonly StoredEvent[]> {
  const sealedEvents = events.filter((event) => event.metadata.keyIds.length > 0);
  if (sealedEvents.length === 0) return events;
  const keys = await keysOf(ring, [...new Set(sealedEvents.flatMap((event) => event.metadata.keyIds))]);

  return events.map((event) => {
    if (event.metadata.keyIds.length === 0) return event;
    try {
      return openEvent(event, keys);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it could not be opened';
      // An altered text would fail the log's own checksum and chain, so the vault is older than the log, or altered.
      if (!onUnopened) throw new VaultUnavailable(`position ${event.position}: ${reason}`, { cause: error });
      onUnopened(event.id, reason);
      return event;
    }
  });
}

/** `broken`: in the vault, but not the key that was created for this id. */
export type Keys = ReadonlyMap<string, Uint8Array | 'destroyed' | 'broken'>;

/** One key that can't be unwrapped doesn't prevent other events from being decrypted. */
export async function keysOf(ring: Pick<KeyRing, 'get'>, keyIds: readonly string[]): Promise<Keys> {
  try {
    return await ring.get(keyIds);
  } catch (error) {
    if (error instanceof VaultUnavailable) throw error;
  }
  const found = new Map<string, Uint8Array | 'destroyed' | 'broken'>();
  for (const keyId of keyIds) {
    try {
      for (const [id, key] of await ring.get([keyId])) found.set(id, key);
    } catch (error) {
      if (error instanceof VaultUnavailable) throw error;
      found.set(keyId, 'broken');
    }
  }
  return found;
}

function unsealed(text: string, key: Uint8Array, context: { readonly stream: string; readonly field: string }): string {
  try {
    return unseal(text, key, context);
  } catch {
    throw new Error(`the ${context.field} does not open with the key ${keyIdOf(text)} in the vault`);
  }
}

function openEvent(event: StoredEvent, keys: Keys): StoredEvent {
  const { stream } = event;
  const definition = eventTable.get(event.type);
  if (!definition) return event;
  const texts = textsOf({ definition, data: event.data }).map(([field, text]) => {
    const keyId = keyIdOf(text);
    const key = keys.get(keyId);
    // Erasure would have left a tombstone, so the vault must come from an older backup than the log.
    if (!key) throw new Error(`the key ${keyId} is not in the vault, though ${stream} is sealed with it`);
    if (key === 'broken') throw new Error(`the key ${keyId} in the vault is another one, or of another MASTER_KEY`);
    return [field, key === 'destroyed' ? null : unsealed(text, key, { stream, field })] as const;
  });
  return { ...event, data: { ...event.data, ...Object.fromEntries(texts) } };
}

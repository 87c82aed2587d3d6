import type { EventDefinition, PersonalSubject } from '@dayline/contracts/events/definition';
import { eventTable } from '@dayline/contracts/events/table';
import { categoryOf, placeOfDoctorDay, streamKey } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import type { KeyRing } from '@dayline/runtime/key-ring';
import type { StoredEvent } from '../port.ts';
import { keyIdOf, seal, unseal } from './seal.ts';

/** The id of a person's key: `patient-{id}` or `doctor-{id}`, the name of the person's own stream. */
export function keyIdFor(subject: PersonalSubject, stream: string, data: JsonObject): string {
  if (subject === 'streamOwner') return stream;
  if (subject === 'patientInData') return `patient-${String(data['patientId'])}`;
  if (categoryOf(stream) !== 'doctorDay') throw new Error(`${stream} is no doctor's day.`);
  return `doctor-${placeOfDoctorDay(streamKey(stream)).pocId}`;
}

export interface Sealing {
  readonly definition: EventDefinition;
  readonly data: JsonObject;
}

export interface Sealed {
  readonly data: JsonObject;
  readonly keyIds: readonly string[];
}

/** Personal fields with a text. Null says nothing about anybody and stays null. */
const textsOf = ({ definition, data }: Sealing): [field: string, text: string][] =>
  (definition.personal?.fields ?? []).flatMap((field) => {
    const text = data[field];
    return typeof text === 'string' ? [[field, text] satisfies [string, string]] : [];
  });

/** Encrypts the personal fields of one append's events, fetching their keys in one call. @throws KeyDestroyed */
export async function sealEvents(stream: string, events: readonly Sealing[], ring: KeyRing): Promise<Sealed[]> {
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
    const sealed = texts.map(([field, text]) => [field, seal(text, key, { stream, field, keyId })] as const);
    return { data: { ...event.data, ...Object.fromEntries(sealed) }, keyIds: [keyId] };
  });
}

/** Called for an event that can't be decrypted and stays encrypted; the reason excludes content. */
export type OnUnopened = (eventId: string, reason: string) => void;

/**
 * Decrypts the personal fields of a page of events, fetching all keys in one call; null if the person was erased.
 * Unknown types pass unchanged; see `isKnownEvent`. Upcasters must not rename personal fields, since an encrypted text
 * decrypts only in its own field.
 * @throws Error if a key is missing or a text was altered, unless `onUnopened` handles it
 */
export async function openEvents(
  events: readonly StoredEvent[],
  ring: KeyRing,
  onUnopened: OnUnopened | null = null,
): Promise<readonly StoredEvent[]> {
  const sealed = events.filter((event) => event.metadata.keyIds.length > 0);
  if (sealed.length === 0) return events;
  const keys = await ring.get([...new Set(sealed.flatMap((event) => event.metadata.keyIds))]);

  return events.map((event) => {
    if (event.metadata.keyIds.length === 0) return event;
    try {
      return openEvent(event, keys);
    } catch (error) {
      if (!onUnopened) throw error;
      onUnopened(event.id, error instanceof Error ? error.message : 'it could not be opened');
      return event;
    }
  });
}

function openEvent(event: StoredEvent, keys: Awaited<ReturnType<KeyRing['get']>>): StoredEvent {
  const { stream } = event;
  const definition = eventTable.get(event.type);
  if (!definition) return event;
  const opened = textsOf({ definition, data: event.data }).map(([field, text]) => {
    const keyId = keyIdOf(text);
    const key = keys.get(keyId);
    // Erasure would have left a tombstone, so the vault must come from an older backup than the log.
    if (!key) throw new Error(`the key ${keyId} is not in the vault, though ${stream} is sealed with it`);
    return [field, key === 'destroyed' ? null : unseal(text, key, { stream, field })] as const;
  });
  return { ...event, data: { ...event.data, ...Object.fromEntries(opened) } };
}

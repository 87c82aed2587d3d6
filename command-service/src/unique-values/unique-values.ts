import type { Vault } from '@dayline/vault/port';

/** A value that belongs to one person: a patient's phone, a doctor's email or external id. */
export interface UniqueValue {
  readonly scope: string;
  readonly value: string;
  /**
   * State of an id: its stream holds this value, holds another or none any more, holds another and may be about to hold
   * this one, or doesn't exist.
   */
  readonly holderOf: (id: string) => Promise<'holds' | 'holdsAnother' | 'mayHold' | 'notBegun'>;
}

/**
 * The holder of a value. `kept`: permanently, since the holder's stream exists. `mine`: reserved for the caller, who
 * may append the value. `pending`: reserved for another id whose stream may be about to start. `abandoned`: the same for
 * over a minute. `changing`: reserved for another id whose stream exists and may be about to hold it.
 */
export interface Holder {
  readonly id: string;
  readonly since: number;
  readonly state: 'kept' | 'mine' | 'pending' | 'abandoned' | 'changing';
}

/** The dependencies of commands that reserve values. */
export interface Reserving<Aggregates> {
  readonly aggregates: Aggregates;
  readonly vault: Pick<Vault, 'reservations'>;
}

/** '' means no value. */
const nothing = '';

/** Keeps the value that the stream of `id` holds, and frees earlier ones; repeated if the stream changed meanwhile. */
export async function settle(
  reservations: Vault['reservations'],
  { id, scope }: { readonly id: string; readonly scope: string },
  present: () => Promise<UniqueValue | null>,
): Promise<void> {
  for (let unique = await present(); ; ) {
    if (unique) await claim(reservations, unique, id);
    await reservations.releaseOthersOf(id, scope, unique?.value ?? nothing);
    const now = await present();
    if (now?.value === unique?.value) return;
    unique = now;
  }
}

/** How long a reservation whose stream doesn't hold the value is exclusive, in ms. */
const ownersTimeMs = 60_000;

/** Whether a value is now reserved for `id`; an abandoned reservation is taken over. */
export async function reserve(reservations: Vault['reservations'], unique: UniqueValue, id: string): Promise<boolean> {
  const holder = await claim(reservations, unique, id);
  if (holder.id === id) return true;
  if (holder.state !== 'abandoned') return false;
  return (await reservations.takeOver(unique.scope, unique.value, holder, id)) !== null;
}

/** An attempt fails only if the value changed hands between two queries. */
const maxTries = 10;

/**
 * Reserves a value for `id`, or returns its holder. A reservation whose stream exists is completed here and never
 * transferred; one whose holder's stream holds another value is transferred at once, if it can't be about to change.
 */
export async function claim(
  reservations: Vault['reservations'],
  { scope, value, holderOf }: UniqueValue,
  id: string,
): Promise<Holder> {
  // Most requested values belong to existing people: one read and no write.
  const existing = await reservations.find(scope, value);
  if (existing?.completed) return { id: existing.id, since: existing.since, state: 'kept' };
  let reservation = await reservations.reserve(scope, value, id);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { id: holder, since, ageMs } = reservation;
    if (reservation.completed) return { id: holder, since, state: 'kept' };
    const holding = await holderOf(holder);
    if (holding === 'holds') {
      if (await reservations.complete(scope, value, holder)) return { id: holder, since, state: 'kept' };
    } else if (reservation.isMine) {
      return { id, since, state: 'mine' };
    } else if (holding === 'notBegun') {
      return { id: holder, since, state: ageMs > ownersTimeMs ? 'abandoned' : 'pending' };
    } else if (holding === 'mayHold' && ageMs <= ownersTimeMs) {
      return { id: holder, since, state: 'changing' };
    } else {
      const own = await reservations.takeOver(scope, value, reservation, id);
      if (own) return { id, since: own.since, state: 'mine' };
    }
    reservation = await reservations.reserve(scope, value, id);
  }
  return { id: reservation.id, since: reservation.since, state: 'pending' };
}

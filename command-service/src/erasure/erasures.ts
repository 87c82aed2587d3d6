import { categoryOf, streamKey, streams } from '@dayline/contracts/events/categories';
import type { Position } from '@dayline/contracts/ids';
import { followable, type StoredLog } from '@dayline/event-log/followable';
import { type FollowerParts, followToEnd } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import type { PendingErasure, Vault } from '@dayline/vault/port';
import type { ErasureProgress, ErasureProgressReader } from '../views/erasure-progress.ts';
import { ChatsOfPatients } from './chats-of-patients.ts';

export interface ErasureParts {
  readonly log: StoredLog;
  readonly vault: Pick<Vault, 'keys' | 'reservations' | 'followers' | 'erasures'> & {
    readonly accounts: Pick<Vault['accounts'], 'forgetSignIns'>;
  };
  readonly views: ErasureProgressReader;
  readonly clock: Clock;
  /** Drops cached data decrypted with a person's key. */
  readonly forget: () => void;
}

/** An unfinished erasure and the steps that remain. */
export interface UnfinishedErasure extends PendingErasure {
  readonly waitsFor: readonly string[];
}

export interface Erasures {
  /** Follows the log for erasures and starts each of them. */
  readonly following: Omit<FollowerParts<'erasures'>, 'onTrouble'>;
  /** Starts those that are in the log now. */
  catchUp(): Promise<void>;
  /** Advances each pending erasure as far as possible. Returns the unfinished ones. */
  finish(): Promise<readonly UnfinishedErasure[]>;
}

const follower = 'erasures';
/** How long to wait after reading, in ms: under load many commits form one page. */
const gatherMs = 250;
/** The activity's rows hold no personal data, so erasures don't wait for them. */
const holdsPersons = ({ generation }: ErasureProgress): boolean => !generation.startsWith('activity@');

/** No view has whose sign-ins they are. */
const isOfPerson = ({ stream }: PendingErasure): boolean => categoryOf(stream) !== 'signInMonth';

/** The key is last: once it is destroyed, the rest is done. */
async function eraseFromVault({ accounts, reservations, keys }: ErasureParts['vault'], stream: string): Promise<void> {
  if (categoryOf(stream) === 'signInMonth') {
    // Their instants would name the aliases of the month's entries.
    const [clientId = '', month = ''] = streamKey(stream).split('_');
    await accounts.forgetSignIns(clientId, month);
  }
  await reservations.releaseAllOf(streamKey(stream));
  await keys.destroy(stream);
}

/**
 * Carries out each `PatientErased` and `SignInsErased`, whose key is named like its stream. For a person it frees the
 * phone, destroys the key, and ensures that files, views and memory contain nothing of the person, nor of a chat about
 * them. The erasure is recorded first and stays pending until done. Each step can be repeated, so no crash leaves a step
 * out.
 */
export function createErasures({ log, vault, views, clock, forget }: ErasureParts): Erasures {
  async function erase(stream: string, position: Position): Promise<void> {
    await vault.erasures.begin({ stream, position, since: clock.now() });
    await eraseFromVault(vault, stream);
  }

  const chats = new ChatsOfPatients(log);
  async function eraseChatsOf(patient: string, position: Position): Promise<void> {
    for (const chat of await chats.of(streamKey(patient))) await erase(chat, position);
  }

  async function begin(events: readonly StoredEvent[]): Promise<void> {
    for (const { type, stream, position, data } of events) {
      if (type === 'SignInsErased') {
        await erase(stream, position);
        continue;
      }
      if (type === 'ChatPatientNamed') {
        const patient = streams.patient(String(data['patientId']));
        if ((await vault.keys.get([patient])).get(patient) === 'destroyed') await erase(stream, position);
        continue;
      }
      await eraseChatsOf(stream, position);
      await erase(stream, position);
      // A chat that named the patient meanwhile found the key; later ones find that it is destroyed.
      await eraseChatsOf(stream, position);
      forget();
    }
  }

  /** Where this process last saw or moved the cursor. */
  let lastPosition: Position | undefined;

  const following: Erasures['following'] = {
    name: follower,
    log: followable(log),
    types: ['PatientErased', 'ChatPatientNamed', 'SignInsErased'],
    cursors: {
      async read(name) {
        const cursor = await vault.followers.read(name);
        // Another process moved it, possibly past erasures that this one hasn't seen. Memory is dropped only then,
        // since it can't be read again while the vault is unavailable.
        if (cursor?.position !== lastPosition) forget();
        lastPosition = cursor?.position;
        return cursor;
      },
      async advance(name, from, to) {
        const isMoved = await vault.followers.advance(name, from, to);
        if (isMoved) lastPosition = to.position;
        return isMoved;
      },
    },
    handle: begin,
    atOnce: 4,
    gatherMs,
  };

  return {
    following,
    catchUp: () => followToEnd(following),

    async finish() {
      const pending = await vault.erasures.pending();
      if (pending.length === 0) return [];
      const keys = await vault.keys.get(pending.map(({ stream }) => stream));
      const failures = new Map<string, string>();
      for (const { stream } of pending) {
        if (keys.get(stream) === 'destroyed') continue;
        // A failed erasure doesn't keep others from being finished.
        await eraseFromVault(vault, stream).catch((error: unknown) => failures.set(stream, String(error)));
      }
      const isScrubbed = await vault.erasures.scrub();
      const [head, generations] = await Promise.all([log.head(), views.erasureProgress()]);
      const unfinishedErasures: UnfinishedErasure[] = [];
      for (const erasure of pending) {
        // A restored log may end before the event.
        const holds = (goneUpTo: Position): boolean => goneUpTo < erasure.position && goneUpTo < head;
        const holding = generations
          .filter((progress) => isOfPerson(erasure) && holdsPersons(progress))
          .filter(({ position }) => holds(position))
          .map(({ generation }) => generation);
        const fault = failures.get(erasure.stream);
        const waitsFor = [
          ...(fault === undefined ? [] : [`the vault: ${fault}`]),
          ...(isScrubbed ? [] : ['the vault']),
          ...holding.map((name) => `the views ${name}`),
        ];
        if (waitsFor.length > 0) unfinishedErasures.push({ ...erasure, waitsFor });
        else await vault.erasures.finish(erasure.stream);
      }
      return unfinishedErasures;
    },
  };
}

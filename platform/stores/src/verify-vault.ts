import { setImmediate as nextTurn } from 'node:timers/promises';
import { signInStreamOf, streams } from '@dayline/contracts/events/categories';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';
import type { ScannedEvent } from '@dayline/event-log/scan';
import { keysOf, openEvents } from '@dayline/event-log/sealed-log/personal-fields';
import type { KeyRing } from '@dayline/runtime/key-ring';
import type { Vault } from '@dayline/vault/port';
import { SignInStreams } from './verify-sign-ins.ts';

export interface VaultParts {
  readonly keys: Pick<KeyRing, 'get'>;
  readonly accounts: Pick<Vault['accounts'], 'all'>;
  readonly erasures: Pick<Vault['erasures'], 'pending'>;
}

/** For events appended after the scan, which the vault may already reflect. */
type LaterLog = Pick<EventLog, 'readStream'>;

export interface VaultFault {
  /** The position of the event that shows the fault; null if the log has none. */
  readonly position: string | null;
  readonly clientId: string;
  readonly text: string;
}

type Ref = Pick<StoredEvent, 'position' | 'stream' | 'revision'> & { readonly clientId: string };
type Account = Awaited<ReturnType<VaultParts['accounts']['all']>>[number];

const emailChanged = 'AccountEmailChanged';
/** Events that concern the vault, besides those with sealed fields. */
const keyEvents = new Set(['PatientErased', 'SignInsErased', 'ChatPatientNamed', 'AccountOpened', emailChanged]);
const keysAtOnce = 100;

const makesNoKeys = () => Promise.reject(new Error('A check makes no keys.'));

/** Compares the vault's keys and accounts with a log that is read from start to end. */
export function vaultVerifier(
  { keys, accounts, erasures }: VaultParts,
  log: LaterLog,
  onFault: (fault: VaultFault) => void,
) {
  /** The first event that used each key. */
  const keyRefs = new Map<string, Ref>();
  const erasureRefs = new Map<string, Ref>();
  const signIns = new SignInStreams<Ref>();
  /** Whom each chat is about: it is erased with the first of them. */
  const patientsOf = new Map<string, string[]>();
  const erasureOf = (keyId: string): Ref | undefined =>
    [keyId, ...(patientsOf.get(keyId) ?? [])].map((person) => erasureRefs.get(person)).find((ref) => ref !== undefined);
  async function isErasedLater(keyId: string): Promise<boolean> {
    for (const person of patientsOf.get(keyId) ?? [keyId]) if (await isErased(log, person)) return true;
    return false;
  }
  const opened = new Map<string, StoredEvent>();
  const emails = new Map<string, StoredEvent>();
  const reportedIds = new Set<string>();
  const ring: KeyRing = { get: keys.get, ensure: makesNoKeys };
  const report = ({ position, clientId, stream, revision }: Ref, keyId: string, text: string): void => {
    if (reportedIds.has(`${keyId} ${text}`)) return;
    reportedIds.add(`${keyId} ${text}`);
    onFault({ position, clientId, text: `position ${position}, ${stream}@${revision}: ${text}` });
  };

  function noteKey(keyId: string, event: StoredEvent): void {
    if (!keyRefs.has(keyId)) keyRefs.set(keyId, refOf(event));
  }

  async function checkSealed(events: readonly StoredEvent[]): Promise<Map<string, StoredEvent>> {
    const byId = new Map(events.map((event) => [event.id, event]));
    const clear = await openEvents(events, ring, (eventId, reason) => {
      const event = byId.get(eventId);
      for (const keyId of event?.metadata.keyIds ?? []) {
        if (event) report(refOf(event), keyId, reason);
      }
    });
    return new Map(clear.map((event) => [event.id, event]));
  }

  return {
    /** Checks the next events in order of position; skips damaged ones, which the check of the log reports. */
    async check(page: readonly ScannedEvent[]): Promise<void> {
      const events = page.flatMap((event) => parsed(event) ?? []);
      if (events.length === 0) return;
      const clear = await checkSealed(events);
      for (const event of events) {
        const { type, stream } = event;
        for (const keyId of event.metadata.keyIds) noteKey(keyId, event);
        if (type === 'PatientErased' || type === 'SignInsErased') erasureRefs.set(stream, refOf(event));
        const monthKey = signIns.note(stream, () => refOf(event));
        if (monthKey !== null) noteKey(monthKey, event);
        if (type === 'ChatPatientNamed') {
          const patient = streams.patient(String(event.data['patientId']));
          patientsOf.set(stream, [...(patientsOf.get(stream) ?? []), patient]);
        }
        const account = stream.slice('account-'.length);
        if (type === 'AccountOpened') opened.set(account, clear.get(event.id) ?? event);
        if (type === emailChanged) emails.set(account, clear.get(event.id) ?? event);
      }
    },

    /** Call it after the last event. */
    async finish(): Promise<void> {
      const pending = new Set((await erasures.pending()).map(({ stream }) => stream));
      const people = await accounts.all();
      const all = [...keyRefs];
      for (let from = 0; from < all.length; from += keysAtOnce) {
        // Lets the process answer its calls first.
        await nextTurn();
        const some = all.slice(from, from + keysAtOnce);
        const found = await keysOf(
          keys,
          some.map(([keyId]) => keyId),
        );
        for (const [keyId, ref] of some) {
          const [key, erasure] = [found.get(keyId), erasureOf(keyId)];
          if (key === 'destroyed' && !erasure && !(await isErasedLater(keyId))) {
            report(ref, keyId, `the key ${keyId} was destroyed, though the log has no erasure of this person`);
          }
          if (!erasure) signIns.check(keyId, key, people, report);
          // Any other key that isn't available was reported with its events.
          if (erasure && key instanceof Uint8Array && !pending.has(keyId)) {
            report(
              erasure,
              keyId,
              'this person was erased, though the key is still in the vault (just now: check again)',
            );
          }
        }
      }
      await compareAccounts(people, { opened, emails, log, onFault });
    },
  };
}

interface Recorded {
  /** `AccountOpened` by account, decrypted. */
  readonly opened: ReadonlyMap<string, StoredEvent>;
  /** The last change of the email, likewise. */
  readonly emails: ReadonlyMap<string, StoredEvent>;
  readonly log: LaterLog;
  readonly onFault: (fault: VaultFault) => void;
}

async function compareAccounts(
  accounts: readonly Account[],
  { opened, emails, log, onFault }: Recorded,
): Promise<void> {
  for (const account of accounts) {
    const { accountId, clientId, role, name } = account;
    const { closing, name: laterName } = await lastOfPeople(log, account);
    if ((closing?.type === 'AccountDeactivated') !== account.isClosed) {
      const at = closing === null ? `people-${clientId}` : `position ${closing.position}, ${closing.stream}`;
      const text = `${at}: the account ${accountId} (${role}, ${name}) is ${account.isClosed ? 'closed' : 'open'} in the vault, and not by the log (just now: check again)`;
      onFault({ position: closing?.position ?? null, clientId, text });
    }
    const event = opened.get(accountId);
    if (event) {
      const emailChange = emails.get(accountId);
      const all = differingFields(account, event, { name: laterName, email: emailChange?.data['email'] ?? null });
      const isStale = all.includes('email') && (await emailChangedSince(log, accountId, emailChange));
      const differing = all.filter((field) => field !== 'email' || !isStale);
      if (differing.length === 0) continue;
      const { position, stream } = event;
      const text = `position ${position}, ${stream}: the account's ${differing.join(', ')} in the vault is another`;
      onFault({ position, clientId, text });
    } else if (!(await isOpened(log, accountId))) {
      const text = `account-${accountId}: an account (${role}, ${name}) that the log doesn't know is in the vault`;
      onFault({ position: null, clientId, text });
    }
  }
  const there = new Set(accounts.map(({ accountId }) => accountId));
  const addresses = new Set(accounts.map(({ clientId, email }) => `${clientId} ${emailKey(email)}`));
  for (const [accountId, { position, stream, metadata, data }] of opened) {
    // An account that a killed command never finished was opened again for the same address.
    if (there.has(accountId) || addresses.has(`${metadata.clientId} ${emailKey(String(data['email']))}`)) continue;
    const text = `position ${position}, ${stream}: this account is not in the vault`;
    onFault({ position, clientId: metadata.clientId, text });
  }
}

/** The latest event about who may sign in to an account, and its latest name; null if there is none. */
async function lastOfPeople(log: LaterLog, { accountId, clientId }: Account) {
  const events = await log.readStream(streams.people(clientId));
  const ofAccount = events.filter(({ data }) => data['accountId'] === accountId);
  const lastRename = ofAccount.findLast(({ type }) => type === 'AccountRenamed');
  return {
    closing: ofAccount.findLast(({ type }) => signInTypes.has(type)) ?? null,
    name: lastRename ? String(lastRename.data['name']) : null,
  };
}
const signInTypes = new Set(['AccountDeactivated', 'AccountReactivated']);

async function isErased(log: LaterLog, stream: string): Promise<boolean> {
  const [last] = await log.readStream(stream, { direction: 'backward', limit: 1 });
  return last?.type === 'PatientErased' || last?.type === 'SignInsErased';
}

async function isOpened(log: LaterLog, accountId: string): Promise<boolean> {
  const [first] = await log.readStream(streams.account(accountId), { limit: 1 });
  return first?.type === 'AccountOpened';
}

/** Whether the email was changed after the event that the scan saw last. */
async function emailChangedSince(
  log: LaterLog,
  accountId: string,
  lastChange: StoredEvent | undefined,
): Promise<boolean> {
  const changes = (await log.readStream(streams.account(accountId))).filter(({ type }) => type === emailChanged);
  return changes.at(-1)?.id !== lastChange?.id;
}

function differingFields(
  account: Account,
  { data, metadata }: StoredEvent,
  later: Readonly<Record<'name' | 'email', unknown>>,
): string[] {
  const { role, name, pocId, email } = account;
  const fields = Object.entries({ role, name, pocId, email: emailKey(email) });
  const differing = fields.filter(([field, value]) => {
    const recordedValue = (field === 'name' || field === 'email' ? later[field] : null) ?? data[field] ?? null;
    // A text that could not be decrypted was reported with its key.
    if (typeof recordedValue === 'string' && recordedValue.startsWith('s1.')) return false;
    return (field === 'email' && typeof recordedValue === 'string' ? emailKey(recordedValue) : recordedValue) !== value;
  });
  return [...differing.map(([field]) => field), ...(account.clientId === metadata.clientId ? [] : ['client'])];
}

const refOf = ({ position, stream, revision, metadata }: StoredEvent): Ref => ({
  ...{ position, stream, revision },
  clientId: metadata.clientId,
});

/** The event if it concerns the vault; null if not, or if it can't be read. */
function parsed(event: ScannedEvent): StoredEvent | null {
  if (!keyEvents.has(event.type) && !signInStreamOf(event.stream) && event.metadata.includes('"keyIds":[]'))
    return null;
  try {
    // Cast is safe: it was appended by this product, and a damaged one fails below or in the check of the log.
    const { fitsChecksum: _, ...stored } = event;
    const plainEvent = { ...stored, data: JSON.parse(event.data), metadata: JSON.parse(event.metadata) } as StoredEvent;
    return Array.isArray(plainEvent.metadata.keyIds) ? plainEvent : null;
  } catch {
    return null;
  }
}

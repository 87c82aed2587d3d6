import { Binary, type Collection, type Db } from 'mongodb';
import { sealId, type VaultSecrets, vaultSecrets } from '../secrets.ts';
import { type OwnerDocument, vaultCollections } from './collections.ts';

export interface MasterKeys {
  readonly db: Db;
  /** 32 bytes each. */
  readonly from: Buffer;
  readonly to: Buffer;
  /** How many documents are read and written at a time; 1,000 unless a test wants fewer. */
  readonly pageLength?: number;
}

/**
 * Wraps all that MASTER_KEY wraps by another one, document by document: the personal keys, the letters that wait, and the
 * key of the hashes. From the first to the last write the vault opens for neither; killed in between, it is done again
 * with the same two keys, or undone with the two exchanged. Every process must be stopped: what one that was forgotten
 * wraps meanwhile opens with the old key, and doing this once more brings it over.
 * @returns how many personal keys there are, and whether anything was wrapped anew by this call
 * @throws Error when the vault belongs to neither, or holds what opens with neither; then nothing is changed
 */
export async function rotateMasterKey({
  db,
  from,
  to,
  pageLength = 1000,
}: MasterKeys): Promise<{ keys: number; rotated: boolean }> {
  const { settings, keys, outbox } = vaultCollections(db);
  const owner = await settings.findOne({ _id: 'fingerprint' });
  if (!owner) throw new Error('There is no vault yet.');
  const next = vaultSecrets(to);
  const old = vaultSecrets(from, hashingOf(owner, from));
  const belongsTo = [owner.value, owner.next].filter((one) => one !== undefined);
  if (belongsTo.some((one) => one !== old.fingerprint && one !== next.fingerprint)) {
    throw new Error('MASTER_KEY is not the one that the vault was made with.');
  }
  const places: Places = [
    { documents: wrappedDocuments(keys, 'wrapped', pageLength), nameOf: (id) => id },
    { documents: wrappedDocuments(outbox, 'sealed', pageLength), nameOf: sealId },
  ];
  // Looked at as a whole first: a document that opens with neither key must not be met halfway.
  for (const place of places) await wrapAnew(place, { old, next, write: false });
  if (owner.value === old.fingerprint)
    await settings.updateOne({ _id: 'fingerprint', value: owner.value }, { $set: { next: next.fingerprint } });
  let wrapped = 0;
  for (const place of places) wrapped += await wrapAnew(place, { old, next, write: true });
  if (owner.value === old.fingerprint) {
    const hashing = new Binary(old.hashingFor(next));
    await settings.updateOne(
      { _id: 'fingerprint' },
      { $set: { value: next.fingerprint, hashing }, $unset: { next: '' } },
    );
  } else {
    await settings.updateOne({ _id: 'fingerprint' }, { $unset: { next: '' } });
  }
  const count = await keys.countDocuments({ wrapped: { $exists: true } });
  return { keys: count, rotated: wrapped > 0 || owner.value === old.fingerprint };
}

/** What is kept belongs to the owner's key alone. */
const hashingOf = ({ value, hashing }: OwnerDocument, masterKey: Buffer): Uint8Array | undefined =>
  value === vaultSecrets(masterKey).fingerprint ? hashing?.value() : undefined;

interface Wrapped {
  readonly id: string;
  readonly bytes: Binary;
}

interface WrappedDocuments {
  /** In the order of their ids, after one of them. */
  page(after: string): Promise<readonly Wrapped[]>;
  /** Those that were changed or destroyed meanwhile stay. */
  replace(changes: readonly { readonly of: Wrapped; readonly by: Binary }[]): Promise<void>;
}

type Places = readonly { readonly documents: WrappedDocuments; readonly nameOf: (id: string) => string }[];

function wrappedDocuments<Kept extends { readonly _id: string }, Field extends string>(
  kept: Collection<Kept & { readonly [Name in Field]?: Binary }>,
  field: Field,
  pageLength: number,
): WrappedDocuments {
  // Both collections name their documents by strings; the driver's types can't follow a field's name that is given.
  const collection = kept as unknown as Collection<{ readonly _id: string; readonly [name: string]: unknown }>;
  return {
    async page(after) {
      const found = await collection
        .find({ _id: { $gt: after }, [field]: { $exists: true } })
        .sort({ _id: 1 })
        .limit(pageLength)
        .toArray();
      return found.map((document) => ({ id: document._id, bytes: binaryOf(document[field]) }));
    },
    async replace(changes) {
      if (changes.length === 0) return;
      await collection.bulkWrite(
        changes.map(({ of, by }) => ({
          updateOne: { filter: { _id: of.id, [field]: of.bytes }, update: { $set: { [field]: by } } },
        })),
        { ordered: false },
      );
    },
  };
}

function binaryOf(value: unknown): Binary {
  if (value instanceof Binary) return value;
  throw new Error('What is wrapped is kept as binary data.');
}

async function wrapAnew(
  { documents, nameOf }: Places[number],
  { old, next, write }: { old: VaultSecrets; next: VaultSecrets; write: boolean },
): Promise<number> {
  let wrapped = 0;
  for (let page = await documents.page(''); page.length > 0; page = await documents.page(page.at(-1)?.id ?? '')) {
    const changes = page.flatMap((of) => {
      const name = nameOf(of.id);
      const bytes = Buffer.from(of.bytes.value());
      return opens(next, name, bytes) ? [] : [{ of, by: new Binary(next.wrap(name, old.unwrap(name, bytes))) }];
    });
    if (write) await documents.replace(changes);
    wrapped += changes.length;
  }
  return wrapped;
}

function opens(secrets: VaultSecrets, name: string, bytes: Buffer): boolean {
  try {
    secrets.unwrap(name, bytes);
    return true;
  } catch {
    // Wrapped by the other key, or by neither, which is said by whoever opens it next.
    return false;
  }
}

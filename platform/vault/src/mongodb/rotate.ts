import { Binary, type Collection, type Db } from 'mongodb';
import { factorsSealId, sealId, trailSealId, type VaultSecrets, vaultSecrets } from '../secrets.ts';
import { type OwnerDocument, vaultCollections } from './collections.ts';

export interface MasterKeys {
  readonly db: Db;
  /** 32 bytes each. */
  readonly from: Buffer;
  readonly to: Buffer;
  /** Documents per page; default 1,000. */
  readonly pageLength?: number;
}

/**
 * Rewraps everything that MASTER_KEY wraps with another key, document by document: personal keys, second
 * factors, waiting emails and trail entries, and the hashing key. From the first to the last write the vault opens with neither key; after a crash,
 * repeat with the same keys, or swap them to undo. Every process must be stopped: anything that a forgotten one wraps
 * meanwhile needs the old key until this is repeated.
 * @returns the number of personal keys, and whether this call rewrapped anything
 * @throws Error if the vault belongs to neither key, or holds data that opens with neither; then nothing is changed
 */
export async function rotateMasterKey({
  db,
  from,
  to,
  pageLength = 1000,
}: MasterKeys): Promise<{ keys: number; rotated: boolean }> {
  const { settings, accounts, keys, outbox, trail } = vaultCollections(db);
  const owner = await settings.findOne({ _id: 'fingerprint' });
  if (!owner) throw new Error('There is no vault yet.');
  const next = vaultSecrets(to);
  const old = vaultSecrets(from, hashingOf(owner, from));
  const belongsTo = [owner.value, owner.next].filter((fingerprint) => fingerprint !== undefined);
  if (belongsTo.some((fingerprint) => fingerprint !== old.fingerprint && fingerprint !== next.fingerprint)) {
    throw new Error('MASTER_KEY is not the one that the vault was made with.');
  }
  const collections: WrappedCollections = [
    { documents: wrappedDocuments(keys, 'wrapped', pageLength), nameOf: (id) => id },
    { documents: wrappedDocuments(outbox, 'sealed', pageLength), nameOf: sealId },
    { documents: wrappedDocuments(accounts, 'sealedFactors', pageLength), nameOf: factorsSealId },
    { documents: wrappedDocuments(trail, 'sealed', pageLength), nameOf: trailSealId },
  ];
  // Checks everything first, so that a document that opens with neither key isn't found halfway.
  for (const collection of collections) await rewrap(collection, { old, next, write: false });
  if (owner.value === old.fingerprint)
    await settings.updateOne({ _id: 'fingerprint', value: owner.value }, { $set: { next: next.fingerprint } });
  let wrapped = 0;
  // Counted along the way: a separate count could exceed the answer time limit.
  let keyCount = 0;
  for (const [index, collection] of collections.entries()) {
    const counts = await rewrap(collection, { old, next, write: true });
    wrapped += counts.wrapped;
    if (index === 0) keyCount = counts.seen;
  }
  if (owner.value === old.fingerprint) {
    const hashing = new Binary(old.hashingFor(next));
    await settings.updateOne(
      { _id: 'fingerprint' },
      { $set: { value: next.fingerprint, hashing }, $unset: { next: '' } },
    );
  } else {
    await settings.updateOne({ _id: 'fingerprint' }, { $unset: { next: '' } });
  }
  return { keys: keyCount, rotated: wrapped > 0 || owner.value === old.fingerprint };
}

/** The stored hashing key belongs to the owner's master key. */
const hashingOf = ({ value, hashing }: OwnerDocument, masterKey: Buffer): Uint8Array | undefined =>
  value === vaultSecrets(masterKey).fingerprint ? hashing?.value() : undefined;

interface WrappedRow {
  readonly id: string;
  readonly bytes: Binary;
}

interface WrappedDocuments {
  /** Documents after an id, in order of id. */
  page(after: string): Promise<readonly WrappedRow[]>;
  /** Skips documents that were changed or destroyed since. */
  replace(changes: readonly { readonly of: WrappedRow; readonly by: Binary }[]): Promise<void>;
}

type WrappedCollections = readonly { readonly documents: WrappedDocuments; readonly nameOf: (id: string) => string }[];

function wrappedDocuments<Kept extends { readonly _id: string }, Field extends string>(
  documents: Collection<Kept & { readonly [Name in Field]?: Binary }>,
  field: Field,
  pageLength: number,
): WrappedDocuments {
  // Cast is safe: both collections use string ids; the driver's types can't express a computed field name.
  const collection = documents as unknown as Collection<{ readonly _id: string; readonly [name: string]: unknown }>;
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

async function rewrap(
  { documents, nameOf }: WrappedCollections[number],
  { old, next, write }: { old: VaultSecrets; next: VaultSecrets; write: boolean },
): Promise<{ readonly wrapped: number; readonly seen: number }> {
  let wrapped = 0;
  let seenCount = 0;
  for (let page = await documents.page(''); page.length > 0; page = await documents.page(page.at(-1)?.id ?? '')) {
    const changes = page.flatMap((document) => {
      const name = nameOf(document.id);
      const bytes = Buffer.from(document.bytes.value());
      return opens(next, name, bytes)
        ? []
        : [{ of: document, by: new Binary(next.wrap(name, old.unwrap(name, bytes))) }];
    });
    if (write) await documents.replace(changes);
    wrapped += changes.length;
    seenCount += page.length;
  }
  return { wrapped, seen: seenCount };
}

function opens(secrets: VaultSecrets, name: string, bytes: Buffer): boolean {
  try {
    secrets.unwrap(name, bytes);
    return true;
  } catch {
    // Wrapped by the other key, or by neither, which the next opening reports.
    return false;
  }
}

/** The format of log and vault, since release 1.0.0. Earlier builds wrote none, or another. */
export const storeFormat = 1;

/** A store that another release created, and that this one doesn't open. */
export class StoreOfOtherRelease extends Error {
  override readonly name = 'StoreOfOtherRelease';

  /** @param store such as `events.db` */
  constructor(store: string, format: number) {
    super(
      format > storeFormat
        ? `${store} was made by a newer release of Dayline: start that one.`
        : `${store} was made by a build before release 1.0.0, whose data no release opens: start with an empty DATA_DIR, and empty databases.`,
    );
  }
}

interface Pragmas {
  pragma(text: string, options?: { readonly simple: true }): unknown;
  prepare(sql: string): { get(): unknown };
}

/** Refuses an SQLite file of another release. @throws StoreOfOtherRelease */
export function demandFormat(db: Pragmas, file: string): void {
  const format = Number(db.pragma('user_version', { simple: true }));
  if (format !== storeFormat) throw new StoreOfOtherRelease(file, format);
}

/** The same, and also gives a new file its format. Within a transaction, before tables are created. */
export function settleFormat(db: Pragmas, file: string): void {
  const isNew = db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (isNew) db.pragma(`user_version = ${storeFormat}`);
  demandFormat(db, file);
}

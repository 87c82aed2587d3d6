import type Database from 'better-sqlite3';

export const reservationTables = `
  CREATE TABLE IF NOT EXISTS reservation (
    scope TEXT NOT NULL,
    hash BLOB NOT NULL,
    id TEXT NOT NULL,
    since INTEGER NOT NULL,
    completed INTEGER NOT NULL,
    PRIMARY KEY (scope, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS reservationsById ON reservation (id);
`;

export interface ReservationRow {
  readonly id: string;
  readonly since: number;
  readonly completed: number;
}

/** Unique values and who holds them. */
export function reservationWrites(db: Database.Database) {
  // RETURNING yields a row only for a change, so a completed or foreign reservation is rewritten unchanged.
  const reserve = db.prepare<{ scope: string; hash: Uint8Array; id: string; now: number }, ReservationRow>(`
    INSERT INTO reservation (scope, hash, id, since, completed) VALUES (:scope, :hash, :id, :now, 0)
    ON CONFLICT DO UPDATE SET since = iif(id = :id AND completed = 0, :now, since)
    RETURNING id, since, completed`);
  const takeOverReservation = db.prepare<
    { scope: string; hash: Uint8Array; from: string; since: number; id: string; now: number },
    ReservationRow
  >(`
    UPDATE reservation SET id = :id, since = :now
    WHERE scope = :scope AND hash = :hash AND id = :from AND since = :since AND completed = 0
    RETURNING id, since, completed`);
  const completeReservation = db.prepare(
    'UPDATE reservation SET completed = 1 WHERE scope = ? AND hash = ? AND id = ?',
  );
  const releaseReservation = db.prepare(
    'DELETE FROM reservation WHERE scope = ? AND hash = ? AND id = ? AND completed = 0',
  );
  const releaseOtherReservations = db.prepare(
    'DELETE FROM reservation WHERE id = ? AND scope = ? AND hash <> ? AND completed = 1',
  );
  const releaseReservationsOf = db.prepare('DELETE FROM reservation WHERE id = ?');
  const pruneReservations = db.prepare('DELETE FROM reservation WHERE scope = ? AND since < ? AND completed = 0');

  return {
    /** The reservation stored afterwards: the caller's or another's. */
    reserve(scope: string, hash: Uint8Array, id: string, now: number): ReservationRow {
      const row = reserve.get({ scope, hash, id, now });
      if (!row) throw new Error('An upsert of a reservation returned no row.');
      return row;
    },
    takeOverReservation: (
      scope: string,
      hash: Uint8Array,
      from: Pick<ReservationRow, 'id' | 'since'>,
      to: { readonly id: string; readonly now: number },
    ): ReservationRow | null =>
      takeOverReservation.get({ scope, hash, from: from.id, since: from.since, ...to }) ?? null,
    completeReservation: (scope: string, hash: Uint8Array, id: string): boolean =>
      completeReservation.run(scope, hash, id).changes === 1,
    releaseReservation(scope: string, hash: Uint8Array, id: string): void {
      releaseReservation.run(scope, hash, id);
    },
    releaseOtherReservations(id: string, scope: string, keep: Uint8Array): void {
      releaseOtherReservations.run(id, scope, keep);
    },
    releaseReservationsOf(id: string): void {
      releaseReservationsOf.run(id);
    },
    pruneReservations: (scope: string, before: number): number => pruneReservations.run(scope, before).changes,
  };
}

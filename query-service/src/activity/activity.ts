import type { ActivityRow, ActivityViews } from '@dayline/contracts/activity';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { Position } from '@dayline/contracts/ids';
import type { EventRef } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { ViewStoreUnavailable } from '@dayline/runtime/unavailable';
import type { Damage } from '@dayline/stores/damage';
import type { ReadStore } from '@dayline/view-store/lazy';
import type { Checkpoint, CountQuery, RowPage, RowQuery } from '@dayline/view-store/port';
import { type SignInOwnerDeps, type SignInOwners, signInOwners } from '../sign-ins/owners.ts';
import { pageOfActors } from '../sign-ins/page-of-actors.ts';
import { type WeekChange, weekChangesOf } from './week-changes.ts';

export type ActivityView = keyof ActivityViews;

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Months are of UTC, and days are the clinic's. */
const monthsOf = ({ from, to }: Days) => ({
  field: 'month',
  ...(from !== undefined && { from: addDays(from, -1).slice(0, 7) }),
  ...(to !== undefined && { to: addDays(to, 1).slice(0, 7) }),
});

export interface PastName {
  readonly position: Position;
  readonly name: string;
}

/** Typed read access to the rows of the projection `activity`, by view. */
export interface Activity {
  checkpoint(): Promise<Checkpoint | null>;
  rows<View extends ActivityView>(
    view: View,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ActivityViews[View]>>;
  page<View extends ActivityView>(query: RowQuery & { readonly view: View }): Promise<RowPage<ActivityViews[View]>>;
  count(query: CountQuery & { readonly view: ActivityView }): Promise<number>;
  /**
   * The entries of these events.
   * @throws ViewStoreUnavailable if one is missing: damage, which is noted
   */
  entriesOf(events: readonly Pick<EventRef, 'id' | 'position'>[]): Promise<ReadonlyMap<string, ActivityRow>>;
  /**
   * The names that a patient has had, oldest first, each with its first position.
   * @throws EventLogUnavailable
   */
  namesOf(patientId: string): Promise<readonly PastName[]>;
  /**
   * The weekly hours that a doctor was given, oldest first.
   * @throws EventLogUnavailable
   */
  weeksOf(pocId: string): Promise<readonly WeekChange[]>;
  /**
   * The aliases of an account in the months of these days.
   * @throws VaultUnavailable
   */
  aliasesOf(clientId: string, accountId: string, days: Days): Promise<readonly string[]>;
  /**
   * Whose sign-ins are.
   * @throws VaultUnavailable
   */
  signInOwners(clientId: string, rows: readonly Pick<ActivityRow, 'stream'>[]): Promise<SignInOwners>;
  /** The accounts of a client. */
  accountsOf: ReturnType<typeof signInOwners>['accountsOf'];
  /** Notes damage that a read has found. */
  readonly onDamage: Damage['record'];
}

/** A merge changes a name if the other record's was chosen, and a split changes it back. */
function namesIn(events: readonly Recorded[]): readonly PastName[] {
  let own: string | null = null;
  return events.flatMap(({ type, position, data }) => {
    const isMerge = type === 'PatientMerged';
    const { name, chosen } = data;
    if (type === 'PatientUnmerged') return own === null ? [] : [{ position, name: own }];
    if (typeof name !== 'string' || (isMerge && !(chosen as readonly string[]).includes('name'))) return [];
    if (!isMerge) own = name;
    return [{ position, name }];
  });
}

export function activityOf(
  store: ReadStore,
  sealedLog: Pick<SealedLog, 'readStream'>,
  owners: SignInOwnerDeps,
  onDamage: Damage['record'] = () => undefined,
): Activity {
  // Cast is safe: the store has untyped rows, and the projector is their only writer.
  const typedStore = store as unknown as { load: Activity['rows']; query: Activity['page'] };
  const signIns = signInOwners(owners);
  const entriesPage = (query: RowQuery) => typedStore.query({ ...query, view: 'entries' });
  // Cast is safe: a page of entries is requested.
  const page: Activity['page'] = async (query) =>
    query.view === 'entries' ? ((await pageOfActors(query, entriesPage)) as never) : typedStore.query(query);
  return {
    checkpoint: () => store.checkpoint(),
    rows: (view, keys) => typedStore.load(view, keys),
    page,
    async aliasesOf(clientId, accountId, days) {
      const order = [{ field: 'month' }];
      const { rows } = await page({ view: 'signInMonths', where: { clientId }, range: monthsOf(days), order });
      const months = rows.filter(({ isErased }) => !isErased).map(({ month }) => month);
      return months.length === 0 ? [] : signIns.aliasesOf(clientId, accountId, months);
    },
    count: (query) => store.count(query),
    async entriesOf(events) {
      const rows = await typedStore.load(
        'entries',
        events.map(({ id }) => id),
      );
      const lacking = events.find(({ id }) => !rows.has(id));
      if (!lacking) return rows;
      const place = `the activity lacks the entry of the event at position ${lacking.position}`;
      const error = new ViewStoreUnavailable(place);
      onDamage(place, error, async () => {
        if (!(await typedStore.load('entries', [lacking.id])).has(lacking.id)) throw error;
      });
      throw error;
    },
    async namesOf(patientId) {
      // A malformed event, or one of a newer build, doesn't prevent reading other entries.
      const events = await sealedLog.readStream(streams.patient(patientId), { anyVersion: true });
      return namesIn(events);
    },
    async weeksOf(pocId) {
      return weekChangesOf(await sealedLog.readStream(streams.doctorSchedule(pocId), { anyVersion: true }));
    },
    signInOwners(clientId, rows) {
      const names = rows.map(({ stream }) => stream);
      return signIns.ofStreams(clientId, names);
    },
    accountsOf: signIns.accountsOf,
    onDamage,
  };
}

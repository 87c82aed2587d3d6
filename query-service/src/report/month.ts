import { addDays, startOfDay } from '@dayline/contracts/clinic/clinic-time';
import {
  isNone,
  minus,
  noBothFigures,
  noFigures,
  plus,
  plusBoth,
  sizesOf,
} from '@dayline/contracts/endpoints/audit/figures';
import type { BothFigures, Figures } from '@dayline/contracts/endpoints/audit/report';
import { streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { doctorDayOf, type Position } from '@dayline/contracts/ids';
import type { AppointmentRow, MovedAppointmentRow, PaymentRow } from '@dayline/contracts/views';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { appointments } from '@dayline/projector/projections/desk/appointments';
import { movedAppointments } from '@dayline/projector/projections/desk/moved-appointments';
import { foldEvent, namedBy } from '@dayline/projector/projections/fold';
import { WorkingRows } from '@dayline/projector/projections/working-rows';
import { eventsUpTo } from '../as-of/past-rows.ts';
import type { Desk } from '../desk/desk.ts';
import { pagesOf } from '../paging/pages-of.ts';
import { figuresOf, moneyFigures, movedFigures } from './figures.ts';
import { type IsReminded, remindersOf } from './reminders.ts';

export interface MonthDeps {
  readonly desk: Pick<Desk, 'page'>;
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
  readonly clientId: string;
  /** yyyy-mm */
  readonly month: string;
  /** IANA time zone of the clinic, which decides the month of a payment. */
  readonly zone: string;
  /** The two positions; `earlier` is not after `later`. */
  readonly earlier: Position;
  readonly later: Position;
  /** Awaited between steps: see `openTurns`. */
  readonly pauseBetween: () => Promise<void>;
}

/** An entry that changed a figure after `earlier`. */
export interface Change {
  readonly eventId: string;
  readonly position: Position;
  readonly pocId: string;
  readonly change: Figures;
}

/** The share of some appointments of one doctor in a report. */
export interface Part {
  readonly pocId: string;
  readonly both: BothFigures;
  readonly changes: readonly Change[];
}

/** A doctor's day, folded once. */
interface FoldedDay {
  readonly earlier: ReadonlyMap<string, Figures>;
  readonly later: ReadonlyMap<string, Figures>;
}

/** The last fee set up to an instant (ISO 8601, UTC), in paise; 0 if there is none. */
type FeeAt = (pocId: string, instant: string) => Promise<number>;

/** The number of money changes in a part: an export makes the lines of each part in one turn. */
const changesOfPart = 100;

const projection = { name: 'desk', version: 0, views: [appointments, movedAppointments] };

/**
 * A month's appointments and money as of two positions, appointments in the order of days. A row that has not changed
 * since `earlier` is the same at both; for others the doctor's day is folded, once for both positions and the changes
 * in between. Memory holds a page of rows, one date's changed days and a page of money changes at a time, however long
 * the month is.
 */
export async function* partsOfMonth(deps: MonthDeps): AsyncGenerator<Part> {
  const { desk, clientId, month, earlier, later, pauseBetween } = deps;
  const [feeAt, isReminded] = [feesOf(deps), remindersOf(deps)];
  /** By event: the change of each event that moved money after `earlier`, until it is yielded. */
  const money = new Map<string, Change>();
  for await (const rows of pagesOf<PaymentRow>((part) => desk.page({ ...paymentsOf(deps), ...part }))) {
    await pauseBetween();
    for (const row of rows) {
      if (row.at > later) continue;
      const [{ pocId }, figures] = [doctorDayOf(row.appointmentId), moneyFigures(row)];
      yield {
        pocId,
        both: { ...noBothFigures, earlier: row.at <= earlier ? figures : noFigures, later: figures },
        changes: [],
      };
      if (row.at > earlier && !isNone(figures)) {
        money.set(row.key, { eventId: row.key, position: row.at, pocId, change: figures });
      }
    }
  }
  let daysOfDoctors = new Map<string, FoldedDay>();
  let foldedDate = '';
  const query = {
    view: 'appointments',
    where: { clientId },
    range: { field: 'date', from: `${month}-01`, to: `${month}-31` },
    order: [{ field: 'date' }, { field: 'time' }],
  } as const;
  /** The doctors' days whose changes were yielded. */
  const reportedIds = new Set<string>();
  for await (const rows of pagesOf((part) => desk.page({ ...query, ...part }))) {
    await pauseBetween();
    for (const row of rows) {
      const { pocId } = row;
      if (row.at <= earlier) {
        yield unchangedPart(pocId, await shareOf(row, feeAt, isReminded));
        continue;
      }
      yield* changedRow(row);
    }
    await pauseBetween();
  }
  // Appointments that were moved away counted before.
  const movedQuery = { ...query, view: 'movedAppointments' } as const;
  for await (const rows of pagesOf<MovedAppointmentRow>((part) => desk.page({ ...movedQuery, ...part }))) {
    await pauseBetween();
    for (const row of rows) {
      if (row.at > earlier) yield* changedRow(row);
      else yield unchangedPart(row.pocId, movedFigures(row));
    }
  }
  yield* messagesOf(deps);
  // Payments for visits of other months.
  for (const part of byDoctor(money.values())) {
    yield part;
    await pauseBetween();
  }

  function unchangedPart(pocId: string, figures: Figures): Part {
    return { pocId, both: { ...noBothFigures, earlier: figures, later: figures }, changes: [] };
  }

  async function* changedRow({ key, pocId, date }: ViewRow & Pick<AppointmentRow, 'pocId' | 'date'>) {
    if (date !== foldedDate) [daysOfDoctors, foldedDate] = [new Map(), date];
    let day = daysOfDoctors.get(pocId);
    if (!day) {
      const { changes: visitChanges, ...found } = await foldDay(deps, { pocId, date }, { feeAt, isReminded });
      const changes = visitChanges.map((change) => withMoney(change));
      day = found;
      daysOfDoctors.set(pocId, day);
      if (!reportedIds.has(`${pocId} ${date}`)) yield changesOf(pocId, changes);
      reportedIds.add(`${pocId} ${date}`);
      await pauseBetween();
    }
    // Without figures if booked after the position.
    const [atEarlier, atLater] = [day.earlier.get(key) ?? noFigures, day.later.get(key) ?? noFigures];
    yield { pocId, both: { ...noBothFigures, earlier: atEarlier, later: atLater }, changes: [] };
  }

  /** An entry that changes both is one line. */
  function withMoney(change: Change): Change {
    const moneyChange = money.get(change.eventId);
    money.delete(change.eventId);
    return moneyChange ? { ...change, change: plus(change.change, moneyChange.change) } : change;
  }

  function feesOf({ sealedLog }: MonthDeps): FeeAt {
    const feesOfDoctors = new Map<string, Promise<readonly { readonly since: string; readonly fee: number }[]>>();
    const read = async (pocId: string) => {
      const events = await eventsUpTo(sealedLog, streams.doctor(pocId), later);
      await pauseBetween();
      return events.flatMap(feeSetBy).reverse();
    };
    return async (pocId, instant) => {
      const fees = feesOfDoctors.get(pocId) ?? read(pocId);
      feesOfDoctors.set(pocId, fees);
      return (await fees).find(({ since }) => since <= instant)?.fee ?? 0;
    };
  }
}

/** The messages that were sent about the month's appointments. */
async function* messagesOf({ desk, clientId, month, earlier, later, pauseBetween }: MonthDeps): AsyncGenerator<Part> {
  const query = {
    view: 'messages',
    where: { clientId, state: 'sent' },
    range: { field: 'date', from: `${month}-01`, to: `${month}-31` },
    order: [{ field: 'date' }],
  } as const;
  for await (const rows of pagesOf((part) => desk.page({ ...query, ...part }))) {
    await pauseBetween();
    for (const { at, appointmentId } of rows) {
      const messages = { earlier: at <= earlier ? 1 : 0, later: at <= later ? 1 : 0 };
      if (at <= later)
        yield { pocId: doctorDayOf(appointmentId).pocId, both: { ...noBothFigures, messages }, changes: [] };
    }
  }
}

/** The rows of the month's money, by the clinic's days. */
function paymentsOf({ clientId, month, zone }: MonthDeps) {
  const after = addDays(`${month}-28`, 4).slice(0, 7);
  const [from, to] = [startOfDay(`${month}-01`, zone), startOfDay(`${after}-01`, zone) - 1];
  return {
    view: 'payments',
    where: { clientId },
    range: { field: 'recordedAt', from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    order: [{ field: 'recordedAt' }],
  } as const;
}

/** At most `changesOfPart` for each doctor in a part. */
function* byDoctor(changes: Iterable<Change>): Generator<Part> {
  const ofDoctors = new Map<string, Change[]>();
  for (const change of changes) {
    const own = ofDoctors.get(change.pocId) ?? [];
    own.push(change);
    ofDoctors.set(change.pocId, own);
  }
  for (const [pocId, own] of ofDoctors) {
    for (let from = 0; from < own.length; from += changesOfPart) {
      yield changesOf(pocId, own.slice(from, from + changesOfPart));
    }
  }
}

function changesOf(pocId: string, changes: readonly Change[]): Part {
  const netFigures = changes.reduce(
    (sum, { change }) => plusBoth(sum, { ...noBothFigures, moved: sizesOf(change) }),
    noBothFigures,
  );
  return { pocId, both: netFigures, changes };
}

function feeSetBy({ type, data, metadata }: RecordedDaylineEvent): { readonly since: string; readonly fee: number }[] {
  if (type === 'ConsultationFeeSet') return [{ since: metadata.recordedAt, fee: data.fee }];
  return type === 'DoctorAdded' ? [{ since: metadata.recordedAt, fee: data.consultationFee ?? 0 }] : [];
}

const shareOf = async (row: AppointmentRow, feeAt: FeeAt, isReminded: IsReminded): Promise<Figures> =>
  figuresOf(row, await feeAt(row.pocId, row.bookedAt), await isReminded(row));

async function foldDay(
  { sealedLog, earlier, later }: MonthDeps,
  { pocId, date }: Pick<AppointmentRow, 'pocId' | 'date'>,
  { feeAt, isReminded }: { readonly feeAt: FeeAt; readonly isReminded: IsReminded },
): Promise<FoldedDay & { readonly changes: readonly Change[] }> {
  const rows = new WorkingRows();
  const figures = new Map<string, Figures>();
  const changes: Change[] = [];
  let atEarlier: ReadonlyMap<string, Figures> | null = null;
  for (const event of await eventsUpTo(sealedLog, streams.doctorDay(pocId, date), later)) {
    if (event.position > earlier) atEarlier ??= new Map(figures);
    try {
      foldEvent(namedBy(projection, event), event, rows);
    } catch {
      // The live views skip this event and the later ones of its stream as well.
      break;
    }
    const { appointmentId } = event.data as { readonly appointmentId?: string };
    if (appointmentId === undefined) continue;
    // Casts are safe: these are the rows of the two views.
    const row = rows.get('appointments', appointmentId) as AppointmentRow | null;
    const movedRow = rows.get('movedAppointments', appointmentId) as MovedAppointmentRow | null;
    if (!row) continue;
    const ofMove = movedRow && !movedRow.gone ? movedFigures(movedRow) : noFigures;
    const after = row.gone ? ofMove : await shareOf(row, feeAt, isReminded);
    const change = minus(after, figures.get(appointmentId) ?? noFigures);
    figures.set(appointmentId, after);
    if (atEarlier && !isNone(change)) changes.push({ eventId: event.id, position: event.position, pocId, change });
  }
  return { earlier: atEarlier ?? figures, later: figures, changes };
}

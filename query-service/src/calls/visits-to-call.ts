import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import { slotOfVisit } from '@dayline/contracts/clinic/schedule';
import { blockedSpans, type DayBook, type DaySetting, placeOfSpan } from '@dayline/contracts/clinic/slots';
import { isSame, overlaps, type Span, spanFrom } from '@dayline/contracts/clinic/spans';
import type { CallReason } from '@dayline/contracts/endpoints/appointments/calls';
import { doctorDayKey, type Position } from '@dayline/contracts/ids';
import type { AppointmentRow, DoctorDayRow } from '@dayline/contracts/views';
import type { Desk } from '../desk/desk.ts';
import { settingOf } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { pagesOf } from '../paging/pages-of.ts';

/** The reason why a visit's slot is unavailable. */
export interface Cause {
  readonly why: CallReason;
  readonly reason: string | null;
}
export type VisitToCall = Cause & { readonly row: AppointmentRow };

interface Place extends Cause {
  readonly span: Span;
}

/** The spans of visits that are blocked, or no longer in the hours of the date. */
function placesToCall(book: DayBook, setting: DaySetting): Place[] {
  const blocks = blockedSpans(book);
  const slots = currentSlots(book, setting);
  return book.visits.flatMap((span) => {
    const block = blocks.find((block) => overlaps(block, span));
    if (block) return [{ span, why: 'blocked', reason: block.reason } as const];
    return slotOfVisit(slots, placeOfSpan(span)) ? [] : [{ span, ...causeOf(book, setting, span) }];
  });
}

function causeOf(book: DayBook, setting: DaySetting, span: Span): Cause {
  if (setting.hasLeft) return { why: 'left', reason: null };
  const { elsewhere, hospitalDay, ...usual } = setting;
  if (!book.hours && slotOfVisit(currentSlots(book, { ...usual, hospitalDay: null }), placeOfSpan(span))) {
    const days = [hospitalDay, ...(elsewhere?.values() ?? [])];
    return { why: 'hospitalDay', reason: days.find((day) => day)?.name ?? null };
  }
  return { why: 'hours', reason: book.hours?.reason ?? null };
}

const isIn = (span: Span, { time, minutes }: AppointmentRow): boolean => isSame(span, spanFrom(time, minutes));

/** One client's days with such visits, updated with the changes of the views. */
class ClientVisits {
  readonly #desk: Pick<Desk, 'changed'>;
  readonly #days = new Map<string, readonly VisitToCall[]>();
  #position: Position | null = null;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(desk: Pick<Desk, 'changed'>) {
    this.#desk = desk;
  }

  async upTo(snapshot: Snapshot): Promise<readonly VisitToCall[]> {
    // In sequence, even if the previous one failed: its caller gets that failure.
    const refresh = () => this.#refresh(snapshot);
    this.#refreshing = this.#refreshing.then(refresh, refresh);
    await this.#refreshing;
    return [...this.#days.values()].flat();
  }

  async #refresh(snapshot: Snapshot): Promise<void> {
    const { position, clientId } = snapshot;
    const from = this.#position;
    // A caller that read the checkpoint earlier may arrive later.
    if (from !== null && position <= from) return;
    const changes = from === null ? null : await this.#desk.changed(from, position);
    const isOwn = (row: { readonly clientId: string }) => row.clientId === clientId;
    const needsReload =
      !changes || changes.clients.some(({ key }) => key === clientId) || changes.calendars.some(isOwn);
    // Set only once it is complete.
    this.#position = null;
    if (needsReload) await this.#reload(snapshot);
    else {
      const stale = new Set(changes.doctorDays.filter(isOwn).map(({ key }) => key));
      for (const { pocId, date } of changes.appointments.filter(isOwn)) {
        const key = doctorDayKey(pocId, date);
        // The result for a day stays valid until its own row, or its doctor's, changes.
        if (this.#days.has(key)) stale.add(key);
      }
      for (const { key: pocId } of changes.doctors.filter(isOwn)) await this.#look({ pocId }, snapshot);
      const rows = await snapshot.desk.rows('doctorDays', [...stale]);
      for (const key of stale) await this.#put(key, rows.get(key), snapshot);
    }
    this.#position = position;
  }

  async #reload(snapshot: Snapshot): Promise<void> {
    this.#days.clear();
    await this.#look({ clientId: snapshot.clientId }, snapshot);
  }

  /** The days from today on, of a client or a doctor. */
  async #look(where: Readonly<Record<string, string>>, snapshot: Snapshot): Promise<void> {
    const { date: today } = snapshot.clinicOf(snapshot.clientId);
    const range = { field: 'date', from: today, to: '9999-12-31' } as const;
    const read = (part: { limit?: number; after?: string }) =>
      snapshot.desk.page({ view: 'doctorDays', where, range, order: [{ field: 'date' }], ...part });
    for await (const rows of pagesOf(read)) for (const row of rows) await this.#put(row.key, row, snapshot);
  }

  async #put(key: string, row: DoctorDayRow | undefined, snapshot: Snapshot): Promise<void> {
    const places = row ? placesToCall(row, settingOf(snapshot, row)) : [];
    if (!row || places.length === 0) {
      this.#days.delete(key);
      return;
    }
    const where = { pocId: row.pocId, date: row.date, status: 'Confirmed' };
    const { rows } = await snapshot.desk.page({ view: 'appointments', where, order: [{ field: 'time' }] });
    const visits = rows.flatMap((visit) => {
      const place = places.find(({ span }) => isIn(span, visit));
      return place ? [{ row: visit, why: place.why, reason: place.reason }] : [];
    });
    this.#days.set(key, visits);
  }
}

/**
 * Confirmed visits from today on whose slot is blocked or closed. That depends on the day, the doctor's weekly hours
 * and the hospital days, so no row can have it: the days with such visits are kept in memory, and only changed ones are
 * checked again.
 */
export class VisitsToCall {
  readonly #desk: Pick<Desk, 'changed'>;
  readonly #clients = new Map<string, ClientVisits>();

  constructor(desk: Pick<Desk, 'changed'>) {
    this.#desk = desk;
  }

  /** By date and time. */
  async of(snapshot: Snapshot): Promise<readonly VisitToCall[]> {
    const { clientId, clinicOf } = snapshot;
    const ofClient = this.#clients.get(clientId) ?? new ClientVisits(this.#desk);
    this.#clients.set(clientId, ofClient);
    const { date: today } = clinicOf(clientId);
    const visits = (await ofClient.upTo(snapshot)).filter(({ row }) => row.date >= today);
    const orderOf = ({ row }: VisitToCall) => `${row.date} ${row.time} ${row.key}`;
    return visits.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }

  /** The views were rebuilt: their rows may differ at the same position. */
  forget(): void {
    this.#clients.clear();
  }
}

import { hospitalDaysOn } from '@dayline/contracts/clinic/calendar';
import type { ClinicNow } from '@dayline/contracts/clinic/clinic-time';
import { openSlots } from '@dayline/contracts/clinic/day/availability';
import { type DaySetting, daySlots, emptyDayBook, type Slot } from '@dayline/contracts/clinic/slots';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { DeskViews, DoctorDayRow } from '@dayline/contracts/views';
import type { CalendarRow, ClientRow, DepartmentRow, DoctorRow } from '@dayline/contracts/views/directory';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { foldAll } from '@dayline/projector/projections/fold';
import { PastRows } from '@dayline/query-service/as-of/past-rows';
import { directoryOf } from '@dayline/query-service/desk/directory';
import type { Clinics } from '@dayline/query-service/desk/snapshot';
import { liveDay } from '@dayline/query-service/live/messages';
import type { ListedSlot } from './slow-day.ts';

type Rows = ReturnType<typeof foldAll>;

export const shown = (slots: readonly Pick<Slot, keyof ListedSlot>[]): ListedSlot[] =>
  slots.map(({ time, booked, blocked, free }) => ({ time, booked, blocked, free }));

/** The client-wide data that queries read in addition to rows of days. */
export function clinicsOf(rows: Rows, clientId: string, clinic: ClinicNow): Clinics {
  const of = <Row extends ViewRow>(view: string) =>
    // Cast is safe: a view's name determines the type of its rows.
    new Map((rows.rows(view) as unknown as Row[]).map((row) => [row.key, row]));
  const directory = directoryOf(
    () => ({
      clients: of<ClientRow>('clients'),
      calendars: of<CalendarRow>('calendars'),
      departments: of<DepartmentRow>('departments'),
      doctors: of<DoctorRow>('doctors'),
      sorted: new Map(),
    }),
    clientId,
  );
  return { directory, horizonDays: 60, clinicOf: () => clinic };
}

/** A day's slots as sent to open pages; null if the pages refetch them. */
export function liveSlots(rows: Rows, row: DoctorDayRow, { clinic }: Pick<DaySetting, 'clinic'>): ListedSlot[] | null {
  const day = liveDay(row, clinicsOf(rows, row.clientId, clinic));
  return day && shown(day.slots);
}

interface Past {
  readonly events: readonly RecordedDaylineEvent[];
  /** The current rows. */
  readonly rows: Rows;
  readonly position: string;
}

/** A day's slots as of a position. */
export async function slotsAsOf(
  { events, rows, position }: Past,
  pocId: string,
  setting: DaySetting,
): Promise<ListedSlot[]> {
  const past = new PastRows({
    desk: {
      rows: async (view, keys) =>
        new Map(
          keys.flatMap((key) => {
            // Cast is safe: a view's name determines the type of its rows.
            const row = rows.get(view, key) as DeskViews[typeof view] | null;
            return row ? [[key, row]] : [];
          }),
        ),
    },
    sealedLog: {
      readStream: async (stream, { upTo = '' } = {}) =>
        // Cast is safe: recorded events are those that a log reads.
        events.filter((event) => event.stream === stream && event.position <= upTo) as unknown as Recorded[],
    },
    position,
    pauseBetween: async () => {},
  });
  const key = doctorDayKey(pocId, setting.date);
  const book = (await past.rows('doctorDays', [key])).get(key) ?? emptyDayBook;
  const doctor = (await past.rows('doctors', [pocId])).get(pocId);
  const clientId = doctor?.clientId ?? '';
  const calendar = (await past.rows('calendars', [clientId])).get(clientId) ?? null;
  const { date } = setting;
  const schedule = weekOn(doctor?.schedule ?? null, date);
  const held = { branchId: doctor?.branchId ?? 0, week: schedule?.week ?? null };
  const { elsewhere: _, ...then } = setting;
  return shown(openSlots(daySlots(book, { ...then, schedule, ...hospitalDaysOn(calendar, date, held) })));
}

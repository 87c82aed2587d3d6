import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { HospitalDaysRowCommand } from '@dayline/lists/row-commands';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CalendarAggregate, CalendarCommands } from '../../client-calendar/calendar-commands.ts';
import { partOf } from '../../command-handler/command-context.ts';
import type { ImportedRecord, KindImporter } from './list-kind.ts';

export interface HospitalDayImporterDeps {
  readonly aggregates: CalendarAggregate;
  readonly commands: CalendarCommands;
}

export function hospitalDayImporter({
  aggregates,
  commands,
}: HospitalDayImporterDeps): KindImporter<HospitalDaysRowCommand> {
  return {
    async importRow({ days }, by) {
      const records: ImportedRecord[] = [];
      let refusal: Refusal | null = null;
      for (const [index, day] of days.entries()) {
        const context = index === 0 ? by : partOf(by, `day-${index}`);
        const result = await commands.setHospitalDay(day, context);
        // The other days of the holiday are set; the row is only refused if none is.
        if (isRefusal(result)) refusal ??= result;
        else if (result.position !== null)
          records.push({ id: derivedFrom(context.commandId, 'hospital-day'), isNew: true });
      }
      return records.length === 0 && refusal ? refusal : records;
    },

    async undoRow({ id }, by) {
      const { state } = await aggregates.calendars.load(streams.clientCalendar(by.clientId), 0);
      const day = state?.days.find(({ dayId }) => dayId === id);
      if (!day || day.liftedFrom !== null) return null;
      const result = await commands.liftHospitalDay({ dayId: id }, by);
      return isRefusal(result) ? 'kept.past' : null;
    },
  };
}

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
      const imported: ImportedRecord[] = [];
      let refused: Refusal | null = null;
      for (const [index, day] of days.entries()) {
        const context = index === 0 ? by : partOf(by, `day-${index}`);
        const set = await commands.setHospitalDay(day, context);
        // The other days of the holiday are set; the row is only refused if none is.
        if (isRefusal(set)) refused ??= set;
        else if (set.position !== null)
          imported.push({ id: derivedFrom(context.commandId, 'hospital-day'), isNew: true });
      }
      return imported.length === 0 && refused ? refused : imported;
    },

    async undoRow({ id }, by) {
      const { state } = await aggregates.calendars.load(streams.clientCalendar(by.clientId), 0);
      const day = state?.days.find(({ dayId }) => dayId === id);
      if (!day || day.liftedFrom !== null) return null;
      const lifted = await commands.liftHospitalDay({ dayId: id }, by);
      return isRefusal(lifted) ? 'kept.past' : null;
    },
  };
}

import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { HospitalDayRowCommand } from '@dayline/lists/row-commands';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CalendarAggregate, CalendarCommands } from '../../client-calendar/calendar-commands.ts';
import type { KindImporter } from './list-kind.ts';

export interface HospitalDayImporterDeps {
  readonly aggregates: CalendarAggregate;
  readonly commands: CalendarCommands;
}

export function hospitalDayImporter({
  aggregates,
  commands,
}: HospitalDayImporterDeps): KindImporter<HospitalDayRowCommand> {
  return {
    async importRow(command, by) {
      const set = await commands.setHospitalDay(command, by);
      if (isRefusal(set)) return set;
      return set.position === null ? null : { id: derivedFrom(by.commandId, 'hospital-day'), isNew: true };
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

import { noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { PatientEvent } from '@dayline/contracts/events/people';
import type { Position } from '@dayline/contracts/ids';
import type { PatientRowCommand } from '@dayline/lists/row-commands';
import { type CommandContext, partOf } from '../../command-handler/command-context.ts';
import type { AppointmentCommands } from '../../doctor-day/appointment-commands.ts';
import type { DayAggregate } from '../../doctor-day/day-commands.ts';
import { type GivenDetails, patient } from '../../patient/patient.ts';
import type { PatientAggregate, PatientCommands } from '../../patient/patient-commands.ts';
import { bookedBefore } from '../../retention/booked-before.ts';
import type { Views } from '../../views/views.ts';
import type { Changes, ChangesSince } from '../run/changed-since.ts';
import type { KindImporter } from './list-kind.ts';

export interface PatientImporterDeps {
  readonly aggregates: PatientAggregate & DayAggregate;
  readonly commands: Pick<PatientCommands, 'savePatient' | 'startRemoval' | 'keepPatient' | 'removePatient'> &
    Pick<AppointmentCommands, 'changeAppointmentStatus'>;
  readonly changesSince: ChangesSince;
  readonly views: Pick<Views, 'appointmentsOf' | 'reach'>;
  readonly head: () => Promise<Position>;
}

// Cast is safe: they are events of a patient's stream.
const fold = (events: readonly Recorded[]) => patient.fold(null, events as Recorded<PatientEvent>[]);
const detailFields = Object.keys(noDetails) as (keyof PatientDetails)[];

/** Whether others have changed a patient since the import, other than by corrections that were put back. */
function isChanged({ events, earlierEvents, ownEvents, byOthers }: Changes): boolean {
  const [importedPatient, now] = [fold([...earlierEvents, ...ownEvents]), fold(events)];
  const isPutBack = detailFields.every((field) => importedPatient?.[field] === now?.[field]);
  return byOthers.some(({ type }) => type !== 'PatientDetailsCorrected' || !isPutBack);
}

const noContact = { phone: null, email: null, location: null };

export function patientImporter(deps: PatientImporterDeps): KindImporter<PatientRowCommand> {
  const { aggregates, commands, changesSince, views, head } = deps;

  async function isBookedBefore(patientId: string, since: Position, by: CommandContext): Promise<boolean> {
    const bookings = await bookedBefore({ aggregates, commands, views }, { patientId, since }, by);
    // A booking of an import that was undone before doesn't count.
    return bookings.some(
      ({ appointment }) => appointment?.booked.metadata.batchId === undefined || appointment.status !== 'Cancelled',
    );
  }

  /** Restores the details that the import corrected, but those that were changed since. */
  async function restore(id: string, by: CommandContext): Promise<'kept.corrected' | null> {
    const stream = streams.patient(id);
    const changes = await changesSince(stream, by.batchId);
    const { state: now } = await aggregates.patients.load(stream, 0);
    if (now?.isErased) return null;
    const before = fold(changes?.earlierEvents ?? []);
    const importedPatient = fold([...(changes?.earlierEvents ?? []), ...(changes?.ownEvents ?? [])]);
    if (!now || !before || !importedPatient) return 'kept.corrected';
    const fields = detailFields.filter((field) => importedPatient[field] !== before[field]);
    const own = fields.filter((field) => now[field] === importedPatient[field]);
    // After a crash, they are restored already.
    const isLost = fields.some((field) => now[field] !== importedPatient[field] && now[field] !== before[field]);
    const { name, phone, email, location } = now;
    const oldFields = Object.fromEntries(own.map((field) => [field, before[field]]));
    const details = { ...{ name: name ?? '', phone, email, location }, ...oldFields } as GivenDetails;
    const result = own.length === 0 ? null : await commands.savePatient(details, by, { userId: id });
    return isLost || (result !== null && isRefusal(result)) ? 'kept.corrected' : null;
  }

  return {
    async importRow(command, by, idOfRow) {
      if (command.kind === 'register') {
        const { details, somebodyElse, differentFrom: other } = command;
        const otherId = other && ('id' in other ? other.id : idOfRow(other.row));
        const target = { somebodyElse, isNew: true, ...(otherId !== undefined && { differentFrom: [otherId] }) };
        const reply = await commands.savePatient({ ...noContact, ...details }, by, target);
        // A patient was registered with this phone and name since the preview.
        if (isRefusal(reply) && reply.refused === 'value.taken') return 'row.changed';
        return isRefusal(reply) ? reply : [{ id: reply.patientId, isNew: true }];
      }
      const { of, before, after } = command;
      const id = 'id' in of ? of.id : idOfRow(of.row);
      if (id === undefined) return 'row.depends';
      const { state } = await aggregates.patients.load(streams.patient(id), 0);
      if (!state || state.isErased) return 'row.changed';
      const fields = Object.keys(after) as (keyof PatientDetails)[];
      // Excludes changes by this row itself before a crash.
      const isChangedByOthers = fields.some((field) => state[field] !== before[field] && state[field] !== after[field]);
      if ('id' in of && isChangedByOthers) return 'row.changed';
      const { name, phone, email, location } = state;
      const details = { ...{ name: name ?? '', phone, email, location }, ...after } as GivenDetails;
      const result = await commands.savePatient(details, by, { userId: id });
      return isRefusal(result) ? result : [{ id, isNew: false }];
    },

    /** A booking of these patients that is later in the log is refused. */
    async beforeUndo(rows, by) {
      // First the views, so that no patient is in removal while the views are unavailable.
      await views.reach(await head());
      for (const row of rows) {
        if (row.isNew) await commands.startRemoval(row.id, partOf(by(row), 'leave'));
      }
    },

    async undoRow({ id, isNew }, by) {
      if (!isNew) return restore(id, by);
      const stream = streams.patient(id);
      const { state } = await aggregates.patients.load(stream, 0);
      if (!state || state.isErased) return null;
      if (state.mergedInto || state.merged.length > 0) return 'kept.merged';
      const leaving = state.leavings.at(-1);
      if (!leaving) return 'kept.changed';
      const isBooked = await isBookedBefore(id, leaving.from, by);
      const changes = await changesSince(stream, by.batchId);
      if (isBooked || !changes || isChanged(changes)) await commands.keepPatient(id, partOf(by, 'keep'));
      else await commands.removePatient(id, by);
      // An earlier or a concurrent run may have decided already.
      const { state: now } = await aggregates.patients.load(stream);
      if (now?.isErased) return null;
      return isBooked ? 'kept.visits' : 'kept.changed';
    },
  };
}

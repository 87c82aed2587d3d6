import { streamKey, streams } from '@dayline/contracts/events/categories';
import type { Position } from '@dayline/contracts/ids';
import { appointmentCommands } from '../doctor-day/appointment-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import { openLeavingOf } from '../patient/patient.ts';
import type { Process } from '../process/process.ts';
import type { Views } from '../views/views.ts';
import { bookedBefore } from './booked-before.ts';

export interface RetentionProcessDeps extends DayDeps {
  readonly views: Pick<Views, 'appointmentsOf'>;
}

/** The patient whose removal has begun, and the date of a visit that ends it. */
interface Leaver {
  readonly name: 'decide';
  readonly patientId: string;
  readonly since: Position;
  readonly unlessVisitedFrom: string;
}

/**
 * The end of a removal by retention: the patient is erased, or kept if an appointment on the date or later, of any
 * status, was booked before the removal began. Bookings after that are refused, so nothing is decided too early.
 */
export function retentionProcess(deps: RetentionProcessDeps): Process<Leaver, Leaver, 'retention'> {
  const { aggregates, views } = deps;
  const commands = appointmentCommands(deps);
  return {
    name: 'retention',
    begunBy: ['PatientRemovalStarted'],

    async load({ stream }, maxAgeMs) {
      const { state } = await aggregates.patients.load(stream, maxAgeMs);
      const leaving = openLeavingOf(state);
      // An import's undo ends its removals itself.
      if (state?.isErased || leaving?.unlessVisitedFrom === undefined) return null;
      const { from: since, unlessVisitedFrom } = leaving;
      return { name: 'decide', patientId: streamKey(stream), since, unlessVisitedFrom };
    },
    next: (leaver, refusals) => (refusals.size === 0 ? leaver : null),
    async take({ patientId, since, unlessVisitedFrom }, by) {
      const bookings = await bookedBefore({ aggregates, commands, views }, { patientId, since }, by);
      const kind = bookings.some(({ date }) => date >= unlessVisitedFrom) ? 'keep' : 'remove';
      return aggregates.patients.execute({
        stream: streams.patient(patientId),
        command: { kind },
        context: undefined,
        by,
      });
    },
  };
}

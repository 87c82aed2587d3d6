import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { BookedSession } from '@dayline/contracts/clinic/sessions';
import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import { eventTable } from '@dayline/contracts/events/table';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Activity } from '../activity/activity.ts';
import type { OnHistoryRead } from '../activity/history-read.ts';
import { activityProgress } from '../activity/progress.ts';
import { appointmentDetail, shownSession, unknownDoctor } from '../desk/cards.ts';
import type { Queries } from '../queries/answer.ts';
import { appointmentOfEvents } from './appointment-of-events.ts';
import { loggedMessages } from './message-entries.ts';
import type { RefusedEvent } from './other-entries.ts';
import { type DayEvent, storyOf } from './story.ts';
import { daysOfVisit, loggedDay, movedToOf, offerReasonsOf } from './visit.ts';
import { directoryWhenBooked, whenBooked } from './when-booked.ts';

export interface StoryDeps {
  /** As stored: the chain is verified on these. */
  readonly eventLog: Pick<EventLog, 'head' | 'readAll' | 'readStream' | 'start'>;
  /** Decrypted: the sentences are built from these. */
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
  /** Has the refused attempts by appointment; their events are in the streams of the accounts that made them. */
  readonly activity: Pick<Activity, 'checkpoint' | 'rows' | 'page'>;
  readonly onHistoryRead: OnHistoryRead;
}

const noRefusals = { refusals: [], isLevel: true };
/** The number of refused attempts that are read at once; each is in the stream of its account. */
const readAtOnce = 50;

const isRefusedEvent = (event: Recorded): event is Recorded & RefusedEvent => event.type === 'CommandRefused';

/** An erased patient has no name, also in the seconds before the key is destroyed. */
function withoutPatient(event: DayEvent): DayEvent {
  const personal = eventTable.get(event.type)?.personal;
  if (personal?.subject !== 'patientInData') return event;
  const nullFields = Object.fromEntries(personal.fields.map((field) => [field, null]));
  // Cast is safe: personal fields are nullable.
  return { ...event, data: { ...event.data, ...nullFields } } as DayEvent;
}

/**
 * "an appointment's story in plain sentences (who did what, when, what undid what; technical detail on demand; refused
 * attempts too)"
 */
export function storyQueries({
  eventLog,
  sealedLog,
  activity,
  onHistoryRead,
}: StoryDeps): Queries<'getAppointmentStory'> {
  /** The refused attempts of the visit's own client. */
  async function refusalsOf(clientId: string, appointmentIds: readonly string[], instant: number) {
    // Read before the rows, which therefore include everything up to it.
    const { isLevel } = await activityProgress({ activity, eventLog }, instant);
    const pages = appointmentIds.map((appointmentId) =>
      activity.page({
        view: 'refusals',
        where: { clientId, appointmentId },
        order: [{ field: 'recordedAt' }, { field: 'key' }],
      }),
    );
    const rows = (await Promise.all(pages)).flatMap((page) => page.rows);
    const refusals: RefusedEvent[] = [];
    for (let from = 0; from < rows.length; from += readAtOnce) {
      const some = rows.slice(from, from + readAtOnce);
      const readings = some.map(({ stream, revision }) => sealedLog.readStream(stream, { from: revision, limit: 1 }));
      refusals.push(...(await Promise.all(readings)).flat().filter(isRefusedEvent));
    }
    return { refusals, isLevel };
  }

  return {
    async getAppointmentStory({ appointmentId }, { desk, directory, instant }, context) {
      const knownRow =
        (await desk.row('appointments', appointmentId)) ?? (await desk.row('movedAppointments', appointmentId));
      if (!knownRow) return refuse('appointment.unknown');
      const own = await loggedDay({ eventLog, sealedLog }, appointmentId);
      const appointment = await appointmentOfEvents(sealedLog, appointmentId, own.events);
      // The views derive it from the log.
      if (!appointment) return refuse('log.damaged');
      const { appointment: row, patient } = appointment;
      const visit = await daysOfVisit({ eventLog, sealedLog }, desk, appointmentId, own);
      const isForDoctor = context.caller.identity.role === 'doctor';
      const { refusals, isLevel } = isForDoctor ? noRefusals : await refusalsOf(knownRow.clientId, visit.ids, instant);
      const isKnown = patient?.erased === false;
      const events = isKnown ? visit.events : visit.events.map(withoutPatient);
      const messages = await loggedMessages(eventLog, visit.visitId);
      const offerReasons = isKnown ? await offerReasonsOf({ sealedLog }, events, visit.ids) : undefined;
      const { renamings, merges } = isKnown ? appointment : { renamings: [], merges: [] };
      const booking = own.events.find(
        ({ type, data }) => type === 'AppointmentBooked' && data.appointmentId === appointmentId,
      );
      const then = await directoryWhenBooked(
        { desk, sealedLog },
        { appointment: row, position: booking?.position ?? row.at, directory, signal: context.signal },
      );
      const doctorName = then.doctor?.name ?? unknownDoctor.name;
      const nameOf = (id: string) =>
        id === appointmentId ? doctorName : (directory.doctor(doctorDayOf(id).pocId)?.name ?? unknownDoctor.name);
      const appointments = new Map(
        visit.ids.map((id) => [id, { date: doctorDayOf(id).date, doctorName: nameOf(id) }] as const),
      );
      const batches = visit.events.flatMap(({ metadata: { batchId } }) => batchId ?? []);
      const leaveRows = await desk.rows('leaves', [...new Set(batches)]);
      const leaves = new Map(
        [...leaveRows].map(([id, { from, to, pocId }]) => [
          id,
          { from, to, doctorName: directory.doctor(pocId)?.name ?? unknownDoctor.name },
        ]),
      );
      const sessionOf = (session: BookedSession | undefined) => shownSession(session, directory).session;
      const zone = directory.client(row.clientId)?.zone ?? defaultZone;
      const movedTo = row.gone ? movedToOf(own.events, appointmentId) : null;
      onHistoryRead(context, { appointmentId, patientId: row.patientId });
      return {
        body: {
          appointment: appointmentDetail(row, directory),
          whenBooked: whenBooked(row, then, directory),
          movedTo: movedTo && { ...movedTo, POCName: nameOf(movedTo.appointmentId) },
          entries: storyOf(
            { events, refusals, renamings, merges, messages: messages.events },
            { appointments, leaves, zone, sessionOf, ...(offerReasons && { offerReasons }) },
          ),
          refusalsLevel: isLevel,
          chainWhole: visit.isWhole && messages.isWhole,
          zone,
        },
      };
    },
  };
}

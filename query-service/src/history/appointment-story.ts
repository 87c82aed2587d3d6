import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { BookedSession } from '@dayline/contracts/clinic/sessions';
import { refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { eventsByCategory, eventTable } from '@dayline/contracts/events/table';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/event-log/port';
import { verifyChain } from '@dayline/event-log/sealed-log/chain';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Activity } from '../activity/activity.ts';
import type { OnHistoryRead } from '../activity/history-read.ts';
import { activityProgress } from '../activity/progress.ts';
import { appointmentDetail, shownSession, unknownDoctor } from '../desk/cards.ts';
import type { Queries } from '../queries/answer.ts';
import { appointmentOfEvents } from './appointment-of-events.ts';
import { type DayEvent, type RefusedEvent, storyOf } from './story.ts';
import { directoryWhenBooked, whenBooked } from './when-booked.ts';

export interface StoryDeps {
  /** As stored: the chain is verified on these. */
  readonly eventLog: Pick<EventLog, 'head' | 'readStream' | 'start'>;
  /** Decrypted: the sentences are built from these. */
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
  /** Has the refused attempts by appointment; their events are in the streams of the accounts that tried. */
  readonly activity: Pick<Activity, 'checkpoint' | 'rows' | 'page'>;
  readonly onHistoryRead: OnHistoryRead;
}

const noRefusals = { refusals: [], isLevel: true };
/** Events of refused attempts read at once: each is in the stream of the account that tried. */
const readAtOnce = 50;

const dayTypes: ReadonlySet<string> = new Set(eventsByCategory.doctorDay.map(({ type }) => type));
/** Cast is safe: the log refuses events that are unknown or malformed. */
const isDayEvent = (event: Recorded): event is Recorded & DayEvent => dayTypes.has(event.type);
const isRefusedEvent = (event: Recorded): event is Recorded & RefusedEvent => event.type === 'CommandRefused';

/** An erased patient is nobody, also in the seconds before the key is destroyed. */
function withoutPatient(event: DayEvent): DayEvent {
  const personal = eventTable.get(event.type)?.personal;
  if (personal?.subject !== 'patientInData') return event;
  const erased = Object.fromEntries(personal.fields.map((field) => [field, null]));
  // Cast is safe: personal fields are nullable.
  return { ...event, data: { ...event.data, ...erased } } as DayEvent;
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
  /** The refused attempts of the appointment's own client. */
  async function refusalsOf(clientId: string, appointmentId: string, instant: number) {
    // Read before the rows, so that they contain everything up to it.
    const { isLevel } = await activityProgress({ activity, eventLog }, instant);
    const { rows } = await activity.page({
      view: 'refusals',
      where: { clientId, appointmentId },
      order: [{ field: 'recordedAt' }, { field: 'key' }],
    });
    const refusals: RefusedEvent[] = [];
    for (let from = 0; from < rows.length; from += readAtOnce) {
      const some = rows.slice(from, from + readAtOnce);
      const read = some.map(({ stream, revision }) => sealedLog.readStream(stream, { from: revision, limit: 1 }));
      refusals.push(...(await Promise.all(read)).flat().filter(isRefusedEvent));
    }
    return { refusals, isLevel };
  }

  return {
    async getAppointmentStory({ appointmentId }, { desk, directory, instant }, context) {
      const known = await desk.row('appointments', appointmentId);
      if (!known) return refuse('appointment.unknown');
      const { pocId, date } = doctorDayOf(appointmentId);
      const stream = streams.doctorDay(pocId, date);
      const isForDoctor = context.caller.identity.role === 'doctor';
      const [opened, stored, { refusals, isLevel }] = await Promise.all([
        sealedLog.readStream(stream),
        eventLog.readStream(stream),
        isForDoctor ? noRefusals : refusalsOf(known.clientId, appointmentId, instant),
      ]);
      const ofDay = opened.filter(isDayEvent);
      const logged = await appointmentOfEvents(sealedLog, appointmentId, ofDay);
      if (!logged) return refuse('appointment.unknown');
      const { appointment: row, patient } = logged;
      const isKnown = patient?.erased === false;
      const events = isKnown ? ofDay : ofDay.map(withoutPatient);
      const renamings = isKnown ? logged.renamings : [];
      const booked = ofDay.find(
        ({ type, data }) => type === 'AppointmentBooked' && data.appointmentId === appointmentId,
      );
      const then = await directoryWhenBooked(
        { desk, sealedLog },
        { appointment: row, position: booked?.position ?? row.at, directory, signal: context.signal },
      );
      const setting = {
        date,
        doctorName: then.doctor?.name ?? unknownDoctor.name,
        sessionOf: (session: BookedSession | undefined) => shownSession(session, directory).session,
      };
      onHistoryRead(context, { appointmentId, patientId: row.patientId });
      return {
        body: {
          appointment: appointmentDetail(row, directory),
          whenBooked: whenBooked(row, then, directory),
          entries: storyOf({ events, refusals, renamings }, appointmentId, setting),
          refusalsLevel: isLevel,
          chainWhole: verifyChain(stored).length === 0,
          zone: directory.client(row.clientId)?.zone ?? defaultZone,
        },
      };
    },
  };
}

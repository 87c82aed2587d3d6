import { defaultZone } from '@dayline/contracts/clinic-time';
import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import { eventsByCategory } from '@dayline/contracts/events/table';
import { placeOfAppointment, streams } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/platform/event-log/port';
import type { CallContext } from '@dayline/platform/http/handler';
import { verifyChain } from '@dayline/platform/sealed-log/chain';
import type { SealedLog } from '@dayline/platform/sealed-log/open';
import type { Slice } from '../slices/answer.ts';
import { appointmentDetail } from '../slices/appointment-details.ts';
import { unknownDoctor } from '../slices/today.ts';
import { type DayEvent, storyOf } from './story.ts';

export interface StoryDeps {
  /** As stored: what the chain is checked on. */
  readonly eventLog: Pick<EventLog, 'readStream'>;
  /** In the clear: what the sentences are made of. */
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
  /** Told of each history that was read, by whom and of what; it must not throw and is not waited for. */
  readonly onHistoryRead: (context: CallContext, subject: Readonly<Record<string, string>>) => void;
}

const dayTypes: ReadonlySet<string> = new Set(eventsByCategory.doctorDay.map(({ type }) => type));
/** The border to the log: a day's stream holds the day's events alone, each checked by its schema when appended. */
const isDayEvent = (event: Recorded): event is Recorded & DayEvent => dayTypes.has(event.type);

/** "an appointment's story in plain sentences (who did what, when, what undid what; technical detail on demand)" */
export function storySlice({ eventLog, sealedLog, onHistoryRead }: StoryDeps): Slice<'getAppointmentStory'> {
  return {
    async getAppointmentStory({ appointmentId }, { desk, directory }, context) {
      const row = await desk.row('appointments', appointmentId);
      if (!row) return refuse('appointment.unknown');
      const { pocId, date } = placeOfAppointment(appointmentId);
      const stream = streams.doctorDay(pocId, date);
      const [opened, stored] = await Promise.all([sealedLog.readStream(stream), eventLog.readStream(stream)]);
      const doctorName = directory.doctor(pocId)?.name ?? unknownDoctor.name;
      const entries = storyOf(opened.filter(isDayEvent), appointmentId, { date, doctorName });
      onHistoryRead(context, { appointmentId });
      return {
        body: {
          appointment: appointmentDetail(row, directory),
          entries,
          chainWhole: verifyChain(stored).length === 0,
          zone: directory.client(row.clientId)?.zone ?? defaultZone,
        },
      };
    },
  };
}

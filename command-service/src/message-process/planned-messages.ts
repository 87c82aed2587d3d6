import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { queueRuleOf } from '@dayline/contracts/clinic/queue';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { statusTypes } from '@dayline/contracts/events/doctor-day';
import { presenceTypes } from '@dayline/contracts/events/doctor-day/presence';
import { doctorDayOf } from '@dayline/contracts/ids';
import { messageKinds, usualNextBefore } from '@dayline/contracts/patients/messages';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { ClientState } from '../client/client.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import { systemContext } from '../command-handler/system-context.ts';
import type { MessagesState } from '../message/message.ts';
import { idsInOrder } from './queue-now.ts';
import { dayOf, type MessageAggregates, visitIdOf, visitNow } from './visit-now.ts';

export interface MessageDeps {
  readonly aggregates: MessageAggregates;
  readonly log: Pick<SealedLog, 'readStream'>;
  readonly clock: Clock;
}

/** More changes of a visit's messages than happen while it is read. */
const maxReads = 10;

/**
 * Drops what is no longer right of a visit's messages, and plans what a change calls for. Returns all of them; null
 * without a visit.
 */
export async function settleMessages(
  { aggregates, log, clock }: MessageDeps,
  visitId: string,
  { change, by }: { readonly change: 'visit' | 'queue' | null; readonly by: CommandContext },
): Promise<MessagesState | null> {
  const stream = streams.message(visitId);
  const [setBack] = await log.readStream(streams.setBacks, { direction: 'backward', limit: 1 });
  const setBackAt = setBack ? Date.parse(setBack.metadata.recordedAt) : null;
  for (let reads = 0; reads < maxReads; reads += 1) {
    const basedOn = (await aggregates.messages.load(stream, 0)).state.events;
    const visit = await visitNow(aggregates, visitId, by.clientId);
    if (!visit) return null;
    const command = { kind: 'settle', visit, basedOn, now: clock.now(), change, setBackAt } as const;
    const outcome = await aggregates.messages.execute({ stream, command, context: undefined, by });
    if (!isRefusal(outcome)) return outcome.state;
    if (outcome.refused !== 'log.conflict') throw new Error(`${stream} could not be settled: ${outcome.refused}`);
  }
  throw new Error(`${stream} is contended`);
}

const visitTypes = [...statusTypes, 'AppointmentRescheduled', 'AppointmentReassigned', 'PlaceOffered'];
const isVisitType: ReadonlySet<string> = new Set(visitTypes);

/**
 * Plans the messages of each visit that is booked or changes, of each place that is offered, and of the patients whose
 * turn in a queue is soon. It looks at visits and queue as they are now, so handling an event again, or late, changes
 * nothing.
 */
export const plannedMessages = (deps: MessageDeps): FollowerTask<'messages'> => ({
  name: 'messages',
  types: [...visitTypes, ...presenceTypes],
  async handle(events) {
    const { aggregates, clock } = deps;
    for (const { id, type, data, metadata } of events) {
      const { clientId, correlationId } = metadata;
      const { state: client } = await aggregates.clients.load(streams.client(clientId));
      if (!client || messageKinds.every((kind) => !client.messages[kind])) continue;
      const appointmentId = String(data['appointmentId']);
      const by = (part: string): CommandContext => {
        const own = { commandId: derivedFrom(id, part), correlationId, causationId: id };
        return { ...systemContext({ clock, clientId }), ...own };
      };
      const visitId = isVisitType.has(type) ? await visitIdOf(aggregates, appointmentId) : null;
      if (visitId !== null) await settleMessages(deps, visitId, { change: 'visit', by: by('messages') });
      if (!client.messages.next) continue;
      for (const next of await nextVisits(deps, appointmentId, client)) {
        await settleMessages(deps, next, { change: 'queue', by: by(`queue of ${next}`) });
      }
    }
  },
});

/**
 * The visits that are among the next in the queue of an appointment's day, if that is today; with one more, who was if the
 * change is an undone call.
 */
async function nextVisits(
  { aggregates, clock }: MessageDeps,
  appointmentId: string,
  client: NonNullable<ClientState>,
): Promise<string[]> {
  const day = doctorDayOf(appointmentId);
  if (day.date !== clinicNow(clock.now(), client.zone).date) return [];
  const state = await dayOf(aggregates, day);
  const most = (client.messages.nextBefore ?? usualNextBefore) + 2;
  return idsInOrder(state, queueRuleOf(client))
    .slice(0, most)
    .map((id) => state.appointments.get(id)?.movedIn?.data.visitId ?? id);
}

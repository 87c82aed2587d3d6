import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { statusTypes } from '@dayline/contracts/events/doctor-day';
import { messageKinds } from '@dayline/contracts/patients/messages';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import { systemContext } from '../command-handler/system-context.ts';
import type { MessagesState } from '../message/message.ts';
import { type MessageAggregates, visitIdOf, visitNow } from './visit-now.ts';

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
  { isChange, by }: { readonly isChange: boolean; readonly by: CommandContext },
): Promise<MessagesState | null> {
  const stream = streams.message(visitId);
  const [setBack] = await log.readStream(streams.setBacks, { direction: 'backward', limit: 1 });
  const setBackAt = setBack ? Date.parse(setBack.metadata.recordedAt) : null;
  for (let reads = 0; reads < maxReads; reads += 1) {
    const basedOn = (await aggregates.messages.load(stream, 0)).state.events;
    const visit = await visitNow(aggregates, visitId, by.clientId);
    if (!visit) return null;
    const command = { kind: 'settle', visit, basedOn, now: clock.now(), isChange, setBackAt } as const;
    const outcome = await aggregates.messages.execute({ stream, command, context: undefined, by });
    if (!isRefusal(outcome)) return outcome.state;
    if (outcome.refused !== 'log.conflict') throw new Error(`${stream} could not be settled: ${outcome.refused}`);
  }
  throw new Error(`${stream} is contended`);
}

/**
 * Plans the messages of each visit that is booked or changes, and of each place that is offered. It looks at the visit as
 * it is now, so handling an event again, or late, changes nothing.
 */
export const plannedMessages = (deps: MessageDeps): FollowerTask<'messages'> => ({
  name: 'messages',
  types: [...statusTypes, 'AppointmentRescheduled', 'AppointmentReassigned', 'PlaceOffered'],
  async handle(events) {
    const { aggregates, clock } = deps;
    for (const { id, data, metadata } of events) {
      const { clientId, correlationId } = metadata;
      const { state: client } = await aggregates.clients.load(streams.client(clientId));
      if (!client || messageKinds.every((kind) => !client.messages[kind])) continue;
      const visitId = await visitIdOf(aggregates, String(data['appointmentId']));
      if (visitId === null) continue;
      const own = { commandId: derivedFrom(id, 'messages'), correlationId, causationId: id };
      const by = { ...systemContext({ clock, clientId }), ...own };
      await settleMessages(deps, visitId, { isChange: true, by });
    }
  },
});

import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { CommandHandlers } from '@dayline/http/handler';
import type { CommandContext } from '../command-handler/command-context.ts';
import { type Changed, plainReply } from '../command-handler/plain-reply.ts';
import { type MessageAggregates, visitIdOf } from './visit-now.ts';

/** @public */
export interface StopMessage {
  /** Any appointment of the visit. */
  readonly appointmentId: string;
  readonly messageId: number;
}

/** Stops planned messages. */
export const stopCommands = ({ aggregates }: { readonly aggregates: MessageAggregates }) => ({
  async stopMessage({ appointmentId, messageId }: StopMessage, by: CommandContext): Promise<Changed | Refusal> {
    const visitId = await visitIdOf(aggregates, appointmentId);
    if (visitId === null) return refuse('appointment.unknown');
    const command = { kind: 'stop', messageId } as const;
    const stream = streams.message(visitId);
    const outcome = await aggregates.messages.execute({ stream, command, context: undefined, by });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  },
});

export const stopCalls = (commands: ReturnType<typeof stopCommands>): Pick<CommandHandlers, 'stopMessage'> => ({
  stopMessage: async (request, by) => plainReply(await commands.stopMessage(request, by), 'Message stopped.'),
});

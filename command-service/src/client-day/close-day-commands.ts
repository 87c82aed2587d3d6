import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { DeskTakings } from '@dayline/contracts/clinic/takings';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { isInLog, notInLog } from '@dayline/contracts/ids';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { CommandHandlers } from '@dayline/http/handler';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Views } from '../views/views.ts';
import type { CloseDay, clientDay } from './client-day.ts';

export interface CloseDayDeps {
  readonly aggregates: ClientAggregate & { readonly clientDays: HandlerOf<typeof clientDay> };
  /** Used to refuse a position that the log doesn't have at once. */
  readonly log?: Pick<SealedLog, 'head'> | undefined;
  /** Required to close a day. */
  readonly takings?: Views['takings'] | undefined;
}

export interface DayClosing {
  readonly position: string | null;
  readonly at: string;
  readonly totals: DeskTakings[];
}

type CloseDayCommands = ReturnType<typeof closeDayCommands>;

/** The close of a clinic day, with the takings that the server finds in the views. */
export const closeDayCommands = ({ aggregates, takings, log }: CloseDayDeps) => ({
  async closeDay(
    request: Omit<CloseDay, 'kind' | 'today' | 'taken'>,
    by: CommandContext,
  ): Promise<DayClosing | Refusal> {
    const { clientId } = by;
    if (log && !isInLog(request.position, await log.head())) return refuse('request.invalid', notInLog('position'));
    const { state: client } = await aggregates.clients.load(streams.client(clientId));
    const zone = client?.zone ?? defaultZone;
    const dayTakings = (await takings?.({ clientId, date: request.date, zone }, request.position)) ?? null;
    // The views have been rebuilt or set back since they were shown.
    if (dayTakings === null) return refuse('views.behind');
    const outcome = await aggregates.clientDays.execute({
      stream: streams.clientDay(clientId, request.date),
      command: { kind: 'close', ...request, today: clinicDate(by.now, zone), taken: dayTakings },
      context: undefined,
      by,
    });
    if (isRefusal(outcome)) return outcome;
    // On a retry: the close as it was recorded the first time.
    const [closeEvent] = outcome.events;
    if (closeEvent?.type !== 'DayClosed') throw new Error('A day was closed without its event.');
    return { position: outcome.position, at: closeEvent.metadata.recordedAt, totals: closeEvent.data.totals };
  },
});

export const closeDayCalls = (commands: CloseDayCommands): Pick<CommandHandlers, 'closeDay'> => ({
  async closeDay({ day: date, position, closings, countedCash }, by) {
    const result = await commands.closeDay({ date, position, closings, countedCash }, by);
    if (isRefusal(result)) return result;
    return { body: { success: true, message: 'Day closed.', ...result }, position: result.position };
  },
});

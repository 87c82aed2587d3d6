import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { call, newIntentKey } from '../../../shared/api/client.ts';
import { type BlockCommand, type Booking, inOrder } from '../rules.ts';
import { availabilityText as text } from '../text.ts';
import { refreshDoctor } from './refresh.ts';

export interface BlockOutcome {
  /** The server's message for the last date that was changed. */
  message: string | undefined;
  done: readonly string[];
  /** The dates among `done` that were already blocked this way. */
  unchanged: readonly string[];
  /** The position of the last date that was changed; null if none was. */
  position: string | null;
  failed: readonly { date: string; reason: string }[];
  /** The bookings that stay, from the replies. */
  keptBookings: readonly Booking[];
  /** Whether whole days were blocked. */
  wholeDays: boolean;
  /** Precedes the bookings that stay, if nothing was blocked. */
  lead?: string;
}

/**
 * Sends one command per date, in order, each with its own key; failures are shown with their reasons, and the rest
 * continues.
 */
export function useBlocking(pocId: string) {
  const client = useQueryClient();
  // A retry after a lost response is the same intent, so it keeps its key.
  const keys = useRef(new Map<string, string>());
  const [isSending, setSending] = useState(false);

  const send = async (command: BlockCommand) => {
    const intent = JSON.stringify(command);
    const key = keys.current.get(intent) ?? newIntentKey();
    keys.current.set(intent, key);
    const reply = await (command.call === 'blockDay'
      ? call('blockDay', command.request, { key })
      : call('blockSlots', command.request, { key }));
    keys.current.delete(intent);
    return reply;
  };

  const block = async (commands: readonly BlockCommand[]): Promise<BlockOutcome> => {
    const doneDates: string[] = [];
    const unchangedDates: string[] = [];
    let position: string | null = null;
    const failures: { date: string; reason: string }[] = [];
    const keptBookings: Booking[] = [];
    let message: string | undefined;
    setSending(true);
    for (const command of commands) {
      const { date } = command;
      try {
        const reply = await send(command);
        doneDates.push(date);
        if (reply.position === null) unchangedDates.push(date);
        else ({ position, message } = reply);
        keptBookings.push(...reply.appointments.map((appointment) => ({ ...appointment, date })));
      } catch (error) {
        failures.push({ date, reason: failureText(error, text.updateFailed) });
        if (isSessionOver(error)) break;
      }
    }
    setSending(false);
    refreshDoctor(client, pocId);
    const wholeDays = commands.every((command) => command.call === 'blockDay');
    return {
      message,
      done: doneDates,
      unchanged: unchangedDates,
      wholeDays,
      position,
      failed: failures,
      keptBookings: keptBookings.sort(inOrder),
    };
  };
  return { block, isSending };
}

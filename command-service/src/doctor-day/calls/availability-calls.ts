import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { slotOf } from '@dayline/contracts/ids';
import { replyWords } from '@dayline/contracts/words/replies';
import type { CommandHandlers, Reply } from '@dayline/http/handler';
import { doneWords, plainReply } from '../../command-handler/plain-reply.ts';
import type { AvailabilityCommands, Blocked } from '../hours/availability-commands.ts';

type Calls = 'blockDay' | 'blockSlots' | 'unblockSlot' | 'unblockSlotById' | 'setDayHours' | 'clearDayHours';

/** The calls that block and unblock a doctor's day, or set hours of a date. */
export function availabilityCalls(commands: AvailabilityCommands): Pick<CommandHandlers, Calls> {
  return {
    blockDay: async ({ pocId, date, reason }, by) => {
      const blocked = await commands.blockDay({ pocId, date, reason: reason || null }, by);
      return blockReply(blocked, replyWords.blockDay(by.actor.kind));
    },

    blockSlots: async ({ pocId, date, timings, reason }, by) => {
      const blocked = await commands.blockSlots({ pocId, date, times: timings, reason: reason || null }, by);
      return blockReply(blocked, replyWords.blockSlots(by.actor.kind));
    },

    setDayHours: async ({ reason, ...hours }, by) => {
      const set = await commands.setDayHours({ ...hours, reason: reason || null }, by);
      return blockReply(set, replyWords.setDayHours(by.actor.kind));
    },

    clearDayHours: async (day, by) =>
      blockReply(await commands.clearDayHours(day, by), replyWords.clearDayHours(by.actor.kind)),

    unblockSlot: async ({ pocId, date, time }, by) => {
      if (!time) return plainReply(await commands.unblockDay({ pocId, date }, by), 'Slot unblocked successfully.');
      const unblocked = await commands.unblockSlots({ pocId, date, times: [time] }, by);
      return plainReply(unblocked, 'Time slot unblocked successfully.');
    },

    unblockSlotById: async ({ slotId }, by) => {
      const { time, ...day } = slotOf(slotId);
      return plainReply(await commands.unblockSlots({ ...day, times: [time] }, by), 'Slot unblocked successfully.');
    },
  };
}

function blockReply(blocked: Blocked | Refusal, message: string): Reply<ResponseOf<'blockDay'>> | Refusal {
  if (isRefusal(blocked)) return blocked;
  const { position, bookings } = blocked;
  const appointments = bookings.map(({ appointmentId, time, patientName }) => ({ appointmentId, time, patientName }));
  return { body: { success: true, message: doneWords(position, message), position, appointments }, position };
}

import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import { placeOfSlot } from '@dayline/contracts/ids';
import type { CommandHandlers, Reply } from '@dayline/platform/http/handler';
import type { Commands } from '../commands.ts';
import type { Blocked } from './availability.ts';
import { plainReply, signedIn } from './signed-in.ts';

type Calls = 'blockDay' | 'blockSlots' | 'unblockSlot' | 'unblockSlotById' | 'updateSchedule';

/** The specification's sentences (section 8): the admin's speaks of the doctor, the doctor's doesn't. */
const blockedMessage = ({ kind }: Actor): string =>
  kind === 'doctor' ? 'Availability updated successfully!' : "Doctor's availability has been updated successfully.";

/** The calls about a doctor's days and week. */
export function availabilityCalls(commands: Commands): Pick<CommandHandlers, Calls> {
  return {
    blockDay: ({ pocId, date, reason }, call) =>
      signedIn(call, async (by) => {
        const blocked = await commands.blockDay({ pocId, date, reason: reason || null }, by);
        return blockReply(blocked, blockedMessage(by.actor));
      }),

    blockSlots: ({ pocId, date, timings, reason }, call) =>
      signedIn(call, async (by) => {
        const blocked = await commands.blockSlots({ pocId, date, times: timings, reason: reason || null }, by);
        return blockReply(blocked, blockedMessage(by.actor));
      }),

    unblockSlot: ({ pocId, date, time }, call) =>
      signedIn(call, async (by) => {
        if (!time) return plainReply(await commands.unblockDay({ pocId, date }, by), 'Slot unblocked successfully.');
        const unblocked = await commands.unblockSlots({ pocId, date, times: [time] }, by);
        return plainReply(unblocked, 'Time slot unblocked successfully.');
      }),

    unblockSlotById: ({ slotId }, call) =>
      signedIn(call, async (by) => {
        const { time, ...day } = placeOfSlot(slotId);
        return plainReply(await commands.unblockSlots({ ...day, times: [time] }, by), 'Slot unblocked successfully.');
      }),

    updateSchedule: ({ schedule }, call) =>
      signedIn(call, async (by) => {
        // The schema has seen that there is an entry, and that all are of one doctor.
        const pocId = schedule[0]?.pocId ?? '';
        const week = schedule
          .filter(({ timeIntervals }) => timeIntervals.length > 0)
          .map(({ day, timeIntervals }) => ({ day, timeIntervals }));
        return plainReply(await commands.setWeeklySchedule({ pocId, week }, by), 'Schedule updated successfully');
      }),
  };
}

function blockReply(blocked: Blocked | Refusal, message: string): Reply<ResponseOf<'blockDay'>> | Refusal {
  if (isRefusal(blocked)) return blocked;
  const { position, bookings } = blocked;
  const appointments = bookings.map(({ appointmentId, time, patientName }) => ({ appointmentId, time, patientName }));
  return { body: { success: true, message, position, appointments }, position };
}

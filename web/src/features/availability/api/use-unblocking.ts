import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '../../../shared/actions/act.ts';
import { toastError } from '../../../shared/actions/toast.ts';
import { failureText } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/client.ts';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import type { BlockedSlot } from '../rules.ts';
import { availabilityText as text } from '../text.ts';
import { refreshDoctor } from './refresh.ts';

/** "Clicking a blocked date or slot asks for confirmation … and then unblocks it" (section 4). */
export function useUnblocking(pocId: string | undefined) {
  const client = useQueryClient();
  const { act } = useAct();

  const carryOut = async (
    send: () => Promise<{ message: string; position: string | null }>,
    detail: string,
    failure: string,
  ) => {
    await act({
      send,
      done: ({ message }) => ({ message, detail }),
      failed: (error) => ({ message: failureText(error, failure), detail }),
    });
    if (pocId) refreshDoctor(client, pocId);
  };

  const unblockDate = async (date: string): Promise<void> => {
    if (!(pocId && date)) return void toastError(text.missingForUnblocking);
    const isConfirmed = await confirm({
      title: text.unblockDate,
      message: text.everySlotAgain(shortWeekdayAndDate(date)),
      actionLabel: text.unblock,
    });
    if (isConfirmed) {
      await carryOut(() => call('unblockSlot', { pocId, date }), shortWeekdayAndDate(date), text.unblockFailed);
    }
  };

  const askTime = (date: string, time: string): Promise<boolean> =>
    confirm({
      title: text.unblockTime,
      message: text.timeAgain(clockTime(time), shortWeekdayAndDate(date)),
      actionLabel: text.unblock,
    });

  const unblockTime = async (date: string, time: string): Promise<void> => {
    if (!(pocId && date && time)) return void toastError(text.missingForUnblocking);
    if (!(await askTime(date, time))) return;
    const where = `${shortWeekdayAndDate(date)}, ${clockTime(time)}`;
    await carryOut(() => call('unblockSlot', { pocId, date, time }), where, text.unblockTimeFailed);
  };

  const unblockSlot = async (slot: BlockedSlot): Promise<void> => {
    const { slot_id: slotId, schedule_date: date, start_time: time } = slot;
    if (!slotId) return void toastError(text.invalidSlot);
    if (!(await askTime(date, time))) return;
    await carryOut(
      () => call('unblockSlotById', { slotId }),
      `${shortWeekdayAndDate(date)}, ${clockTime(time)}`,
      text.unblockFailed,
    );
  };
  return { unblockDate, unblockTime, unblockSlot };
}

import type { HoursPreview } from '@dayline/contracts/endpoints/hours-preview';
import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '../../../shared/actions/act.ts';
import { showDone, toastError } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { callOptions } from '../../../shared/api/hooks.ts';
import { useCallsAction } from '../../../shared/appointments/calls/calls-to-make.ts';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { DayPreview } from '../components/day-preview.tsx';
import { type Day, type Draft, requestAsUsual, requestOf, requestOfDay } from '../rules.ts';
import { calendarText as text } from '../text.ts';

/** Sets and removes hospital days. */
export function useDays() {
  const { clientId, zone } = useIdentity();
  const today = useClinicDay(zone);
  const client = useQueryClient();
  const { act } = useAct();
  const callsAction = useCallsAction();
  const refetch = ['listHospitalDays'] as const;

  /**
   * A changed day is set before the former one is removed, so that one of them always applies.
   * @param outside the visits that are then outside the hours
   */
  async function save(draft: Draft, former: Day | undefined, outside: HoursPreview['visits']): Promise<void> {
    const name = draft.name.trim();
    const reply = await call('setHospitalDay', { ...requestOf(draft, clientId), name });
    // Nothing appended: an equal day exists, perhaps the former one.
    const isNew = reply.position !== null;
    showDone(reply, { message: text.saved(name), ...callsAction(outside) });
    if (isNew && former && former.liftedFrom === null) {
      try {
        await call('liftHospitalDay', { clientId, dayId: former.dayId });
      } catch {
        toastError(text.formerStays(former.name));
      }
    }
    // Refetched in case the socket is down.
    void client.invalidateQueries({ queryKey: refetch });
  }

  const restore = (day: Day): Promise<void> =>
    act({
      send: () => call('setHospitalDay', requestOfDay(day, clientId, today)),
      failed: text.saveFailed,
      refetch,
    });

  /** Asks for confirmation if a visit would be outside the hours; otherwise removes it at once, with an undo. */
  const remove = (day: Day): Promise<void> =>
    act({
      send: async () => {
        const { name, dayId } = day;
        const options = callOptions(client, 'previewHospitalDay', { clientId, lift: dayId });
        const { body: preview } = await client.fetchQuery({ ...options, staleTime: 0 });
        const { visits, blocks, addedSlots } = preview;
        const question = {
          title: text.liftTitle(name),
          message: <DayPreview preview={preview} />,
          actionLabel: text.liftAnyway,
        };
        if (visits.count + blocks.count > 0 && !(await confirm(question))) return undefined;
        const { position } = await call('liftHospitalDay', { clientId, dayId });
        return { position, places: addedSlots.places };
      },
      done: ({ places }) => ({
        message: text.lifted(day.name),
        ...(places > 0 && { detail: text.capacityAdded(places) }),
        action: { name: text.undo, perform: () => void restore(day) },
      }),
      failed: text.liftFailed,
      refetch,
    });

  /** A date takes precedence over a rule: the whole day is open on it. */
  const openAsUsual = (day: Day, date: string): Promise<void> =>
    act({
      send: () => call('setHospitalDay', requestAsUsual(day, date, clientId)),
      done: () => ({ message: text.opened(shortWeekdayAndDate(date)) }),
      failed: text.saveFailed,
      refetch,
    });

  return { save, remove, openAsUsual };
}

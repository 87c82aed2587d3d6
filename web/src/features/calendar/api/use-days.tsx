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

/** Sets and lifts the hospital's days. */
export function useDays() {
  const { clientId, zone } = useIdentity();
  const today = useClinicDay(zone);
  const client = useQueryClient();
  const { act } = useAct();
  const callsAction = useCallsAction();
  const refetch = ['listHospitalDays'] as const;

  /**
   * The place of a changed day is taken by the new one before it is lifted: no moment is without either.
   * @param outside the visits that are outside the hours then
   */
  async function save(draft: Draft, former: Day | undefined, outside: HoursPreview['visits']): Promise<void> {
    const name = draft.name.trim();
    const reply = await call('setHospitalDay', { ...requestOf(draft, clientId), name });
    // Nothing appended: a day that says the same is there, perhaps the former one.
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

  /** Asks first if anybody would be outside the hours; else it is done at once, and can be undone. */
  const lift = (day: Day): Promise<void> =>
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

  /** A date comes before a rule: the whole day is open on it. */
  const openAsUsual = (day: Day, date: string): Promise<void> =>
    act({
      send: () => call('setHospitalDay', requestAsUsual(day, date, clientId)),
      done: () => ({ message: text.opened(shortWeekdayAndDate(date)) }),
      failed: text.saveFailed,
      refetch,
    });

  return { save, lift, openAsUsual };
}

import type { Rehearsal } from '@dayline/contracts/endpoints/rehearsal';
import { useQueryClient } from '@tanstack/react-query';
import { showDone, showToast, toastError } from '../../../shared/actions/toast.ts';
import { CallError, isSessionOver } from '../../../shared/api/call-error.ts';
import { callOptions, useCommand } from '../../../shared/api/hooks.ts';
import { useCallsAction } from '../../../shared/appointments/calls/calls-to-make.ts';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Rehearsed } from '../components/rehearsed.tsx';
import { type Day, type Draft, requestAsUsual, requestOf, requestOfDay } from '../rules.ts';
import { calendarText as text } from '../text.ts';

/** Sets and lifts the hospital's days. */
export function useDays() {
  const { clientId, zone } = useIdentity();
  const today = useClinicDay(zone);
  const client = useQueryClient();
  const { mutateAsync: set } = useCommand('setHospitalDay');
  const { mutateAsync: liftOne } = useCommand('liftHospitalDay');
  const callsAction = useCallsAction();
  // Without the socket too.
  const refetch = () => void client.invalidateQueries({ queryKey: ['listHospitalDays'] });

  /**
   * The place of a changed day is taken by the new one before it is lifted: no moment is without either.
   * @param outside the visits that are outside the hours then
   */
  async function save(draft: Draft, former: Day | undefined, outside: Rehearsal['visits']): Promise<void> {
    const name = draft.name.trim();
    const reply = await set({ request: { ...requestOf(draft, clientId), name } });
    // Nothing appended: a day that says the same is there, perhaps the former one.
    const isNew = reply.position !== null;
    showDone(reply, { message: text.saved(name), ...callsAction(outside) });
    if (isNew && former && former.liftedFrom === null) {
      try {
        await liftOne({ request: { clientId, dayId: former.dayId } });
      } catch {
        toastError(text.formerStays(former.name));
      }
    }
    refetch();
  }

  async function restore(day: Day): Promise<void> {
    try {
      await set({ request: requestOfDay(day, clientId, today) });
    } catch (error) {
      sayFailed(error, text.saveFailed);
    }
    refetch();
  }

  /** Asks first if anybody would be outside the hours; else it is done at once, and can be undone. */
  async function lift(day: Day): Promise<void> {
    const { name, dayId } = day;
    try {
      const asked = await client.fetchQuery({
        ...callOptions(client, 'rehearseCalendar', { clientId, lift: dayId }),
        staleTime: 0,
      });
      const { visits, blocks } = asked.body;
      const question = {
        title: text.liftTitle(name),
        message: <Rehearsed rehearsal={asked.body} />,
        actionLabel: text.liftAnyway,
      };
      if (visits.count + blocks.count > 0 && !(await confirm(question))) return;
      const reply = await liftOne({ request: { clientId, dayId } });
      const undo = { name: text.undo, perform: () => void restore(day) };
      const { places } = asked.body.comes;
      showDone(reply, {
        message: text.lifted(name),
        ...(places > 0 ? { detail: text.comes(places) } : {}),
        action: undo,
      });
    } catch (error) {
      sayFailed(error, text.liftFailed);
    }
    refetch();
  }

  /** A date comes before a rule: the whole day is open on it. */
  async function openAsUsual(day: Day, date: string): Promise<void> {
    try {
      const reply = await set({ request: requestAsUsual(day, date, clientId) });
      showDone(reply, { message: text.opened(shortWeekdayAndDate(date)) });
    } catch (error) {
      sayFailed(error, text.saveFailed);
    }
    refetch();
  }

  return { save, lift, openAsUsual };
}

/** An ended session goes to sign-in, and returns here. */
function sayFailed(error: unknown, message: string): void {
  if (isSessionOver(error)) return;
  showToast({ kind: 'error', message, ...(error instanceof CallError ? { detail: error.message } : {}) });
}

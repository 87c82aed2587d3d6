import type { Week, Weekday } from '@dayline/contracts/clinic/schedule';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../../shared/actions/toast.ts';
import { CallError, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { shortDate } from '../../../shared/format/time.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { bothChanged, mergedWeek, type Versions } from '../merge.ts';
import { scheduleText as text } from '../text.ts';
import { type Base, inForce, type useEdit } from './use-edit.ts';

/** What somebody else saved meanwhile, where both changed a day. */
export interface Conflict {
  versions: Versions;
  revision: number;
  by: readonly string[];
  days: readonly Weekday[];
}

/** Saves and withdraws weeks, so that nobody's change is lost. `onSaved` is called after each save. */
export function useSave(
  pocId: string,
  { edit, setEdit, replaceSaved, isNew, followedFrom }: ReturnType<typeof useEdit>,
  onSaved: () => void,
) {
  const client = useQueryClient();
  const update = useCommand('updateSchedule');
  const withdrawal = useCommand('withdrawWeek');
  const [conflict, setConflict] = useState<Conflict | null>(null);

  /** @param kept whose changes of the week it contains besides */
  const send = async (week: Week, { revision, week: read }: Base, kept: readonly string[] = []): Promise<void> => {
    const when = edit.from === null ? {} : { from: edit.from, ...(isNew && edit.name ? { name: edit.name } : {}) };
    try {
      const schedule = week.map((day) => ({ pocId, ...day }));
      const { position } = await update.mutateAsync({ request: { schedule, revision, ...when } });
      await client.invalidateQueries({ queryKey: ['listWeeks'] });
      // Without a position the week it follows says the same, and goes on.
      replaceSaved(edit, { ...inForce, from: position === null ? followedFrom : edit.from });
      setConflict(null);
      onSaved();
      showToast({ message: text.updated, ...(kept.length === 0 ? {} : { detail: text.keptToo(kept) }) });
    } catch (error) {
      const changed = error instanceof CallError && error.code === 'schedule.changed' && error.details.schedule;
      if (changed) await merge({ base: read, mine: week, theirs: changed.week }, changed);
      else sayFailed(error, (failed) => failed.details.fields?.[0]?.message);
    }
  };
  /** "the page merges by day and asks only where both changed the same day" */
  const merge = async (versions: Versions, { revision, by }: Pick<Conflict, 'revision' | 'by'>) => {
    const days = bothChanged(versions);
    if (days.length > 0) setConflict({ versions, revision, by, days });
    else await send(mergedWeek(versions, []), { revision, week: versions.theirs }, by);
  };

  return {
    send,
    conflict,
    /** @param theirDays the days of the other's that hold */
    settle: ({ versions, revision, by }: Conflict, theirDays: readonly Weekday[]) =>
      send(mergedWeek(versions, theirDays), { revision, week: versions.theirs }, by),
    keepEditing: () => setConflict(null),
    saving: update.isPending,
    async withdraw(from: string, revision: number) {
      const title = text.withdrawQuestion(shortDate(from));
      if (!(await confirm({ title, actionLabel: text.withdraw, destructive: true }))) return;
      try {
        await withdrawal.mutateAsync({ request: { pocId, from, revision } });
        setEdit(inForce);
        showToast({ message: text.withdrawn });
      } catch (error) {
        sayFailed(error, ({ message }) => message);
      }
      await client.invalidateQueries({ queryKey: ['listWeeks'] });
    },
  };
}

/** An ended session goes to sign-in, and returns here. */
function sayFailed(error: unknown, detailOf: (failed: CallError) => string | undefined): void {
  if (isSessionOver(error)) return;
  const detail = error instanceof CallError ? detailOf(error) : undefined;
  showToast({ kind: 'error', message: text.failedToUpdate, ...(detail === undefined ? {} : { detail }) });
}

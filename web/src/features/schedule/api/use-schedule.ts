import { type Week, type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { showToast, toastError } from '../../../shared/actions/toast.ts';
import { CallError, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCall, useCommand } from '../../../shared/api/hooks.ts';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import {
  changeCount,
  type DraftInterval,
  type DraftWeek,
  draftWeek,
  type Fault,
  faultsOf,
  nextInterval,
  overlapsOf,
  weekOf,
} from '../rules.ts';
import { scheduleText as text } from '../text.ts';

const noWeek: Week = [];

/** The edited week on top of the saved one, and its commands. Without a doctor nothing is loaded. */
export function useSchedule(pocId: string | undefined) {
  const client = useQueryClient();
  const query = useCall('getSchedule', { pocId: pocId ?? '' }, { enabled: pocId !== undefined });
  const update = useCommand('updateSchedule');
  const [edited, setEdited, replaceSaved] = useKeptDraft<DraftWeek | null>(`schedule ${pocId ?? ''}`, null);
  const [tried, setTried] = useState(0);
  const made = useRef(0);
  const savedWeek = query.data ?? noWeek;
  const saved = useMemo(() => draftWeek(savedWeek), [savedWeek]);
  const draft = edited ?? saved;
  const changes = changeCount(draft, saved);
  // Before the first try to save only overlaps are shown: unfinished input isn't wrong yet.
  const faults: Fault[] = tried > 0 ? faultsOf(draft) : overlapsOf(draft);

  const failed = query.isError && query.data === undefined;
  useEffect(() => {
    if (failed) toastError(text.failedToFetch);
  }, [failed]);

  const changeDay = (day: Weekday, intervals: readonly DraftInterval[]) => setEdited({ ...draft, [day]: intervals });
  const newId = () => {
    made.current += 1;
    return `new-${Date.now()}-${made.current}`;
  };
  const save = async (): Promise<Fault | undefined> => {
    if (pocId === undefined) {
      toastError(text.noDoctorToSave);
      return undefined;
    }
    const week = weekOf(draft);
    const [fault] = faultsOf(draft);
    setTried((count) => count + 1);
    if (week.length === 0) showToast({ kind: 'warning', message: text.nothingToSave });
    if (fault || week.length === 0) return fault;
    try {
      await update.mutateAsync({ request: { schedule: week.map((day) => ({ pocId, ...day })) } });
      await client.invalidateQueries({ queryKey: ['getSchedule'] });
      replaceSaved(edited, null);
      setTried(0);
      showToast({ message: text.updated });
    } catch (error) {
      // An ended session goes to sign-in, and returns here.
      if (isSessionOver(error)) return undefined;
      const detail = error instanceof CallError ? error.details.fields?.[0]?.message : undefined;
      showToast({ kind: 'error', message: text.failedToUpdate, ...(detail === undefined ? {} : { detail }) });
    }
    return undefined;
  };
  const reset = async () => {
    if (pocId === undefined) {
      toastError(text.noDoctorToReset);
      return;
    }
    if (changes > 0 && !(await confirm({ title: text.discard, actionLabel: text.reset, destructive: true }))) return;
    setEdited(null);
    setTried(0);
    await query.refetch();
  };
  return {
    query,
    saved,
    savedWeek,
    draft,
    changes,
    faults,
    saving: update.isPending,
    save,
    reset,
    add: (day: Weekday) => {
      const interval = nextInterval(draft[day], newId());
      changeDay(day, [...draft[day], interval]);
      return interval.id;
    },
    remove: (day: Weekday, id: string) =>
      changeDay(
        day,
        draft[day].filter((one) => one.id !== id),
      ),
    change: (day: Weekday, id: string, fields: Partial<DraftInterval>) =>
      changeDay(
        day,
        draft[day].map((one) => (one.id === id ? { ...one, ...fields } : one)),
      ),
    copy: (from: Weekday, to: readonly Weekday[]) =>
      setEdited(
        Object.fromEntries(
          weekdays.map((day) => [
            day,
            to.includes(day) ? draft[from].map((interval) => ({ ...interval, id: newId() })) : draft[day],
          ]),
        ) as Record<Weekday, DraftInterval[]>,
      ),
  };
}

export type Schedule = ReturnType<typeof useSchedule>;

import { type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { useEffect, useMemo, useRef, useState } from 'react';
import { showToast, toastError } from '../../../shared/actions/toast.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { isClosedOn } from '../../../shared/hours/hours-words.ts';
import { type DraftInterval, nextInterval } from '../../../shared/hours/interval.ts';
import { refusedHours } from '../../../shared/hours/refused-hours.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import {
  branchesIn,
  changeCount,
  type DraftWeek,
  draftWeek,
  type Fault,
  faultsOf,
  overlapsOf,
  weekOf,
} from '../rules.ts';
import { scheduleText as text } from '../text.ts';
import { inForce, useEdit } from './use-edit.ts';
import { useSave } from './use-save.ts';

/**
 * The edited weekly hours on top of the saved ones, and their commands. Without a doctor nothing is loaded.
 * @param onFault gets the first fault that keeps the hours from being saved
 */
export function useSchedule(pocId: string | undefined, onFault: (fault: Fault) => void) {
  const ofDoctor = [{ pocId: pocId ?? '' }, { enabled: pocId !== undefined }] as const;
  const query = useCall('listWeeks', ...ofDoctor);
  const closures = useCall('listClosures', ...ofDoctor).data ?? [];
  const editing = useEdit(pocId, query.data);
  const { edit, setEdit, base } = editing;
  const [attempts, setAttempts] = useState(0);
  /** The server's refusals, until the hours are changed. */
  const [serverFaults, setServerFaults] = useState<readonly Fault[]>([]);
  const { trySave, withdraw, ...saving } = useSave(pocId ?? '', editing, {
    onSaved: () => setAttempts(0),
    onRefused(fields, week) {
      const found = refusedHours(fields, week, (day) => (day ? draft[day] : []));
      const faults = found.flatMap(({ day, ...fault }) => (day ? [{ day, ...fault }] : []));
      setServerFaults(faults);
      const [first] = faults;
      if (first) onFault(first);
      return first !== undefined;
    },
  });
  const savedWeek = useMemo(() => draftWeek(base.week), [base.week]);
  const draft = edit.draft ?? savedWeek;
  const changes = changeCount(draft, savedWeek);
  // Before the first attempt to save only overlaps are shown: unfinished input isn't wrong yet.
  const draftFaults = attempts > 0 ? faultsOf(draft) : overlapsOf(draft);
  const faults = draftFaults.length > 0 ? draftFaults : serverFaults;

  const failed = query.isError && query.data === undefined;
  useEffect(() => {
    if (failed) toastError(text.failedToFetch);
  }, [failed]);

  const save = async (): Promise<void> => {
    if (pocId === undefined) return void toastError(text.noDoctorToSave);
    const week = weekOf(draft);
    const [fault] = faultsOf(draft);
    setAttempts((count) => count + 1);
    if (week.length === 0) showToast({ kind: 'warning', message: text.nothingToSave });
    if (fault) onFault(fault);
    else if (week.length > 0) await trySave(week, base);
  };
  const mayLeave = async () =>
    changes === 0 || (await confirm({ title: text.discard, actionLabel: text.reset, destructive: true }));
  const reset = async () => {
    if (pocId === undefined) {
      toastError(text.noDoctorToReset);
      return;
    }
    if (!(await mayLeave())) return;
    setEdit({ ...edit, draft: null, base: null });
    setAttempts(0);
    await query.refetch();
  };
  /** @param from the first day of the weekly hours to edit; null means those in force */
  const choose = async (from: string | null, name: string | null = null) => {
    if (from === edit.from || !(await mayLeave())) return;
    setEdit({ ...inForce, from, name });
    setAttempts(0);
  };
  return {
    ...editing,
    ...saving,
    query,
    saved: savedWeek,
    savedWeek: base.week,
    places: query.data?.places,
    isClosed: (date: string, branchId: string) => isClosedOn(closures, date, { branchId, branches: branchesIn(draft) }),
    draft,
    changes,
    faults,
    save,
    reset,
    choose,
    withdraw: (from: string) => withdraw(from, query.data?.revision ?? -1),
    ...useChanges(draft, (week) => {
      setServerFaults([]);
      setEdit({ ...edit, draft: week, base });
    }),
  };
}

/** Functions that change the edited weekly hours. */
function useChanges(draft: DraftWeek, changeTo: (week: DraftWeek) => void) {
  const lastId = useRef(0);
  const newId = () => {
    lastId.current += 1;
    return `new-${Date.now()}-${lastId.current}`;
  };
  const changeDay = (day: Weekday, intervals: readonly DraftInterval[]) => changeTo({ ...draft, [day]: intervals });
  return {
    add: (day: Weekday) => {
      const interval = nextInterval(draft[day], newId());
      changeDay(day, [...draft[day], interval]);
      return interval.id;
    },
    remove: (day: Weekday, id: string) =>
      changeDay(
        day,
        draft[day].filter((interval) => interval.id !== id),
      ),
    change: (day: Weekday, id: string, fields: Partial<DraftInterval>) =>
      changeDay(
        day,
        draft[day].map((interval) => (interval.id === id ? { ...interval, ...fields } : interval)),
      ),
    copy: (from: Weekday, to: readonly Weekday[]) =>
      changeTo(
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

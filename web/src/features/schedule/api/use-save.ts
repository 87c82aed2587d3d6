import type { Week, Weekday } from '@dayline/contracts/clinic/schedule';
import type { HoursPreview } from '@dayline/contracts/endpoints/hours-preview';
import type { FieldError } from '@dayline/contracts/fields/field-errors';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { showDone, showToast } from '../../../shared/actions/toast.ts';
import { CallError, isSessionOver } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/client.ts';
import { callOptions, useCommand } from '../../../shared/api/hooks.ts';
import { useCallsAction } from '../../../shared/appointments/calls/calls-to-make.ts';
import { shortDate } from '../../../shared/format/time.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { bothChanged, mergedWeek, type Versions } from '../merge.ts';
import { scheduleText as text } from '../text.ts';
import { type Base, inForce, type useEdit } from './use-edit.ts';

/** Weekly hours that somebody else saved meanwhile, with the days that both changed. */
export interface Conflict {
  versions: Versions;
  revision: number;
  by: readonly string[];
  days: readonly Weekday[];
}

/** A week with its effects, before it is saved. */
export interface PreviewedWeek {
  week: Week;
  base: Base;
  effects: HoursPreview;
}

type Outside = Pick<HoursPreview['visits'], 'count' | 'dates'>;

interface SaveCallbacks {
  onSaved(): void;
  /** Shows faults at the fields of the sent hours; false if none belongs to a field. */
  onRefused(fields: readonly FieldError[], week: Week): boolean;
}

/** Reads the effects of a week, or of its deletion; null if unknown. */
function usePreview(pocId: string) {
  const client = useQueryClient();
  const [isTrying, setTrying] = useState(false);
  const preview = async (change: { week?: Week; from?: string }): Promise<HoursPreview | null> => {
    setTrying(true);
    try {
      const options = callOptions(client, 'previewSchedule', { pocId, ...change });
      return (await client.fetchQuery({ ...options, staleTime: 0 })).body;
    } catch (error) {
      showFailure(error, () => text.previewFailed);
      return null;
    } finally {
      setTrying(false);
    }
  };
  return { preview, isTrying };
}

/** Saves and deletes weekly hours without losing anybody's change. */
export function useSave(
  pocId: string,
  { edit, setEdit, replaceSaved, isNew, followedFrom }: ReturnType<typeof useEdit>,
  { onSaved, onRefused }: SaveCallbacks,
) {
  const client = useQueryClient();
  const callsAction = useCallsAction();
  const update = useCommand('updateSchedule');
  const { act } = useAct();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [weekPreview, setWeekPreview] = useState<PreviewedWeek | null>(null);
  const { preview, isTrying } = usePreview(pocId);
  const from = edit.from === null ? {} : { from: edit.from };

  /**
   * @param details of the toast: what it does, and whose changes it also contains
   * @param outside the visits that are then outside the hours
   */
  const send = async (
    week: Week,
    { revision, week: baseWeek }: Base,
    { details = [], outside = noVisits }: { details?: readonly string[]; outside?: Outside } = {},
  ): Promise<void> => {
    const when = { ...from, ...(isNew && edit.name ? { name: edit.name } : {}) };
    try {
      const schedule = week.map((day) => ({ pocId, ...day }));
      const reply = await update.mutateAsync({ request: { schedule, revision, ...when } });
      await client.invalidateQueries({ queryKey: ['listWeeks'] });
      // Without a position, nothing was saved: the weekly hours it follows are the same and continue.
      replaceSaved(edit, { ...inForce, from: reply.position === null ? followedFrom : edit.from });
      setConflict(null);
      onSaved();
      showDone(reply, {
        message: text.updated,
        detail: details.join(' ') || undefined,
        ...callsAction(outside, pocId),
      });
    } catch (error) {
      const scheduleConflict =
        error instanceof CallError && error.code === 'schedule.changed' && error.details.schedule;
      if (scheduleConflict)
        await merge({ base: baseWeek, mine: week, theirWeek: scheduleConflict.week }, scheduleConflict);
      else if (!(error instanceof CallError && onRefused(error.details.fields ?? [], week)))
        showFailure(error, (callError) => callError.details.fields?.[0]?.message);
    }
  };
  /** "the page merges by day and asks only where both changed the same day" */
  const merge = async (versions: Versions, { revision, by }: Pick<Conflict, 'revision' | 'by'>) => {
    const days = bothChanged(versions);
    if (days.length > 0) setConflict({ versions, revision, by, days });
    else await send(mergedWeek(versions, []), { revision, week: versions.theirWeek }, mergedDetails(by));
  };
  return {
    /** Shows the effects of a save first; writes at once if no appointment is affected and no capacity is lost. */
    async trySave(week: Week, base: Base): Promise<void> {
      const effects = await preview({ week, ...from });
      if (effects === null) return;
      const isLoss = effects.removedSlots.places > effects.addedSlots.places;
      if (isLoss || conflictWords(effects).length > 0) setWeekPreview({ week, base, effects });
      else await send(week, base, { details: placesWords(effects) });
    },
    previewed: weekPreview,
    async savePreviewed({ week, base, effects }: PreviewedWeek): Promise<void> {
      await send(week, base, { details: placesWords(effects), outside: effects.visits });
      setWeekPreview(null);
    },
    conflict,
    /** @param theirDays the days on which the other's hours apply */
    settle: ({ versions, revision, by }: Conflict, theirDays: readonly Weekday[]) =>
      send(mergedWeek(versions, theirDays), { revision, week: versions.theirWeek }, mergedDetails(by)),
    keepEditing() {
      setConflict(null);
      setWeekPreview(null);
    },
    saving: update.isPending || isTrying,
    async withdraw(from: string, revision: number) {
      const effects = await preview({ from });
      if (effects === null) return;
      const title = text.withdrawQuestion(shortDate(from));
      const question = { title, message: conflictWords(effects).join(' '), actionLabel: text.withdraw };
      if (!(await confirm({ ...question, destructive: true }))) return;
      await act({
        send: () => call('withdrawWeek', { pocId, from, revision }),
        done: () => {
          setEdit(inForce);
          return { message: text.withdrawn };
        },
        failed: text.failedToUpdate,
        refetch: ['listWeeks'],
      });
    },
  };
}

const noVisits: Outside = { count: 0, dates: [] };
const mergedDetails = (by: readonly string[]) => ({ details: [text.keptToo(by)] });

/** `32 places open.` */
const placesWords = ({ removedSlots, addedSlots }: HoursPreview): string[] => [
  ...(removedSlots.places > 0 ? [text.capacityRemoved(removedSlots.places)] : []),
  ...(addedSlots.places > 0 ? [text.capacityAdded(addedSlots.places)] : []),
];

/** Sentences about appointments and blocks that would be outside. */
const conflictWords = ({ visits, elsewhere, blocks }: HoursPreview): string[] => [
  ...(visits.count > 0 ? [text.outside(visits.count), text.keepPlace] : []),
  ...(elsewhere ? [text.elsewhere(elsewhere.count)] : []),
  ...(blocks.count > 0 ? [text.blocksOutside(blocks.count)] : []),
];

/** An ended session leads to sign-in, and back here. */
function showFailure(error: unknown, detailOf: (callError: CallError) => string | undefined): void {
  if (isSessionOver(error)) return;
  const detail = error instanceof CallError ? detailOf(error) : undefined;
  showToast({ kind: 'error', message: text.failedToUpdate, ...(detail === undefined ? {} : { detail }) });
}

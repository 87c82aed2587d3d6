import type { Week } from '@dayline/contracts/clinic/schedule';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import type { DraftWeek } from '../rules.ts';

export type Weeks = ResponseOf<'listWeeks'>;

/** The week as it was when its editing began, with the revision that a save is sent with. */
export interface Base {
  revision: number;
  week: Week;
}

/** Which week is edited, and how far. */
export interface Edit {
  /** Its first day; null is the week in force. */
  from: string | null;
  /** The name of a new week. */
  name: string | null;
  /** Null while nothing is changed. */
  draft: DraftWeek | null;
  base: Base | null;
}

export const inForce: Edit = { from: null, name: null, draft: null, base: null };
const noWeek: Week = [];

/** The week that is edited: the one in force, a later one, or a new one that begins as the one it follows. */
export function useEdit(pocId: string | undefined, weeks: Weeks | undefined) {
  const [edit, setEdit, replaceSaved] = useKeptDraft<Edit>(`schedule ${pocId ?? ''}`, inForce);
  const listed = weeks?.weeks ?? [];
  const { from } = edit;
  const followed = from === null ? listed[0] : listed.findLast((week) => week.from <= from);
  const isNew = from !== null && followed?.from !== from;
  const base = edit.base ?? { revision: weeks?.revision ?? -1, week: followed?.week ?? noWeek };
  const next = listed.find((week) => week.from > (from ?? listed[0]?.from ?? ''));
  return {
    edit,
    setEdit,
    replaceSaved,
    listed,
    base,
    isNew,
    /** The first day of the week it follows while it is new, or that it is; null is the week in force. */
    followedFrom: followed === undefined || followed === listed[0] ? null : followed.from,
    /** The first day of the week after it. */
    until: next?.from ?? null,
  };
}

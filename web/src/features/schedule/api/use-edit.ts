import type { Week } from '@dayline/contracts/clinic/schedule';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import type { DraftWeek } from '../rules.ts';

export type Weeks = ResponseOf<'listWeeks'>;

/** The weekly hours as they were when editing began, with the revision that a save is sent with. */
export interface Base {
  revision: number;
  week: Week;
}

/** The weekly hours being edited, and the changes so far. */
export interface Edit {
  /** Their first day; null means those in force. */
  from: string | null;
  /** The name of new weekly hours. */
  name: string | null;
  /** Null while nothing has changed. */
  draft: DraftWeek | null;
  base: Base | null;
}

export const inForce: Edit = { from: null, name: null, draft: null, base: null };
const noWeek: Week = [];

/** The weekly hours being edited: those in force, later ones, or new ones that start as a copy of those they follow. */
export function useEdit(pocId: string | undefined, weeks: Weeks | undefined) {
  const [edit, setEdit, replaceSaved] = useKeptDraft<Edit>(`schedule ${pocId ?? ''}`, inForce);
  const weekList = weeks?.weeks ?? [];
  const { from } = edit;
  const week = from === null ? weekList[0] : weekList.findLast((week) => week.from <= from);
  const isNew = from !== null && week?.from !== from;
  const base = edit.base ?? { revision: weeks?.revision ?? -1, week: week?.week ?? noWeek };
  const next = weekList.find((week) => week.from > (from ?? weekList[0]?.from ?? ''));
  return {
    edit,
    setEdit,
    replaceSaved,
    listed: weekList,
    base,
    isNew,
    /** The first day of the edited weekly hours or, while new, of those they follow; null means those in force. */
    followedFrom: week === undefined || week === weekList[0] ? null : week.from,
    /** The first day of the next weekly hours. */
    until: next?.from ?? null,
  };
}

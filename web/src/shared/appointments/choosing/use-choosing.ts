import { type Money, undoManyWindowMs } from '@dayline/contracts/appointments';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { maxAtOnce } from '@dayline/contracts/endpoints/appointments/many';
import type { RowSelectionState } from '@tanstack/react-table';
import { useEffect, useState } from 'react';
import type { Choosing as RowChoosing } from '../../../ui/table/columns.ts';
import { toastError } from '../../actions/toast.ts';
import { failureText, isSessionOver } from '../../api/call-error.ts';
import type { Page } from '../../api/hooks.ts';
import { type ManyStatus, type RefusedVisit, useChangeMany } from '../marking/use-change-many.ts';
import { appointmentText } from '../text.ts';
import { visitOfDetail } from '../visit/visit-row.ts';
import { manyText as text } from './text.ts';

/** Changed rows stay while the change can be undone. */
interface KeptRow<Row> {
  data: Page<Row[]>;
  /** Number of changed rows. */
  changed: number;
}

const canChoose = ({ Status }: AppointmentDetail): boolean => Status === 'Confirmed';
const idOf = ({ AppointmentId }: AppointmentDetail): string => AppointmentId;

/**
 * The chosen rows in their current state, without those that can no longer be chosen; the same map if nothing changed.
 */
function current<Row extends AppointmentDetail>(
  selection: ReadonlyMap<string, Row>,
  rows: readonly Row[],
): ReadonlyMap<string, Row> {
  const news = rows.filter((row) => selection.has(idOf(row)) && selection.get(idOf(row)) !== row);
  if (news.length === 0) return selection;
  const after = new Map(selection);
  for (const row of news) {
    if (canChoose(row)) after.set(idOf(row), row);
    else after.delete(idOf(row));
  }
  return after;
}

/**
 * A reader's selection in a list, across its pages; another list starts with none. `rows` are those shown, which live
 * messages change; `all` reads the first hundred.
 */
export function useChoosing<Row extends AppointmentDetail>(list: {
  name: string;
  page: number;
  rows: readonly Row[] | undefined;
  all(): Promise<readonly Row[]>;
}) {
  const { name, page, rows: listRows, all } = list;
  const [selection, setSelection] = useState<ReadonlyMap<string, Row>>(new Map());
  const [refused, setRefused] = useState<readonly RefusedVisit[]>([]);
  const [keptRow, setKeptRow] = useState<KeptRow<Row>>();
  const clear = () => {
    setSelection(new Map());
    setRefused([]);
  };
  const changeMany = useChangeMany(() => setKeptRow(undefined));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen belongs to the list
  useEffect(() => {
    clear();
    setKeptRow(undefined);
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has no changed rows to keep
  useEffect(() => {
    setKeptRow(undefined);
  }, [page]);

  useEffect(() => {
    if (listRows) setSelection((before) => current(before, listRows));
  }, [listRows]);

  useEffect(() => {
    if (keptRow === undefined) return;
    const timer = setTimeout(() => setKeptRow(undefined), undoManyWindowMs);
    return () => clearTimeout(timer);
  }, [keptRow]);

  /** Chooses the rows that can be chosen, as many as can be changed at once. */
  const choose = (after: Iterable<Row>) => {
    setRefused([]);
    const rows = [...after].filter(canChoose).slice(0, maxAtOnce);
    setSelection(new Map(rows.map((row) => [idOf(row), row])));
  };
  const isChosen: RowSelectionState = Object.fromEntries([...selection.keys()].map((id) => [id, true]));

  return {
    chosen: selection,
    refused,
    held: keptRow,
    clear,
    /** The checkboxes of a page's rows. */
    boxesOf: (rows: readonly Row[]): RowChoosing<Row> => ({
      chosen: isChosen,
      onChange(change) {
        const after = typeof change === 'function' ? change(isChosen) : change;
        const others = rows.filter((row) => !selection.has(idOf(row)));
        choose([...selection.values(), ...others].filter((row) => after[idOf(row)]));
      },
      canChoose,
      label: (row) => text.choose(row.UserName ?? appointmentText.anErased),
      allLabel: text.choosePage,
    }),
    async chooseAll() {
      try {
        const first = await all();
        const others = first.filter((row) => !selection.has(idOf(row)));
        choose([...selection.values(), ...others]);
      } catch (error) {
        if (!isSessionOver(error)) toastError(failureText(error, text.chooseFailed));
      }
    },
    onlyPage(rows: readonly Row[]) {
      choose(rows.filter((row) => selection.has(idOf(row))));
    },
    /** Changes the chosen rows; refused ones stay chosen. */
    async change(data: Page<Row[]>, status: ManyStatus, money?: Money) {
      const appointments = [...selection.values()].map(visitOfDetail);
      clear();
      const notDone = await changeMany(appointments, status, money);
      if (notDone === undefined) return;
      setKeptRow({ data, changed: appointments.length - notDone.length });
      setRefused(notDone);
    },
  };
}
export type ListChoosing<Row extends AppointmentDetail = AppointmentDetail> = ReturnType<typeof useChoosing<Row>>;

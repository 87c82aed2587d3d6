import { useState } from 'react';
import type { Column } from '../../shared/appointments/presence/column.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { rowsOf } from './rules.ts';
import { queueText as text } from './text.ts';

/**
 * The chosen doctor and patient, moved by keys. Keys act on what the page highlights: nothing before something is
 * chosen, nor another patient once the chosen one has left.
 */
export function useChoice(columns: readonly Column[]) {
  const [choice, setChoice] = useState<{ pocId?: string; id?: string | undefined }>({});
  const index = columns.findIndex(({ doctor }) => doctor.pocId === choice.pocId);
  const column = columns[index];
  const rows = column ? rowsOf(column) : [];
  const at = rows.findIndex(({ AppointmentId }) => AppointmentId === choice.id);
  const choose = (pocId: string, id?: string) => setChoice({ pocId, id });
  const step = (by: 1 | -1) => {
    // Before any is chosen, both keys choose the first.
    const next = columns[index < 0 ? 0 : index + by];
    if (next) choose(next.doctor.pocId);
  };
  const stepRow = (by: 1 | -1) => {
    const inColumn = column ?? columns.find((column) => rowsOf(column).length > 0);
    if (!inColumn) return;
    const among = rowsOf(inColumn);
    const next = among[at < 0 ? (by === 1 ? 0 : among.length - 1) : at + by];
    if (next) choose(inColumn.doctor.pocId, next.AppointmentId);
  };
  const keys: Action[] = [
    { name: text.previousDoctor, shortcut: 'ArrowLeft', repeats: true, perform: () => step(-1) },
    { name: text.nextDoctor, shortcut: 'ArrowRight', repeats: true, perform: () => step(1) },
    { name: text.nextPatient, shortcut: 'j', repeats: true, perform: () => stepRow(1) },
    { name: text.previousPatient, shortcut: 'k', repeats: true, perform: () => stepRow(-1) },
  ];
  const row = rows[at];
  // If a doctor is chosen without a patient, the keys act on the patient in the room.
  const markedRow = row ?? (choice.id === undefined ? column?.called[0] : undefined);
  return { column, row, marked: markedRow, choose, keys };
}

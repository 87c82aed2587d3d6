/**
 * The events that end a move to another day or doctor, the most informative first. The activity leaves out the steps
 * at the old place; there, and before the old place has recorded the end, the arrival stands for the move.
 */
const ends = ['AppointmentMoveUndone', 'AppointmentMovedAway', 'AppointmentMoveAbandoned', 'AppointmentMovedIn'];
const steps: ReadonlySet<string> = new Set([
  ...ends,
  'AppointmentMoveStarted',
  'MoveRefused',
  'AppointmentBooked',
  'AppointmentPaymentRecorded',
  'FeeDecided',
  'SlotsPlanned',
]);

/** An entry; for a move its last event, with the steps that led to it. */
export interface EntryWithSteps<Entry> {
  readonly entry: Entry;
  readonly steps: readonly Entry[];
}

/**
 * The same entries in the same order, but each move is one entry with its steps.
 * @param traceOf returns the trace shared by all events of one command
 */
export function withMovesMerged<Entry extends { readonly type: string }>(
  entries: readonly Entry[],
  traceOf: (entry: Entry) => string,
): EntryWithSteps<Entry>[] {
  const byTrace = new Map<string, Entry[]>();
  for (const entry of entries.filter(({ type }) => steps.has(type))) {
    byTrace.set(traceOf(entry), [...(byTrace.get(traceOf(entry)) ?? []), entry]);
  }
  const endOf = (moveRows: readonly Entry[]) =>
    ends.flatMap((end) => moveRows.findLast(({ type }) => type === end) ?? []).at(0);
  return entries.flatMap((entry) => {
    const moveEntries = steps.has(entry.type) ? (byTrace.get(traceOf(entry)) ?? []) : [];
    const end = endOf(moveEntries);
    if (end === undefined) return [{ entry, steps: [] }];
    return end === entry ? [{ entry, steps: moveEntries.filter((step) => step !== entry) }] : [];
  });
}

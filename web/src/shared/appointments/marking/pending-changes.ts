import type { AppointmentStatus, PaymentStatus } from '@dayline/contracts/appointments';
import type { Presence } from '@dayline/contracts/clinic/queue';
import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import type { MoneyShown } from '@dayline/contracts/endpoints/shapes';
import { create } from 'zustand';
import { onForgetShown } from '../../session/forget-shown.ts';

/** A change shown before the server's rows contain it. */
export interface PendingChange {
  Status?: AppointmentStatus;
  Payment_Status?: PaymentStatus;
  money?: MoneyShown;
  /** Another time on the same day, HH:mm, and the session of that time. */
  moved?: { AppointmentTime: string; session: ShownSession | undefined };
  /** Null: not arrived. The token is 0 until the server has assigned one. */
  presence?: Presence | null;
  /**
   * The position of the command's reply: from there on the server's rows are used. Absent while the command is in
   * flight.
   */
  position?: string;
}

/** Each change is separate: replies come in any order, and each settles or drops only its own change. */
export interface DelayedChange extends PendingChange {
  /** Larger than those of all earlier changes. */
  readonly id: number;
}

/** By appointment, in the order in which they were made. */
export type Pending = ReadonlyMap<string, readonly DelayedChange[]>;

interface PendingChanges {
  changes: Pending;
  /** Positions of this page's own changes: any other change was made by another user. */
  own: ReadonlySet<string>;
}

/** Maximum number of settled changes kept: a board is refetched long before that many more are made. */
const maxSettled = 50;

const isUnderway = ({ position }: PendingChange): boolean => position === undefined;

/** All changes in flight, and the newest settled ones. */
function newestOf(changes: Pending): Pending {
  const settledChanges = [...changes.values()].flat().filter((change) => !isUnderway(change));
  const over = new Set(
    settledChanges
      .sort((a, b) => a.id - b.id)
      .slice(0, -maxSettled)
      .map(({ id }) => id),
  );
  if (over.size === 0) return changes;
  return new Map(
    [...changes].flatMap(([appointmentId, own]) => {
      const others = own.filter(({ id }) => !over.has(id));
      return others.length === 0 ? [] : [[appointmentId, others]];
    }),
  );
}

/** Outlives pages, since Undo may be clicked after its page was left. */
export const usePendingChanges = create<PendingChanges>()(() => ({ changes: new Map(), own: new Set() }));

onForgetShown('arriving', () => usePendingChanges.setState({ changes: new Map(), own: new Set() }));

let lastId = 0;

/** Shows a change until it is settled or dropped by the id that this returns. */
export function holdChange(appointmentId: string, change: PendingChange): number {
  lastId += 1;
  const delayed = { ...change, id: lastId };
  usePendingChanges.setState(({ changes }) => ({
    changes: new Map([...changes, [appointmentId, [...(changes.get(appointmentId) ?? []), delayed]]]),
  }));
  return lastId;
}

const withOwn = (changes: Pending, id: number, change: (delayed: DelayedChange) => DelayedChange[]): Pending =>
  new Map(
    [...changes].flatMap(([appointmentId, own]) => {
      const changes = own.flatMap((delayed) => (delayed.id === id ? change(delayed) : [delayed]));
      return changes.length === 0 ? [] : [[appointmentId, changes]];
    }),
  );

/** The command succeeded: the change, with what the reply adds, is shown over every row older than its position. */
export const settleChange = (id: number, reply: PendingChange & { position: string }): void =>
  usePendingChanges.setState(({ changes, own }) => ({
    changes: newestOf(withOwn(changes, id, (delayed) => [{ ...delayed, ...reply }])),
    own: new Set([...[...own].slice(1 - maxSettled), reply.position]),
  }));

/** The command failed or changed nothing: the rows are shown without it. */
export const dropChange = (id: number): void =>
  usePendingChanges.setState(({ changes }) => ({ changes: withOwn(changes, id, () => []) }));

/** Whether a change of the appointment is in flight. */
export const isChanging = (changes: Pending, appointmentId: string): boolean =>
  changes.get(appointmentId)?.some(isUnderway) ?? false;

/**
 * The changes shown over an appointment's row: for each field the newest change if it is in flight, otherwise the last
 * one the server made, while the row is older. A row as new as a change already contains it or a later one.
 */
export function changeOver(changes: Pending, appointmentId: string, at: string): PendingChange | undefined {
  const own = changes.get(appointmentId) ?? [];
  const latestOf = <Field extends 'Status' | 'Payment_Status' | 'moved' | 'presence'>(field: Field) => {
    const all = own.filter((change) => change[field] !== undefined);
    const newest = all.at(-1);
    const last =
      newest === undefined || isUnderway(newest)
        ? newest
        : all.reduce((latest, change) => ((change.position ?? '') > (latest.position ?? '') ? change : latest));
    const holds = last !== undefined && (last.position === undefined || at < last.position);
    return holds ? { [field]: last[field] } : {};
  };
  const change: PendingChange = {
    ...latestOf('Status'),
    ...latestOf('Payment_Status'),
    ...latestOf('moved'),
    ...latestOf('presence'),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

import type { AppointmentStatus, PaymentStatus } from '@dayline/contracts/appointments';
import type { Presence } from '@dayline/contracts/clinic/queue';
import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import { create } from 'zustand';
import { onForgetShown } from '../../session/forget-shown.ts';

/** A change shown before the server's rows contain it. */
export interface PendingChange {
  Status?: AppointmentStatus;
  Payment_Status?: PaymentStatus;
  /** Another time of its day, HH:mm, and the session of that time. */
  moved?: { AppointmentTime: string; session: ShownSession | undefined };
  /** Null: not there. Its token is 0 until the server has given one. */
  presence?: Presence | null;
  /**
   * The position of the command's reply: from there on the server's rows are used. Absent while the command is in
   * flight.
   */
  position?: string;
}

interface PendingChanges {
  changes: ReadonlyMap<string, PendingChange>;
  /** Positions of this page's own changes: any other change was made by somebody else. */
  own: ReadonlySet<string>;
}

/** Most settled changes that are kept: a board is refetched long before so many more are made. */
const mostSettled = 50;

/** All changes in flight, and the newest settled ones. */
function newestOf(changes: ReadonlyMap<string, PendingChange>): ReadonlyMap<string, PendingChange> {
  const settled = [...changes].filter(([, { position }]) => position !== undefined);
  const over = new Set(settled.slice(0, -mostSettled).map(([id]) => id));
  return over.size === 0 ? changes : new Map([...changes].filter(([id]) => !over.has(id)));
}

/** Outlives pages, since Undo may be clicked after its page was left. */
export const usePendingChanges = create<PendingChanges>()(() => ({ changes: new Map(), own: new Set() }));

onForgetShown('arriving', () => usePendingChanges.setState({ changes: new Map(), own: new Set() }));

/** Shows a change until it is settled or dropped. */
export const holdChange = (appointmentId: string, change: PendingChange): void =>
  usePendingChanges.setState(({ changes }) => ({ changes: new Map([...changes, [appointmentId, change]]) }));

/** The command succeeded: the change is shown over every row older than its position. */
export const settleChange = (appointmentId: string, change: PendingChange & { position: string }): void =>
  usePendingChanges.setState(({ changes, own }) => {
    const others = [...changes].filter(([id]) => id !== appointmentId);
    return {
      changes: newestOf(new Map([...others, [appointmentId, change]])),
      own: new Set([...[...own].slice(1 - mostSettled), change.position]),
    };
  });

/** The command failed or changed nothing: the rows are shown unchanged. */
export const dropChange = (appointmentId: string): void =>
  usePendingChanges.setState(({ changes }) => {
    const rest = new Map(changes);
    rest.delete(appointmentId);
    return { changes: rest };
  });

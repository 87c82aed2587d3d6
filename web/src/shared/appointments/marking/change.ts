import type { Money, PaymentStatus } from '@dayline/contracts/appointments';
import type { VisitRow } from '../visit/visit-row.ts';
import type { PendingChange } from './pending-changes.ts';

/** The appointment data that a command and its toast need. */
export type Changeable = Pick<VisitRow, 'AppointmentId' | 'Status' | 'AppointmentDate' | 'AppointmentTime' | 'about'>;
/** What a cancellation does with the payment. */
export interface Cancelling {
  money: Money;
  /** The payment before it, restored by an undo. */
  payment: PaymentStatus | null;
}

export interface ChangeReply {
  position: string | null;
  eventId: string | null;
  undoUntil: string | null;
}

/** A change and its undo. */
export interface Change<Reply extends ChangeReply> {
  about: string;
  appointmentId: string;
  /** The slot, which an undo may need again: `Nov 30, 9:00 AM`. */
  when?: string;
  /** The optimistic state. */
  shown: PendingChange;
  send(): Promise<Reply>;
  /** Further changes contained in the reply. */
  settled?(reply: Reply): PendingChange;
  done(reply: Reply): string;
  failed: string;
  /** Returns true if it shows the failure itself. */
  refused?(error: unknown): boolean;
  /** Its toast stays as long as an undo is accepted. */
  isLongUndo?: boolean;
  /** The undo: its optimistic state, its call, and its messages. */
  back: {
    shown: PendingChange;
    send(eventId: string): Promise<Reply>;
    done(reply: Reply): string;
    failed: string;
  };
}

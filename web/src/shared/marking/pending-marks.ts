import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { create } from 'zustand';

interface PendingMarks {
  /** Changes on their way to the server: what each appointment is shown as meanwhile. */
  marks: ReadonlyMap<string, AppointmentStatus>;
  /** Positions of this page's own changes: whatever else changes a row was somebody else. */
  own: ReadonlySet<string>;
}

/** Lives outside of any page, since an Undo may be clicked after its page was left. */
export const usePendingMarks = create<PendingMarks>()(() => ({ marks: new Map(), own: new Set() }));

export const holdMark = (appointmentId: string, status: AppointmentStatus): void =>
  usePendingMarks.setState(({ marks }) => ({ marks: new Map([...marks, [appointmentId, status]]) }));

export const releaseMark = (appointmentId: string): void =>
  usePendingMarks.setState(({ marks }) => {
    const rest = new Map(marks);
    rest.delete(appointmentId);
    return { marks: rest };
  });

export const noteOwn = (position: string): void =>
  usePendingMarks.setState(({ own }) => ({ own: new Set([...own, position]) }));

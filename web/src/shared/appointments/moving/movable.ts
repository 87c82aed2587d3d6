import { isCalled } from '../presence/presence.ts';
import type { VisitRow } from '../visit/visit-row.ts';

/** "A desk moves a Confirmed appointment … not a visit of an earlier day, nor of an erased patient." */
export const offersMove = ({ Status, AppointmentDate, PatientName, movingTo }: VisitRow, today: string): boolean =>
  Status === 'Confirmed' && AppointmentDate >= today && PatientName !== null && !movingTo;

/** Whether the patient is called: the call has to be undone before a move. */
export const isInRoom = (visit: VisitRow): boolean => visit.called === true || isCalled(visit);

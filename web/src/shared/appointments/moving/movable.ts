import { isCalled } from '../presence/presence.ts';
import type { VisitRow } from '../visit/visit-row.ts';

/** "A desk moves a Confirmed appointment … not a visit of an earlier day, nor of an erased patient." */
export const offersMove = ({ Status, AppointmentDate, PatientName, movingTo }: VisitRow, today: string): boolean =>
  Status === 'Confirmed' && AppointmentDate >= today && PatientName !== null && !movingTo;

/** Who is called has to be withdrawn from the room first. */
export const isInRoom = (visit: VisitRow): boolean => visit.called === true || isCalled(visit);

import type { AppointmentType } from '@dayline/contracts/appointments';
import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import type { Changeable } from '../marking/use-appointment-commands.ts';

/** A visit that can be given another time. */
export interface Movable extends Changeable {
  /** The patient's; null after the erasure. */
  name: string | null;
  pocId: string;
  doctor: string;
  type: AppointmentType;
  session?: ShownSession | undefined;
}

/** "A desk moves a Confirmed appointment … not a visit of an earlier day, nor of an erased patient." */
export const canBeMoved = ({ Status, AppointmentDate, name }: Movable, today: string): boolean =>
  Status === 'Confirmed' && AppointmentDate >= today && name !== null;

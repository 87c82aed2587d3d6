import type { AppointmentType } from '@dayline/contracts/appointments';
import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { clockTime } from '../../format/time.ts';
import type { Changeable } from '../marking/change.ts';
import { appointmentText } from '../text.ts';

/** A visit that can be given another time. */
export interface Movable extends Changeable {
  /** The patient's; null after the erasure. */
  name: string | null;
  pocId: string;
  doctor: string;
  type: AppointmentType;
  session?: ShownSession | undefined;
  /** While somebody moves it to another day or doctor. */
  movingTo?: TodaysAppointment['movingTo'] | undefined;
  /** Of the arrival; 0 while that is being sent, absent if the patient isn't there. */
  token?: number | undefined;
  /** Whether the patient is called; a call is withdrawn first. */
  isCalled?: boolean;
}

/** Whether a page offers to move it: somebody who is called has yet to be withdrawn from the room. */
export const offersMove = (visit: Movable, today: string): boolean => canBeMoved({ ...visit, isCalled: false }, today);

/** "A desk moves a Confirmed appointment … not a visit of an earlier day, nor of an erased patient." */
export const canBeMoved = ({ Status, AppointmentDate, name, movingTo, isCalled }: Movable, today: string): boolean =>
  Status === 'Confirmed' && AppointmentDate >= today && name !== null && !movingTo && !isCalled;

/** Patient and time: under a question, and in a toast's second line. */
export const aboutOf = ({
  PatientName,
  AppointmentTime,
}: Pick<TodaysAppointment, 'PatientName' | 'AppointmentTime'>): string =>
  `${PatientName ?? appointmentText.erased}, ${clockTime(AppointmentTime)}`;

export const changeableOf = (row: TodaysAppointment): Changeable => ({ ...row, about: aboutOf(row) });

export const movableOf = (row: TodaysAppointment): Movable => ({
  ...changeableOf(row),
  ...{ name: row.PatientName, pocId: row.POC_ID, doctor: row.POC_Name, type: row.AppointmentType },
  session: row.session,
  movingTo: row.movingTo,
  token: row.presence?.token,
  isCalled: Boolean(row.presence?.call),
});

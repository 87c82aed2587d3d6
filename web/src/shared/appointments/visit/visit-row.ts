import type { AppointmentStatus, AppointmentType, PaymentStatus } from '@dayline/contracts/appointments';
import type { Presence } from '@dayline/contracts/clinic/queue';
import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { Visit } from '@dayline/contracts/endpoints/patients';
import type { MoneyShown } from '@dayline/contracts/endpoints/shapes';
import { clockTime, shortDate } from '../../format/time.ts';
import { appointmentText } from '../text.ts';

/** A visit with all data that its actions need, from any list. */
export interface VisitRow {
  AppointmentId: string;
  Status: AppointmentStatus;
  AppointmentDate: string;
  AppointmentTime: string;
  AppointmentType: AppointmentType;
  /** Null after the erasure. */
  PatientName: string | null;
  POC_ID: string;
  POC_Name: string;
  Payment_Status: PaymentStatus | null;
  /** What was paid or is due. */
  money: MoneyShown;
  session?: ShownSession | undefined;
  /** The class of patients chosen at the booking. */
  patientClass?: string | undefined;
  /** Set while it is being moved to another day or doctor. */
  movingTo?: TodaysAppointment['movingTo'] | undefined;
  /** Absent if the patient hasn't arrived. */
  presence?: Presence | undefined;
  /** The patient is called; set in a list without presence. */
  called?: true | undefined;
  /** Patient and time: below a question, and in a toast's second line. */
  about: string;
}

/** The visits of one time that are read; a slot rarely has more. */
export const maxVisitsOfTime = 100;

/** Patient and time, where the day is known. */
export const aboutOf = (row: Pick<VisitRow, 'PatientName' | 'AppointmentTime'>): string =>
  `${row.PatientName ?? appointmentText.erased}, ${clockTime(row.AppointmentTime)}`;

/** A card of today's board. */
export const visitOfCard = (row: TodaysAppointment): VisitRow => ({
  ...row,
  Payment_Status: row.paid ? 'Paid' : 'Pay_later',
  about: aboutOf(row),
});

/** A row of the details lists. */
export const visitOfDetail = (row: AppointmentDetail): VisitRow => ({
  ...row,
  ...{ PatientName: row.UserName, POC_Name: row.POCName },
  about: `${row.UserName ?? appointmentText.erased}, ${shortDate(row.AppointmentDate)}, ${clockTime(row.AppointmentTime)}`,
});

/** A visit on its patient's page. */
export const visitOfPatient = (visit: Visit, name: string | null): VisitRow => ({
  ...visit,
  ...{ AppointmentId: visit.appointmentId, Status: visit.status, AppointmentType: visit.type, PatientName: name },
  ...{ AppointmentDate: visit.date, AppointmentTime: visit.time, POC_ID: visit.pocId, POC_Name: visit.pocName },
  Payment_Status: visit.payment,
  about: `${name ?? ''}, ${shortDate(visit.date)}, ${clockTime(visit.time)}`,
});

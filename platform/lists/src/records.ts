import type { Calendar } from '@dayline/contracts/clinic/calendar';
import type { DoctorDayRow, ImportViewRow, PastVisitRow } from '@dayline/contracts/views';
import type { DepartmentRow, DoctorRow, PatientRow } from '@dayline/contracts/views/directory';

/** A client's records, with which a preview compares rows. */
export interface Records {
  patients(ids: readonly string[]): Promise<ReadonlyMap<string, PatientRow>>;
  patientsWithPhones(clientId: string, phones: readonly string[]): Promise<readonly PatientRow[]>;
  /** At most 20. */
  patientsNamed(clientId: string, name: string): Promise<readonly PatientRow[]>;
  /** Those of one birth date with an alike name, by `bornKeysOf`. */
  patientsBornAlike(keys: readonly string[]): Promise<readonly PatientRow[]>;
  doctors(clientId: string): Promise<readonly DoctorRow[]>;
  departments(clientId: string): Promise<readonly DepartmentRow[]>;
  doctorDays(keys: readonly string[]): Promise<ReadonlyMap<string, DoctorDayRow>>;
  pastVisits(patientIds: readonly string[]): Promise<readonly PastVisitRow[]>;
}

export interface ClientData {
  readonly clientId: string;
  /** The clinic's date. */
  readonly today: string;
  /** IANA. */
  readonly zone: string;
  /** Whether a booking needs the patient's email. */
  readonly bookingNeedsEmail: boolean;
  readonly branches: readonly { readonly id: number; readonly name: string | null }[];
  readonly calendar: Calendar | null;
}

/** The kind and the columns of the last import of a file with the same header row. */
export type LastColumns = Pick<ImportViewRow, 'kind' | 'columns'>;

import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { ClientEvent, DepartmentEvent } from '@dayline/contracts/events/organisation';
import type { DoctorEvent, DoctorScheduleEvent, PatientEvent } from '@dayline/contracts/events/people';
import { createKernel, type Kernel, type KernelOptions } from './kernel/kernel.ts';
import { type ClientCommand, type ClientState, client } from './slices/client/client.ts';
import { type DepartmentCommand, type DepartmentState, department } from './slices/department/department.ts';
import { type DoctorCommand, type DoctorContext, type DoctorState, doctor } from './slices/doctor/doctor.ts';
import { type DoctorDayCommand, doctorDay } from './slices/doctor-day/decide.ts';
import type { DoctorDayContext } from './slices/doctor-day/places.ts';
import type { DoctorDayState } from './slices/doctor-day/state.ts';
import {
  type DoctorScheduleState,
  doctorSchedule,
  type SetWeeklySchedule,
} from './slices/doctor-schedule/doctor-schedule.ts';
import { type PatientCommand, type PatientState, patient } from './slices/patient/patient.ts';

/** One kernel for each kind of stream that takes commands. */
export interface Kernels {
  readonly days: Kernel<DoctorDayState, DoctorDayCommand, DoctorDayEvent, DoctorDayContext>;
  readonly schedules: Kernel<DoctorScheduleState, SetWeeklySchedule, DoctorScheduleEvent, undefined>;
  readonly doctors: Kernel<DoctorState | null, DoctorCommand, DoctorEvent, DoctorContext>;
  readonly patients: Kernel<PatientState | null, PatientCommand, PatientEvent, undefined>;
  readonly departments: Kernel<DepartmentState | null, DepartmentCommand, DepartmentEvent, undefined>;
  readonly clients: Kernel<ClientState, ClientCommand, ClientEvent, undefined>;
}

export const createKernels = (options: KernelOptions): Kernels => ({
  days: createKernel(doctorDay, options),
  schedules: createKernel(doctorSchedule, options),
  doctors: createKernel(doctor, options),
  patients: createKernel(patient, options),
  departments: createKernel(department, options),
  clients: createKernel(client, options),
});

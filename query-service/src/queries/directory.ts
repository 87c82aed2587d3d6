import { isOfferedIn } from '@dayline/contracts/clinic/sessions';
import { sitsAt, weeksFrom } from '@dayline/contracts/clinic/weeks';
import { hasLeft } from '@dayline/contracts/doctors';
import { refuse } from '@dayline/contracts/errors';
import type { SingleSignOn } from '@dayline/contracts/events/organisation';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { Queries } from './answer.ts';

/** Under the doctor's own department, and under those of the sessions of present and upcoming weekly hours. */
const isOffered = ({ departmentId, schedule }: DoctorRow, search: string, today: string): boolean =>
  departmentId === search ||
  weeksFrom(schedule, today).some(({ week }) =>
    week.some(({ timeIntervals }) => timeIntervals.some((interval) => isOfferedIn(interval, search, departmentId))),
  );

const withoutSecret = ({ sealedSecret: _, ...settings }: SingleSignOn) => settings;

/** The hospital's settings; departments and doctors (specification, section 7, "Admin dashboard and lists"). */
export const directoryQueries: Queries<
  'getClient' | 'listDepartments' | 'listDoctorsOfDepartment' | 'getClientOfDoctor'
> = {
  async getClient({ clientId }, { directory, clinicOf }) {
    const client = directory.client(clientId);
    if (!client) return refuse('access.foreign');
    const { date: today } = clinicOf(clientId);
    const doctors = directory.doctorsOf(clientId).filter((doctor) => !hasLeft(doctor, today));
    const { name, zone, meetingLinkHost, bookingNeedsEmail, queueOrder, lateAfterMinutes, overbookPerSlot } = client;
    const { calendarHasNames, messages, messageTexts, branches, singleSignOn } = client;
    return {
      body: {
        ...{ name, zone, meetingLinkHost, bookingNeedsEmail, queueOrder, lateAfterMinutes },
        ...{ overbookPerSlot, calendarHasNames, messages, messageTexts: [...messageTexts] },
        branches: branches.map((branch) => ({
          ...branch,
          doctors: doctors.filter((doctor) => sitsAt(doctor, branch.id, today)).length,
        })),
        singleSignOn: singleSignOn && withoutSecret(singleSignOn),
      },
    };
  },

  async listDepartments({ clientId }, { directory }) {
    // A doctor who was added while a department was closed stays in reach.
    const hasDoctors = new Set(directory.doctorsOf(clientId).map(({ departmentId }) => departmentId));
    const open = directory.departmentsOf(clientId).filter(({ key, closed }) => !closed || hasDoctors.has(key));
    return { body: open.map(({ key, name }) => ({ departmentId: key, Value_name: name })) };
  },

  async listDoctorsOfDepartment({ departmentId, clientId }, { directory, clinicOf }) {
    const { date: today } = clinicOf(clientId);
    const doctors = directory.doctorsOf(clientId).filter((doctor) => isOffered(doctor, departmentId, today));
    return {
      body: doctors.map((doctor) => ({
        POC_ID: doctor.key,
        ...(doctor.kind && { POC_Kind: doctor.kind }),
        ...(doctor.onRequest !== null && { On_Request: doctor.onRequest }),
        POC_Name: doctor.name,
        Client_ID: doctor.clientId,
        Specialization: doctor.specialization,
        Contact_Number: doctor.contactNumber,
        Email: doctor.email,
        External_POC_ID: doctor.externalId,
      })),
    };
  },

  async getClientOfDoctor({ pocId }, { directory }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    return { body: [{ Client_ID: doctor.clientId, POC_Name: doctor.name }] };
  },
};

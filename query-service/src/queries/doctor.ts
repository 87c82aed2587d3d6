import { addDays, type ClinicNow } from '@dayline/contracts/clinic/clinic-time';
import { inOrder } from '@dayline/contracts/clinic/schedule';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import { photoUrl } from '@dayline/contracts/endpoints/doctors/photos';
import { refuse } from '@dayline/contracts/errors';
import { rupeesOf } from '@dayline/contracts/fields/money';
import type { VisitorRow } from '@dayline/contracts/views';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { ClientDesk } from '../desk/desk.ts';
import { type ListParts, pageOfView } from '../paging/page-of-view.ts';
import { pagesOf } from '../paging/pages-of.ts';
import type { Queries } from './answer.ts';

/** The number of people who visited a doctor: several records of one person are one. */
async function visitorsOf(desk: Pick<ClientDesk, 'page' | 'rows' | 'count'>, pocId: string): Promise<number> {
  const all = await desk.count({ view: 'visitors', where: { pocId } });
  const merged: VisitorRow[] = [];
  const query = { view: 'visitors', where: { pocId }, range: { field: 'personId', from: '0' } } as const;
  for await (const rows of pagesOf((part) => desk.page({ ...query, ...part }))) merged.push(...rows);
  const persons = [...new Set(merged.flatMap(({ personId }) => personId ?? []))];
  const ownRows = await desk.rows(
    'visitors',
    persons.map((personId) => `${pocId}_${personId}`),
  );
  return all - merged.length + persons.length - ownRows.size;
}

/** A doctor's profile, schedule, link and fees (specification, section 7, "Doctor"). */
export const doctorQueries: Queries<
  'getDoctor' | 'listUpcomingAppointments' | 'getSchedule' | 'getLink' | 'getConsultationFees'
> = {
  async getDoctor({ pocId }, { desk, directory }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('doctor.unknown');
    return {
      body: {
        ...(doctor.kind && { kind: doctor.kind }),
        ...(doctor.calendarFeedSince !== undefined && { calendarFeedSince: doctor.calendarFeedSince }),
        ...(doctor.onRequest !== null && { onRequest: doctor.onRequest }),
        name: doctor.name,
        specialization: doctor.specialization,
        qualification: doctor.qualification,
        email: doctor.email,
        phone: doctor.contactNumber,
        location: doctor.location,
        profile_image: doctor.photoId === null ? null : photoUrl(doctor.photoId),
        patientCount: await visitorsOf(desk, pocId),
        experience: doctor.experienceYears,
        // The product has no ratings: the page shows sample figures.
        rating: null,
        reviewCount: null,
      },
    };
  },

  async listUpcomingAppointments({ pocId, ...paging }, { desk, directory, clinicOf }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('doctor.unknown');
    const page = await pageOfView(desk, upcomingOf(doctor, clinicOf(doctor.clientId)), paging, null);
    if ('refused' in page) return page;
    const body = page.rows.map(({ patientId, patientName, type, time, date }) => ({
      ...{ userId: patientId, patientName, reason: type, time, date },
    }));
    return { body, total: page.total };
  },

  async getSchedule({ pocId }, { directory, clinicOf }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    return { body: inOrder(weekOn(doctor.schedule, clinicOf(doctor.clientId).date)?.week ?? []) };
  },

  async getLink({ pocId }, { directory }) {
    const doctor = directory.doctor(pocId);
    return doctor ? { body: { success: true, link: doctor.meetingLink } } : refuse('access.foreign');
  },

  async getConsultationFees({ pocId }, { directory }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const { consultationFee: fee } = doctor;
    return { body: { success: true, fees: fee === null ? null : rupeesOf(fee) } };
  },
};

/** The next Confirmed appointments: the rest of today first, then later days. */
function upcomingOf(doctor: DoctorRow, { date: today, time: now }: ClinicNow): ListParts<'appointments'> {
  const where = { pocId: doctor.key, status: 'Confirmed' };
  return [
    {
      view: 'appointments',
      where: { ...where, date: today },
      range: { field: 'time', from: now },
      order: [{ field: 'time' }],
    },
    {
      view: 'appointments',
      where,
      range: { field: 'date', from: addDays(today, 1) },
      order: [{ field: 'date' }, { field: 'time' }],
    },
  ];
}

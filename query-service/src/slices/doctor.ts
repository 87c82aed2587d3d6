import { addDays } from '@dayline/contracts/clinic-time';
import { photoUrl } from '@dayline/contracts/endpoints/photos';
import { refuse } from '@dayline/contracts/errors';
import { rupeesOf } from '@dayline/contracts/money';
import { inOrder } from '@dayline/contracts/schedule';
import type { AppointmentRow, DoctorRow } from '@dayline/contracts/views';
import type { Reading } from '../desk/reading.ts';
import type { Slice } from './answer.ts';

/** How many upcoming appointments a profile lists. */
const upcomingAtMost = 10;

/** A doctor's profile, schedule, link and fees (specification, section 7, "Doctor"). */
export const doctorSlice: Slice<
  'getDoctor' | 'listUpcomingAppointments' | 'getSchedule' | 'getLink' | 'getConsultationFees'
> = {
  async getDoctor({ pocId }, { desk, directory }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('doctor.unknown');
    return {
      body: {
        name: doctor.name,
        specialization: doctor.specialization,
        qualification: doctor.qualification,
        email: doctor.email,
        phone: doctor.contactNumber,
        location: doctor.location,
        profile_image: doctor.photoId === null ? null : photoUrl(doctor.photoId),
        patientCount: await desk.count({ view: 'visitors', where: { pocId } }),
        experience: doctor.experienceYears,
        // Nobody rates a doctor in this product: the page shows its sample figures.
        rating: null,
        reviewCount: null,
      },
    };
  },

  async listUpcomingAppointments({ pocId }, reading) {
    const doctor = reading.directory.doctor(pocId);
    if (!doctor) return refuse('doctor.unknown');
    const rows = await upcomingOf(reading, doctor);
    return {
      body: rows.map(({ patientName, type, time, date }) => ({ patientName, reason: type, time, date })),
    };
  },

  async getSchedule({ pocId }, { directory }) {
    const doctor = directory.doctor(pocId);
    return doctor ? { body: inOrder(doctor.schedule?.week ?? []) } : refuse('access.foreign');
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

/** The next Confirmed ones: what is left of today first, then the days after. */
async function upcomingOf({ desk, clinicOf }: Reading, doctor: DoctorRow): Promise<readonly AppointmentRow[]> {
  const { date: today, time: now } = clinicOf(doctor.clientId);
  const where = { pocId: doctor.key, status: 'Confirmed' };
  const left = await desk.page({
    view: 'appointments',
    where: { ...where, date: today },
    range: { field: 'time', from: now },
    order: [{ field: 'time' }],
    limit: upcomingAtMost,
  });
  const missing = upcomingAtMost - left.rows.length;
  if (missing === 0) return left.rows;
  const later = await desk.page({
    view: 'appointments',
    where,
    range: { field: 'date', from: addDays(today, 1) },
    order: [{ field: 'date' }, { field: 'time' }],
    limit: missing,
  });
  return [...left.rows, ...later.rows];
}

import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { PaymentOf } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, longDate } from '../../../shared/format/time.ts';
import { SummaryList } from '../../../ui/layout/summary-list.tsx';
import { phoneText, rupeeAmount } from '../../../ui/locale/words.ts';
import { branchText, hoursText } from '../story.ts';
import { auditText as text } from '../text.ts';

type Story = ResponseOf<'getAppointmentStory'>;

/** The current appointment. */
export function Facts({ appointment }: Pick<Story, 'appointment'>) {
  const { UserContact: phone, UserLocation: location, Payment_Status: payment } = appointment;
  const session = sessionText(appointment.session);
  return (
    <SummaryList
      label={text.facts}
      items={[
        {
          term: text.columns.patient,
          value: (
            <PatientLink userId={appointment.User_ID} name={appointment.UserName} identity={appointment.identity}>
              {appointment.UserName ?? text.erased}
            </PatientLink>
          ),
        },
        ...(phone === null ? [] : [{ term: text.columns.contact, value: phoneText(phone) }]),
        ...(location === null ? [] : [{ term: text.columns.location, value: location }]),
        { term: text.columns.doctor, value: appointment.POCName },
        { term: text.columns.specialization, value: appointment.Specialization },
        { term: text.columns.type, value: appointmentText.type[appointment.AppointmentType] },
        ...(appointment.patientClass === undefined
          ? []
          : [{ term: appointmentText.patientClass, value: appointment.patientClass }]),
        { term: text.columns.date, value: longDate(appointment.AppointmentDate) },
        { term: text.columns.time, value: clockTime(appointment.AppointmentTime) },
        ...(session === '' ? [] : [{ term: text.columns.session, value: session }]),
        ...(payment === null ? [] : [{ term: text.columns.payment, value: <PaymentOf visit={appointment} /> }]),
      ]}
    />
  );
}

/** What was in force at the booking, regardless of later changes. */
export function BookedFacts({ whenBooked: { fee, meetingLink, hours, branch } }: Pick<Story, 'whenBooked'>) {
  return (
    <SummaryList
      label={text.whenBooked}
      items={[
        { term: text.fee, value: fee === null ? text.noneSet : rupeeAmount(fee) },
        { term: text.link, value: meetingLink ?? text.noneSet },
        {
          term: text.hours,
          value: hours.length === 0 ? text.noHours : hours.map(hoursText).map((line) => <div key={line}>{line}</div>),
        },
        { term: text.branch, value: branch === null ? text.noBranch : branchText(branch) },
      ]}
    />
  );
}

import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { MeetingLink } from '../../../shared/appointments/visit/meeting-link.tsx';

/** The meeting link of a Tele Consultation, after its type. */
export const LinkOf = ({ row: { meetingLink, UserName } }: { row: AppointmentDetail }) =>
  meetingLink === undefined ? null : (
    <>
      {' · '}
      <MeetingLink link={meetingLink} name={UserName ?? appointmentText.anErased} joins={false} />
    </>
  );

/** The type of a visit, with its link. */
export const VisitType = ({ row }: { row: AppointmentDetail }) => (
  <>
    {[appointmentText.type[row.AppointmentType], row.patientClass].filter(Boolean).join(' · ')}
    <LinkOf row={row} />
  </>
);

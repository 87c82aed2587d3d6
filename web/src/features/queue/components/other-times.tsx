import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import type { FailureDetails } from '@dayline/contracts/errors';
import { useCall } from '../../../shared/api/hooks.ts';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Inline, Muted } from '../../../ui/layout/boxes.tsx';
import { queueText as text } from '../text.ts';

const maxOffered = 3;

/** Free times of a doctor who takes no walk-in now; each opens the booking wizard with it and the patient's phone. */
export function OtherTimes(props: {
  doctor: QueueDoctor;
  phone: string | null;
  times: NonNullable<FailureDetails['freeTimes']>;
}) {
  const { doctor, phone, times } = props;
  const { clientId, clientName } = useIdentity();
  const departments = useCall('listDepartments', { clientId });
  const departmentId = departments.data?.find(({ Value_name: name }) => name === doctor.department)?.departmentId;
  if (departmentId === undefined) return null;
  return (
    <Inline gap={1} wrap>
      <Muted>{text.nextFree}</Muted>
      {times.slice(0, maxOffered).map(({ date, time }) => (
        <LinkButton
          key={`${date} ${time}`}
          to={paths.addNewAppointment}
          state={{ clientId, clientName, departmentId, pocId: doctor.pocId, date, time, phone }}
          variant="outlined"
          size="small"
        >
          {`${shortDate(date)}, ${clockTime(time)}`}
        </LinkButton>
      ))}
    </Inline>
  );
}

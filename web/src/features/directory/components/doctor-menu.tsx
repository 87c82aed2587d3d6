import { Suspense, useState } from 'react';
import { useDepartments } from '../../../shared/appointments/doctors/doctors.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { lazyPiece } from '../../../shared/lazy-piece.ts';
import { availabilityPath, leavePath, paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import type { Doctor } from '../rules.ts';
import { doctorsText as text } from '../text.ts';

const CalendarFeedDialog = lazyPiece(() => import('../../../shared/appointments/doctors/calendar-feed-dialog.tsx'));
const CorrectDialog = lazyPiece(() => import('./correct-dialog.tsx'));
const EmailDialog = lazyPiece(() => import('./email-dialog.tsx'));
const LeftDialog = lazyPiece(() => import('./left-dialog.tsx'));
const OnRequestDialog = lazyPiece(() => import('../../../shared/appointments/doctors/on-request-dialog.tsx'));

/** What the desk sets for a doctor: hours, days off, fees, link, details. The doctor's history says who did it. */
export function DoctorMenu({ doctor }: { doctor: Doctor }) {
  const { clientId } = useIdentity();
  const { pocId, pocName, departmentName, onRequest } = doctor;
  const [open, setOpen] = useState<'details' | 'email' | 'left' | 'onRequest' | 'calendar'>();
  const departments = useDepartments();
  const departmentId = departments.data?.find(({ Value_name }) => Value_name === departmentName)?.departmentId ?? '';
  const state = { pocId, clientId, pocName };
  const close = () => setOpen(undefined);
  return (
    <>
      <RowMenu
        label={text.more(pocName)}
        about={pocName}
        items={[
          { name: text.hours, icon: 'clock', to: paths.updateSchedule, state },
          { name: text.availability, icon: 'calendar', to: availabilityPath({ departmentId, pocId }) },
          { name: text.leave, icon: 'away', to: leavePath({ doctor: pocId }) },
          { name: text.fees, icon: 'fees', to: paths.fees, state },
          { name: text.meetLink, icon: 'video', to: paths.meetLink, state },
          { name: text.calendarFeed, icon: 'calendar', perform: () => setOpen('calendar') },
          { name: appointmentText.onRequest, icon: 'phone', perform: () => setOpen('onRequest') },
          { name: text.left, icon: 'blocked', perform: () => setOpen('left') },
          { name: text.correct, icon: 'edit', perform: () => setOpen('details') },
          ...(doctor.kind === 'unit'
            ? []
            : [{ name: text.changeEmail, icon: 'mail' as const, perform: () => setOpen('email') }]),
        ]}
      />
      <Suspense>
        {open === 'details' ? <CorrectDialog doctor={doctor} departmentId={departmentId} onClose={close} /> : null}
        {open === 'email' ? <EmailDialog doctor={doctor} onClose={close} /> : null}
        {open === 'left' ? <LeftDialog doctor={doctor} onClose={close} /> : null}
        {open === 'calendar' ? <CalendarFeedDialog pocId={pocId} name={pocName} onClose={close} /> : null}
        {open === 'onRequest' ? (
          <OnRequestDialog pocId={pocId} name={pocName} sentence={onRequest ?? ''} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

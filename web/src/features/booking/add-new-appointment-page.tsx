import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useWizardKeyList } from '../../shared/actions/actions.ts';
import { useAskBeforeLeaving } from '../../shared/actions/leaving.ts';
import { useDepartments, useDoctorsOf } from '../../shared/appointments/doctors/doctors.ts';
import { comeUntilOf } from '../../shared/appointments/slot-picker/sessions.ts';
import { useTimes } from '../../shared/appointments/slot-picker/use-lost-time.ts';
import { typeText } from '../../shared/appointments/text.ts';
import { namedText } from '../../shared/format/identity.ts';
import { clockTime, weekdayAndDate } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { focusField } from '../../ui/fields/conditional-field.tsx';
import { phoneText } from '../../ui/locale/words.ts';
import { WizardFrame } from '../../ui/wizard/wizard-frame.tsx';
import { clearDraft, hasBegun, useClearOnLeave } from './api/draft.ts';
import { type Booking, useBooking } from './api/use-booking.ts';
import { BookedScreen } from './components/booked-screen.tsx';
import { ConfirmStep, type Names } from './components/confirm-step.tsx';
import { DetailsStep } from './components/details-step.tsx';
import { ErrorSummary } from './components/error-summary.tsx';
import { PaymentStep } from './components/payment-step.tsx';
import { PhoneStep } from './components/phone-step.tsx';
import { ProviderStep } from './components/provider-step.tsx';
import { slotOf, TimeWatch, TimingStep } from './components/timing-step.tsx';
import { TypeStep } from './components/type-step.tsx';
import { correctedOf } from './family.ts';
import { confirmStep, paymentStep, stepFields, timingStep, wirePhone } from './rules.ts';
import { bookingText } from './text.ts';

function Step({ booking, names }: { booking: Booking; names: Names }) {
  switch (booking.draft.step) {
    case 1:
      return <PhoneStep booking={booking} />;
    case 2:
      return <DetailsStep booking={booking} />;
    case 3:
      return <TypeStep booking={booking} />;
    case 4:
      return <ProviderStep booking={booking} />;
    case timingStep:
      return <TimingStep booking={booking} names={names} />;
    case paymentStep:
      return (
        <>
          <PaymentStep booking={booking} />
          <ConfirmStep booking={booking} names={names} />
        </>
      );
    default:
      return <ConfirmStep booking={booking} names={names} />;
  }
}

/** The errors of the step, if there are several; if there is one, its field is focused instead. */
function Problems({ booking }: { booking: Booking }) {
  const { draft, errors, refusals } = booking;
  const wrong = [...stepFields(draft.step), 'beyond' as const].flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ field, message }];
  });
  const only = wrong.length === 1 ? wrong[0]?.field : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal, not whenever a field is corrected
  useEffect(() => {
    if (refusals > 0 && only !== undefined) focusField(only);
  }, [refusals]);
  if (wrong.length < 2) return null;
  return (
    <ErrorSummary
      attempt={refusals}
      errors={wrong.map(({ field, message }) => ({ message, focus: () => focusField(field) }))}
    />
  );
}

const leaving = () => ({
  title: bookingText.leave,
  message: bookingText.leaveHint,
  actionLabel: bookingText.leaveAction,
  destructive: true,
  cancelLabel: bookingText.stay,
});

async function startOver(booking: Booking): Promise<void> {
  const { startOverQuestion: title, leaveHint: message, startOver: actionLabel, stay: cancelLabel } = bookingText;
  if (!(await confirm({ title, message, actionLabel, cancelLabel, destructive: true }))) return;
  booking.startOver();
  // At step 1 the field already exists; otherwise it is focused when its step opens.
  focusField('phone');
}

/** Add New Appointment (/add-new-appointment), sections 2, 4 and 5. */
export default function AddNewAppointmentPage() {
  const { zone } = useIdentity();
  const { state } = useLocation();
  const booking = useBooking(state);
  const { draft, booked } = booking;
  const { departmentId, pocId, type, name, date, time } = booked?.booking ?? draft.fields;
  const departments = useDepartments();
  const doctors = useDoctorsOf(departmentId);
  useClearOnLeave();
  const isOpen = booked === undefined;
  useAskBeforeLeaving(isOpen && hasBegun(draft), leaving(), { onLeave: clearDraft, keptOverReload: true });

  const doctor = doctors.data?.find((doctor) => doctor.POC_ID === pocId);
  const onRequest = doctor?.On_Request;
  const isBeforePayment = isOpen && draft.step < paymentStep;
  const canContinue = isBeforePayment && (draft.step !== timingStep || onRequest === undefined);
  const canGoBack = isBeforePayment && draft.step > 1;
  useWizardKeyList({ canContinue, canGoBack });

  const { editing } = booking;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step is opened
  useEffect(() => {
    if (editing.current === undefined) return;
    focusField(editing.current);
    editing.current = undefined;
  }, [draft.step]);

  const isChosen = date !== '' && time !== '';
  const isSummed = booked !== undefined || (draft.step >= confirmStep && booking.visit.isSettled);
  const times = useTimes(slotOf(booking), { enabled: isChosen && isSummed });
  const names: Names = {
    session: times.data?.find((slot) => slot.appointment_time === time)?.session,
    comeUntil: times.data && comeUntilOf(times.data, time),
    department: departments.data?.find((department) => department.departmentId === departmentId)?.Value_name ?? '',
    doctor: doctor?.POC_Name ?? '',
    onRequest,
    beyond: (booked ?? draft).beyond,
  };
  if (booked) return <BookedScreen booked={booked} names={names} onAnother={booking.startOver} />;

  const { step } = draft;
  // Patient, doctor and time stay visible once known; Confirm's summary has them all.
  const context = [
    step > 1 && draft.fields.phone !== '' && phoneText(wirePhone(draft.fields)),
    step > 2 && namedText(name.trim(), correctedOf(draft)?.identity),
    typeText(type),
    names.doctor,
    names.department,
    date !== '' && time !== '' && `${weekdayAndDate(date)}, ${clockTime(time)}`,
    step === timingStep && bookingText.clinicTimes(zone),
  ];
  return (
    <WizardFrame
      title={bookingText.title}
      steps={bookingText.steps}
      step={step}
      question={bookingText.questions(name.trim() || bookingText.thePatient)[step - 1] ?? ''}
      context={step === confirmStep ? undefined : context.filter(Boolean).join(' · ') || undefined}
      onBack={canGoBack ? booking.goBack : undefined}
      onContinue={canContinue ? booking.goToNext : undefined}
      {...(step === 6 ? { continueLabel: bookingText.confirm } : {})}
      busy={booking.busy}
      aside={
        hasBegun(draft) ? (
          <Button variant="text" size="small" disabled={booking.busy} onClick={() => void startOver(booking)}>
            {bookingText.startOver}
          </Button>
        ) : null
      }
    >
      {step >= confirmStep && draft.payment === null ? <TimeWatch booking={booking} /> : null}
      <Problems booking={booking} />
      <Step key={step} booking={booking} names={names} />
    </WizardFrame>
  );
}

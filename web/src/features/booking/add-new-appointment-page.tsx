import { useEffect } from 'react';
import { clockTime, weekdayAndDate } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ErrorSummary } from '../../shared/ui/error-summary.tsx';
import { WizardFrame } from '../../shared/ui/wizard-frame.tsx';
import { focusField } from './asked-field.tsx';
import { BookedScreen } from './booked-screen.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { hasBegun, useClearOnLeave } from './draft.ts';
import { useAskBeforeLeaving } from './leaving.ts';
import { PaymentStep } from './payment-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { ProviderStep, useDepartments, useDoctors } from './provider-step.tsx';
import { paymentStep, stepFields, timingStep } from './rules.ts';
import { bookingText, stepTitles } from './text.ts';
import { TimingStep } from './timing-step.tsx';
import { TypeStep } from './type-step.tsx';
import { type Booking, useBooking } from './use-booking.ts';

interface Names {
  doctor: string;
  department: string;
}

const questionOf = (step: number, patient: string): string =>
  [
    'Who is calling?',
    'Who is the patient?',
    `How will ${patient} see the doctor?`,
    `Whom should ${patient} see?`,
    `When should ${patient} come?`,
    'Is everything right?',
    `How does ${patient} pay?`,
  ][step - 1] ?? '';

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
      return <TimingStep booking={booking} doctorName={names.doctor} />;
    case paymentStep:
      return <PaymentStep booking={booking} />;
    default:
      return <ConfirmStep booking={booking} names={names} />;
  }
}

/** What is wrong with the step, where it is more than one thing; a single one takes the focus itself. */
function Problems({ booking }: { booking: Booking }) {
  const { draft, form, refusals } = booking;
  const { errors } = form.formState;
  const wrong = stepFields(draft.step).flatMap((field) => {
    const message = errors[field]?.message;
    return message === undefined ? [] : [{ field, message }];
  });
  const only = wrong.length === 1 ? wrong[0]?.field : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a refusal, not whenever a field is mended
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

/** Add New Appointment (/add-new-appointment), sections 2, 4 and 5. */
export function AddNewAppointmentPage() {
  const { zone } = useIdentity();
  const booking = useBooking();
  const { draft, booked } = booking;
  const { departmentId, pocId, type, name, date, time } = booked?.booking ?? draft.fields;
  const departments = useDepartments();
  const doctors = useDoctors(departmentId);
  useClearOnLeave();
  useAskBeforeLeaving(booked === undefined && hasBegun(draft));

  const { editing } = booking;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step is opened
  useEffect(() => {
    if (editing.current === undefined) return;
    focusField(editing.current);
    editing.current = undefined;
  }, [draft.step]);

  const names: Names = {
    department: departments.data?.find((one) => one.departmentId === departmentId)?.Value_name ?? '',
    doctor: doctors.data?.find((one) => one.POC_ID === pocId)?.POC_Name ?? '',
  };
  if (booked) return <BookedScreen booked={booked} names={names} onAnother={booking.startOver} />;

  const { step } = draft;
  const whom = [names.doctor, names.department, type].filter((part) => part !== '').join(' · ');
  const contexts: Record<number, string> = {
    [timingStep]: `${whom} · times of the clinic (${zone})`,
    [paymentStep]: date === '' || time === '' ? whom : `${whom} · ${weekdayAndDate(date)}, ${clockTime(time)}`,
  };
  return (
    <WizardFrame
      title={bookingText.title}
      steps={stepTitles}
      step={step}
      question={questionOf(step, name.trim() === '' ? 'the patient' : name.trim())}
      context={contexts[step]}
      onBack={step > 1 && step < paymentStep ? booking.goBack : undefined}
      onContinue={step < paymentStep ? booking.goOn : undefined}
      {...(step === 6 ? { continueLabel: 'Confirm' } : {})}
      busy={booking.busy}
    >
      <Problems booking={booking} />
      <Step key={step} booking={booking} names={names} />
    </WizardFrame>
  );
}

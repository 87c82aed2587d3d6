import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { PaymentChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText, typeText } from '../../../shared/appointments/text.ts';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, longDate } from '../../../shared/format/time.ts';
import { Span, Stack } from '../../../ui/layout/boxes.tsx';
import { SummaryList } from '../../../ui/layout/summary-list.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import type { Booking } from '../api/use-booking.ts';
import { useVisitFee } from '../api/use-visit-fee.ts';
import { correctedOf, type Person } from '../family.ts';
import { type BookingFields, wirePhone } from '../rules.ts';
import { bookingText as text } from '../text.ts';
import { Clashes } from './existing-bookings.tsx';
import { VisitFee } from './visit-fee.tsx';

const Missing = () => <Span sx={{ color: 'text.secondary', fontWeight: 400 }}>{text.notGiven}</Span>;

function TimeOfSession({ time, names: { session, comeUntil, beyond } }: { time: string; names: Names }) {
  const until = comeUntil === undefined ? '' : appointmentText.comeUntil(clockTime(comeUntil));
  const details = [until, sessionText(session), beyond === null ? '' : text.beyond.summary(beyond)]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      {clockTime(time)}
      {details === '' ? null : <Span sx={{ color: 'text.secondary', fontWeight: 400 }}>{` · ${details}`}</Span>}
    </>
  );
}

/** The names behind an appointment's ids. */
export interface Names {
  doctor: string;
  /** How to request an appointment, where no times are offered. */
  onRequest: string | undefined;
  department: string;
  /** The session's details for the time. */
  session: ShownSession | undefined;
  /** HH:mm; undefined if the patient is to come at the time itself. */
  comeUntil: string | undefined;
  /** The reason for overbooking. */
  beyond: string | null;
}

/** The appointment, as term and value; `step` and `field` are where each was entered. */
export function summaryOf(fields: BookingFields, names: Names, correction?: Person) {
  const detail = (field: 'name' | 'email' | 'location') => {
    const before = correction?.[field] ?? null;
    const now = fields[field].trim();
    return entry(2, field, before === null || before === now ? now : `${before} → ${now}`);
  };
  const entry = (step: number, field: keyof typeof text.terms, value: ReactNode) => ({
    term: text.terms[field],
    value: value || <Missing />,
    field,
    step,
  });
  return [
    entry(1, 'phone', fields.phone && phoneText(wirePhone(fields))),
    detail('name'),
    detail('email'),
    detail('location'),
    entry(3, 'type', typeText(fields.type)),
    entry(4, 'departmentId', names.department),
    entry(4, 'pocId', names.doctor),
    entry(5, 'date', fields.date && longDate(fields.date)),
    entry(5, 'time', fields.time && <TimeOfSession time={fields.time} names={names} />),
  ];
}

/** Step 6: the summary, with a link back to each entry; also at Payment, until the booking is sent. */
export function ConfirmStep({ booking, names }: { booking: Booking; names: Names }) {
  const { draft, edit, busy } = booking;
  const fee = useVisitFee(draft);
  return (
    <Stack gap={2}>
      <Clashes booking={booking} />
      <SummaryList
        label={text.appointment}
        items={[
          ...summaryOf(draft.fields, names, correctedOf(draft)).map(({ term, value, field, step }) => ({
            term,
            value,
            change: (
              <Link
                component="button"
                type="button"
                disabled={busy}
                aria-label={text.edits[field]}
                onClick={() => edit(step, field)}
                sx={{ minWidth: { xs: 44, md: 32 }, minHeight: { xs: 44, md: 24 } }}
              >
                {text.edit}
              </Link>
            ),
          })),
          ...(draft.patientClass === '' ? [] : [{ term: appointmentText.patientClass, value: draft.patientClass }]),
          ...(fee === undefined ? [] : [{ term: text.feeTerm, value: <VisitFee fee={fee} /> }]),
          ...(draft.payment === null
            ? []
            : [{ term: text.paymentTerm, value: <PaymentChip payment={draft.payment} /> }]),
        ]}
      />
    </Stack>
  );
}

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { PaymentChip } from '../../../shared/appointments/status-chip.tsx';
import { clockTime, longDate } from '../../../shared/format/time.ts';
import { SummaryList } from '../../../ui/layout/summary-list.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import type { Booking } from '../api/use-booking.ts';
import { type BookingFields, wirePhone } from '../rules.ts';

const missing = (
  <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
    Not given
  </Box>
);

/** The appointment, as term and value; `step` and `field` are where each was entered. */
export const summaryOf = (fields: BookingFields, names: { doctor: string; department: string }) => [
  {
    term: 'Phone',
    value: fields.phone === '' ? missing : phoneText(wirePhone(fields)),
    field: 'phone' as const,
    step: 1,
  },
  { term: 'Name', value: fields.name || missing, field: 'name' as const, step: 2 },
  { term: 'Email', value: fields.email || missing, field: 'email' as const, step: 2 },
  { term: 'Location', value: fields.location || missing, field: 'location' as const, step: 2 },
  { term: 'Type', value: fields.type || missing, field: 'type' as const, step: 3 },
  { term: 'Department', value: names.department || missing, field: 'departmentId' as const, step: 4 },
  { term: 'Doctor', value: names.doctor || missing, field: 'pocId' as const, step: 4 },
  { term: 'Date', value: fields.date === '' ? missing : longDate(fields.date), field: 'date' as const, step: 5 },
  { term: 'Time', value: fields.time === '' ? missing : clockTime(fields.time), field: 'time' as const, step: 5 },
];

/** Step 6: the summary, with a link back to each entry; at Payment too, until the booking is sent. */
export function ConfirmStep({ booking, names }: { booking: Booking; names: { doctor: string; department: string } }) {
  const { draft, edit, busy } = booking;
  return (
    <SummaryList
      label="Appointment"
      items={[
        ...summaryOf(draft.fields, names).map(({ term, value, field, step }) => ({
          term,
          value,
          change: (
            <Link
              component="button"
              type="button"
              disabled={busy}
              aria-label={`Edit ${term.toLowerCase()}`}
              onClick={() => edit(step, field)}
              sx={{ minWidth: { xs: 44, md: 32 }, minHeight: { xs: 44, md: 24 } }}
            >
              Edit
            </Link>
          ),
        })),
        ...(draft.payment === null ? [] : [{ term: 'Payment', value: <PaymentChip payment={draft.payment} /> }]),
      ]}
    />
  );
}

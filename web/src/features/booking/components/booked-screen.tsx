import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paidWords } from '../../../shared/appointments/payment/amount.ts';
import { PaymentChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { visitText } from '../../../shared/appointments/visit/text.ts';
import { auditStoryPath, paths, slipPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, Round } from '../../../ui/layout/boxes.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { SummaryList } from '../../../ui/layout/summary-list.tsx';
import { frame } from '../../../ui/theme/tokens.ts';
import type { FinishedBooking } from '../api/use-sending.ts';
import { bookingText as text } from '../text.ts';
import { type Names, summaryOf } from './confirm-step.tsx';

/** '₹400 cash', as recorded; empty for what is paid later. */
function paidOf({ payment, paid }: FinishedBooking): string {
  if (payment !== 'Paid') return '';
  const { amount, method } = paid;
  if (amount !== undefined) return paidWords(amount, method ?? 'unknown');
  return method === undefined ? '' : appointmentText.methods[method];
}

/** "then a confirmation screen with Return to Dashboard (/admin-dashboard with clientId and clientName)" (section 2). */
export function BookedScreen(props: { booked: FinishedBooking; names: Names; onAnother(): void }) {
  const { booked, names, onAnother } = props;
  const { clientId, clientName } = useIdentity();
  const home = useRef<HTMLAnchorElement>(null);
  // On a phone the confirmation stays visible; the button is one scroll away.
  useEffect(() => home.current?.focus({ preventScroll: true }), []);
  return (
    <Box sx={{ maxWidth: frame.wizard, mx: 'auto' }}>
      <PageHeader title={text.title} />
      <Paper sx={{ p: 2, display: 'grid', gap: 2 }}>
        <Inline role="status" gap={1.5}>
          <Round size={40} sx={{ color: 'status.visited.main', bgcolor: 'status.visited.soft' }}>
            <Icon name="check" />
          </Round>
          <Box>
            <Typography variant="h2">{text.booked}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{text.expected(booked.booking.name)}</Typography>
          </Box>
        </Inline>
        <SummaryList
          label={text.appointment}
          items={[
            ...summaryOf(booked.booking, names).map(({ term, value }) => ({ term, value })),
            ...(booked.patientClass === '' ? [] : [{ term: appointmentText.patientClass, value: booked.patientClass }]),
            {
              term: text.paymentTerm,
              value: (
                <>
                  <PaymentChip payment={booked.payment} /> {paidOf(booked)}
                </>
              ),
            },
          ]}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 2, borderTop: '1px solid', borderColor: 'divider' }}>
          <Button component={Link} ref={home} to={paths.adminDashboard} state={{ clientId, clientName }}>
            {text.backHome}
          </Button>
          <Button variant="outlined" onClick={onAnother}>
            {text.another}
          </Button>
          <Button
            variant="outlined"
            component={Link}
            to={slipPath(booked.appointmentId)}
            startIcon={<Icon name="print" />}
          >
            {visitText.slip}
          </Button>
          <Button variant="text" component={Link} to={auditStoryPath(booked.appointmentId)} sx={{ ml: { sm: 'auto' } }}>
            {text.history}
          </Button>
        </Box>
      </Paper>
    </Box>
  );
}

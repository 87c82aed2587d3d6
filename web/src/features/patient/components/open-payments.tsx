import type { Visit } from '@dayline/contracts/endpoints/patients';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { changeOver, usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { partPaidWords } from '../../../shared/appointments/payment/what-is-paid.ts';
import { useVisitActions } from '../../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfPatient } from '../../../shared/appointments/visit/visit-row.ts';
import { clockTime, fullDate, shortDate } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Bold, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { paiseAmount, rupeeAmount } from '../../../ui/locale/words.ts';
import type { Overview } from '../rules.ts';
import { patientText as text } from '../text.ts';

/** The visit's text after the amount. */
function owedWords({ date, time, status }: Visit, today: string): string {
  if (status !== 'Confirmed' || date < today) return text.owedFrom(shortDate(date));
  return date === today ? text.owedToday(clockTime(time)) : text.owedLater(shortDate(date), clockTime(time));
}

/** Unpaid visits; an administrator records a payment. */
export function OpenPayments({ overview }: { overview: Overview }) {
  const { unpaid, today, name } = overview;
  const { role } = useIdentity();
  const { payAction, dialogs } = useVisitActions('admin', today);
  const { total, fees, withoutFee } = unpaid;
  const pending = usePendingChanges((state) => state.changes);
  // Visits just paid here disappear at once.
  const visits = unpaid.visits.filter(
    ({ appointmentId, at }) => changeOver(pending, appointmentId, at)?.Payment_Status !== 'Paid',
  );
  return (
    <Box sx={{ order: { xs: 2, lg: 0 } }}>
      <Section
        title={text.payments}
        count={total}
        padded={false}
        aside={total === withoutFee ? undefined : rupeeAmount(fees)}
      >
        {total === 0 ? (
          <Typography sx={{ px: 2, py: 2, ...lineAbove, color: 'text.secondary' }}>{text.noPayments}</Typography>
        ) : (
          <PlainList aria-label={text.payments}>
            {visits.map((visit) => {
              const words = owedWords(visit, today);
              const about = `${name ?? ''}, ${fullDate(visit.date)}, ${clockTime(visit.time)}`;
              const row = { ...visitOfPatient(visit, name), about };
              return (
                <Stack
                  component="li"
                  key={visit.appointmentId}
                  sx={{
                    gridTemplateColumns: 'minmax(0, 1fr) auto',
                    columnGap: 1.5,
                    alignItems: 'center',
                    minHeight: 52,
                    px: 2,
                    py: 0.75,
                    ...lineAbove,
                  }}
                >
                  <Box>
                    <Typography>
                      <Bold>{visit.money.amount === null ? text.noFee : paiseAmount(visit.money.amount)}</Bold> {words}
                    </Typography>
                    <Muted block>
                      {[visit.pocName, visit.status === 'Availed' && text.visited, partPaidWords(row)]
                        .filter(Boolean)
                        .join(', ')}
                    </Muted>
                  </Box>
                  {role === 'admin' ? (
                    <Button
                      variant="outlined"
                      size="small"
                      aria-label={text.markPaidFor(words)}
                      onClick={() => payAction(row).perform()}
                    >
                      {text.markPaid}
                    </Button>
                  ) : null}
                </Stack>
              );
            })}
          </PlainList>
        )}
      </Section>
      {dialogs}
    </Box>
  );
}

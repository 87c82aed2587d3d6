import type { Visit } from '@dayline/contracts/endpoints/patients';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { partPaidWords } from '../../../shared/appointments/payment/what-is-paid.ts';
import { StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, fullDate, monthAndYear } from '../../../shared/format/time.ts';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { lineAbove, Muted, Span } from '../../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../../ui/layout/card.tsx';
import { paiseAmount } from '../../../ui/locale/words.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { type Overview, unmarkedCount } from '../rules.ts';
import { patientText as text } from '../text.ts';
import { Moves } from './moves.tsx';
import { visitMenu } from './upcoming-visits.tsx';

const isMissed = ({ status }: Visit): boolean => status === 'Cancelled' || status === 'Not_Availed';

/** Paid, or still to pay; nothing for an unpaid visit that didn't take place. */
function Payment({ visit }: { visit: Visit }) {
  const { payment, money } = visit;
  const part = partPaidWords({ Payment_Status: payment, money });
  if (payment === null) return '–';
  if (payment === 'Pay_later' && isMissed(visit)) return part ?? '–';
  const words = appointmentText.payment[payment];
  if (payment === 'Paid') return words;
  return (
    <>
      <Span sx={{ fontWeight: 600, color: 'status.notVisited.main' }}>
        {money.amount === null ? words : `${paiseAmount(money.amount)} · ${words}`}
      </Span>
      {part === undefined ? null : <Muted block>{part}</Muted>}
    </>
  );
}

const columns = (): Column<Visit>[] => [
  {
    id: 'when',
    header: text.columns.when,
    nowrap: true,
    strong: true,
    cell: ({ date, time }) => (
      <>
        {fullDate(date)} <Muted sx={{ fontWeight: 400, display: 'inline-block' }}>{clockTime(time)}</Muted>
      </>
    ),
  },
  {
    id: 'doctor',
    header: text.columns.doctor,
    cell: (visit) => (
      <>
        {visit.pocName}
        <Moves visit={visit} />
      </>
    ),
  },
  { id: 'specialization', header: text.columns.specialization, cell: ({ specialization }) => specialization },
  {
    id: 'type',
    header: text.columns.type,
    cell: ({ type, session }) => [text.types[type], sessionText(session)].filter(Boolean).join(' · '),
  },
  {
    id: 'status',
    header: text.columns.status,
    nowrap: true,
    card: 'chip',
    cell: ({ status }) => <StatusChip status={status} />,
  },
  { id: 'payment', header: text.columns.payment, nowrap: true, cell: (visit) => <Payment visit={visit} /> },
];

/** '8 visited · 2 not visited · 1 cancelled', without zero counts. */
function countsOf(past: Overview['past']): string {
  const { visited, notVisited, cancelled, unmarked: unmarkedWords } = text.pastCounts;
  const counts: readonly (readonly [number, (count: number) => string])[] = [
    [past.visited, visited],
    [past.notVisited, notVisited],
    [past.cancelled, cancelled],
    [unmarkedCount(past), unmarkedWords],
  ];
  return counts.flatMap(([count, words]) => (count > 0 ? [words(count)] : [])).join(' · ');
}

/** Past and cancelled visits, newest first; earlier ones on demand. */
export function PastVisits({ overview, onMore }: { overview: Overview; onMore(): void }) {
  const { past, isCut } = overview;
  const { visits, total, since } = past;
  const earlier = total - visits.length;
  return (
    <Box sx={{ order: { xs: 4, lg: 0 }, pb: { xs: 10, md: 0 } }}>
      <Section title={text.past} count={total} padded={false} aside={countsOf(past)}>
        {total === 0 ? (
          <Typography sx={{ px: 2, py: 3, ...lineAbove, color: 'text.secondary' }}>{text.nonePast}</Typography>
        ) : (
          <DataTable
            label={text.past}
            columns={columns()}
            rows={visits}
            rowKey={({ appointmentId }) => appointmentId}
            actions={(visit) => (
              <RowMenu
                label={text.more(`${fullDate(visit.date)}, ${clockTime(visit.time)}`)}
                items={visitMenu(visit)}
              />
            )}
          />
        )}
        {earlier > 0 || isCut ? (
          <CardLine at="bottom">
            {earlier > 0 && since !== null ? (
              <Button variant="text" size="small" onClick={onMore} sx={{ whiteSpace: 'normal', textAlign: 'left' }}>
                {text.earlier(earlier, monthAndYear(since))}
              </Button>
            ) : null}
            {isCut ? <Muted>{text.cut}</Muted> : null}
          </CardLine>
        ) : null}
      </Section>
    </Box>
  );
}

import { addDays } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { useCall } from '../../shared/api/hooks.ts';
import { usePendingChanges } from '../../shared/appointments/marking/pending-changes.ts';
import { useChangeMany } from '../../shared/appointments/marking/use-change-many.ts';
import { partPaidWords } from '../../shared/appointments/payment/what-is-paid.ts';
import { useVisitActions } from '../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfDetail } from '../../shared/appointments/visit/visit-row.ts';
import { ExportCsv } from '../../shared/exports/export-csv.tsx';
import { clockTime, instantAtClinic, shortWeekdayAndDate } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { useClinicNow } from '../../shared/format/use-clinic-now.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { isRepeatable } from '../../ui/buttons/single-press.ts';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Stack } from '../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { paiseAmount } from '../../ui/locale/words.ts';
import { Closing } from './components/closing.tsx';
import { TakingsTable } from './components/takings-table.tsx';
import { Note, paperList, paperRow, Visits } from './components/visits.tsx';
import { dayOf, restOf, stillUnmarked, stillUnpaid, type Takings } from './rules.ts';
import { dayCloseText as text } from './text.ts';
import { useClosing } from './use-closing.ts';

/** "End of the day: takings per desk and method, … closing again is a second event" (the desk's day, 6). */
export default function DayClosePage() {
  const { clientId, clientName, zone } = useIdentity();
  const today = useClinicDay(zone);
  const { params, set } = useAddressParams();
  const day = dayOf(params.get('day'), today);
  const query = useCall('getTakings', { clientId, day });
  const closing = useClosing(day);
  return (
    <>
      <GlobalStyles styles={{ '@page': { size: 'A4', margin: '12mm' } }} />
      <PageHeader
        title={text.title}
        afterTitle={
          <>
            <DayStepper day={day} today={today} onDay={(to) => set({ day: to === today ? undefined : to })} />
            <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>
              {`${clientName}, ${shortWeekdayAndDate(day)}`}
            </Box>
          </>
        }
        action={
          <Inline gap={1} className="not-on-paper">
            <ExportCsv name="exportTakings" request={{ clientId, day }} />
            <ActionButton
              action={{
                name: text.print,
                icon: 'print',
                enabled: query.data !== undefined,
                perform: () => window.print(),
              }}
            />
          </Inline>
        }
      />
      <ListState query={query} skeleton={<RowsSkeleton rows={8} columns={4} />} failed={{ title: text.failed }}>
        {(takings) => <Day takings={takings} closing={closing} />}
      </ListState>
    </>
  );
}

/** A day with links to the previous and next one; a day after today can't be closed. */
function DayStepper({ day, today, onDay }: { day: string; today: string; onDay(day: string): void }) {
  const step = (days: 1 | -1, icon: 'left' | 'right') => {
    const to = addDays(day, days);
    return (
      <IconButton
        className="not-on-paper"
        aria-label={shortWeekdayAndDate(to)}
        disabled={to > today}
        onClick={() => onDay(to)}
        sx={{ width: { xs: 44, md: 36 }, height: { xs: 42, md: 38 }, borderRadius: '6px' }}
      >
        <Icon name={icon} size={16} />
      </IconButton>
    );
  };
  return (
    <Inline {...isRepeatable} role="group" aria-label={text.day}>
      {step(-1, 'left')}
      <Bold aria-live="polite" sx={{ minWidth: 104, textAlign: 'center' }}>
        {shortWeekdayAndDate(day)}
      </Bold>
      {step(1, 'right')}
    </Inline>
  );
}

function Day({ takings, closing }: { takings: Takings; closing: ReturnType<typeof useClosing> }) {
  const { zone } = useIdentity();
  const pending = usePendingChanges((state) => state.changes);
  const { lastAt } = takings;
  return (
    <Stack
      gap={2}
      sx={{
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'start',
        '@media print': { display: 'block', '& > * + *': { mt: 2 } },
      }}
    >
      <Stack gap={2}>
        <Section title={text.takings} padded={false}>
          {takings.takings.length === 0 ? (
            <Note>{text.noTakings}</Note>
          ) : (
            <TakingsTable label={text.byDesk} takings={takings.takings} />
          )}
          <CardLine at="bottom">
            <Muted>
              {[text.takingsHint, lastAt && text.lastAt(instantAtClinic(lastAt, zone))].filter(Boolean).join(' ')}
            </Muted>
          </CardLine>
        </Section>
        <Closing takings={takings} closing={closing} />
        <NextDay next={takings.next} />
      </Stack>
      <Stack gap={2}>
        <UnmarkedVisits visits={stillUnmarked(takings.unmarked, pending)} />
        <Unpaid visits={stillUnpaid(takings.unpaid, pending)} />
      </Stack>
    </Stack>
  );
}

/** The visits not marked yet; the no-shows are marked together, with one undo. */
function UnmarkedVisits({ visits }: { visits: ReturnType<typeof stillUnmarked> }) {
  const { role, zone } = useIdentity();
  const changeMany = useChangeMany(() => undefined);
  const hint = useId();
  const rest = restOf(visits, useClinicNow(zone));
  const mark = {
    name: text.markRest(rest.length),
    perform: () => void changeMany(rest.map(visitOfDetail), 'Not_Availed'),
  };
  return (
    <Section
      title={text.unmarked}
      count={visits.length}
      padded={false}
      aside={
        role === 'admin' && rest.length > 0 ? (
          <Stack className="not-on-paper" gap={0.5} sx={{ justifyItems: 'end', textAlign: 'end' }}>
            <ActionButton action={mark} size="small" aria-describedby={hint} />
            {rest.length < visits.length ? <span id={hint}>{text.restHint}</span> : null}
          </Stack>
        ) : undefined
      }
    >
      {visits.length === 0 ? (
        <Note>{text.noneUnmarked}</Note>
      ) : (
        <Visits label={text.unmarked} visits={visits} state={({ arrived }) => (arrived ? text.arrived : undefined)} />
      )}
    </Section>
  );
}

function Unpaid({ visits }: { visits: ReturnType<typeof stillUnpaid> }) {
  const { role, zone } = useIdentity();
  const { payAction, dialogs } = useVisitActions('admin', useClinicDay(zone));
  return (
    <Section title={text.unpaid} count={visits.length} padded={false}>
      {visits.length === 0 ? (
        <Note>{text.noneUnpaid}</Note>
      ) : (
        <Visits
          label={text.unpaid}
          visits={visits}
          state={(visit) =>
            [visit.money.amount === null ? text.noFee : paiseAmount(visit.money.amount), partPaidWords(visit)]
              .filter(Boolean)
              .join(', ')
          }
          action={(visit) => {
            if (role !== 'admin') return null;
            const row = visitOfDetail(visit);
            return (
              <Box className="not-on-paper">
                <ActionButton
                  size="small"
                  action={{ name: text.markPaid, perform: payAction(row).perform }}
                  aria-label={text.named(text.markPaid, row.about)}
                />
              </Box>
            );
          }}
        />
      )}
      {dialogs}
    </Section>
  );
}

function NextDay({ next: { date, doctors } }: { next: Takings['next'] }) {
  const title = text.next(shortWeekdayAndDate(date));
  return (
    <Section title={title} count={doctors.reduce((sum, { visits }) => sum + visits, 0)} padded={false}>
      {doctors.length === 0 ? (
        <Note>{text.noneNext}</Note>
      ) : (
        <PlainList aria-label={title} sx={paperList}>
          {doctors.map(({ pocId, name, visits, first }) => (
            <Inline key={pocId} component="li" gap={1.5} sx={{ px: 2, py: 1, ...lineAbove, ...paperRow }}>
              <Bold sx={{ flex: 1, minWidth: 0 }}>{name}</Bold>
              <Muted>{`${text.visits(visits)}, ${text.from(clockTime(first))}`}</Muted>
            </Inline>
          ))}
        </PlainList>
      )}
    </Section>
  );
}

import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { appointmentText, typeText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Inline, lineBelow, PlainList, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { GroupHeading } from '../../../ui/table/group-heading.tsx';
import { useUpcoming } from '../api/queries.ts';
import { profileText as text } from '../text.ts';

/** Rows shown at first, rows added per click, and the maximum, which is the most that a call returns. */
const [shownAtFirst, shownMore, shownAtMost] = [10, 50, 200];

type Upcoming = ResponseOf<'listUpcomingAppointments'>;

/** Rows grouped by date, in their order. */
function byDate(rows: Upcoming): Map<string, Upcoming> {
  const groups = new Map<string, Upcoming>();
  for (const row of rows) groups.set(row.date, [...(groups.get(row.date) ?? []), row]);
  return groups;
}

function Row({ row: { userId, patientName, reason, time } }: { row: Upcoming[number] }) {
  return (
    <Stack
      component="li"
      sx={{
        gridTemplateColumns: { xs: '80px minmax(0, 1fr)', sm: '92px minmax(0, 1fr) auto' },
        columnGap: 1.5,
        alignItems: 'center',
        minHeight: 40,
        px: 2,
        py: 0.75,
        ...lineBelow,
      }}
    >
      <Box sx={{ fontWeight: 600 }}>{clockTime(time)}</Box>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <PatientLink userId={userId} name={patientName}>
          {patientName ?? appointmentText.erased}
        </PatientLink>
      </Box>
      <Box sx={{ color: 'text.secondary', gridColumn: { xs: 2, sm: 'auto' } }}>{typeText(reason)}</Box>
    </Stack>
  );
}

function ListFooter({ shown, total, onMore }: { shown: number; total: number; onMore(): void }) {
  return (
    <Inline
      sx={{
        justifyContent: 'space-between',
        minHeight: 44,
        pl: 2,
        pr: 1,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <span role="status">{text.shownOf(shown, total)}</span>
      {shown < Math.min(total, shownAtMost) ? (
        <Button variant="text" size="small" onClick={onMore}>
          {text.more}
        </Button>
      ) : null}
    </Inline>
  );
}

/** "Upcoming appointments list (patient name, reason, time, date, or 'No upcoming appointments')" (section 2). */
export function UpcomingList({ pocId }: { pocId: string | null }) {
  const today = useClinicDay(useIdentity().zone);
  const [count, setCount] = useState(shownAtFirst);
  const query = useUpcoming(pocId, count);
  return (
    <Section
      title={text.upcoming}
      {...(query.data ? { count: query.data.total } : {})}
      padded={false}
      aside={
        <TextLink
          to={paths.todaysAppointments}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, md: 24 } }}
        >
          {text.today}
        </TextLink>
      }
    >
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={8} columns={3} />}
        failed={{ title: text.upcomingFailed }}
        count={(data) => data.total}
        empty={{ title: text.none }}
      >
        {({ body, total }) => (
          <>
            {[...byDate(body)].map(([date, ofDate], groupIndex, groups) => (
              <section key={date} aria-label={shortWeekdayAndDate(date)}>
                <GroupHeading>
                  <strong>
                    {date === today ? text.todayIs(shortWeekdayAndDate(date)) : shortWeekdayAndDate(date)}
                  </strong>
                  {/* The last date's rows may continue below. */}
                  {groupIndex < groups.length - 1 || body.length === total ? (
                    <Span sx={{ ml: 'auto', color: 'text.secondary' }}>{text.toCome(ofDate.length)}</Span>
                  ) : null}
                </GroupHeading>
                <PlainList>
                  {ofDate.map((row, index) => (
                    // Only the index distinguishes two patients of the same name at the same time.
                    // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no id
                    <Row key={`${row.time} ${row.patientName} ${index}`} row={row} />
                  ))}
                </PlainList>
              </section>
            ))}
            <ListFooter
              shown={body.length}
              total={total}
              onMore={() => setCount(Math.min(body.length + shownMore, shownAtMost))}
            />
          </>
        )}
      </ListState>
    </Section>
  );
}

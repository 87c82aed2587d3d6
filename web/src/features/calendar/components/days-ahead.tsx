import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fullDate } from '../../../shared/format/time.ts';
import { countedPath, paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { Notice } from '../../../ui/feedback/list-state.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../../ui/layout/card.tsx';
import { branchText, type CalendarOfClient, type Day, hoursText, isAsUsual, whenText } from '../rules.ts';
import { calendarText as text } from '../text.ts';

const signs = {
  closed: { icon: 'blocked', color: 'status.blocked.main' },
  half: { icon: 'halfRing', color: 'status.notVisited.main' },
  usual: { icon: 'ring', color: 'status.visited.main' },
} as const;

/** Closed, or the hours, with an icon. */
export function OpeningHoursText({ day }: { day: Pick<Day, 'open' | 'bookUntil'> }) {
  const isUsual = isAsUsual(day.open) && day.bookUntil === undefined;
  const { icon, color } = signs[day.open.length === 0 ? 'closed' : isUsual ? 'usual' : 'half'];
  return (
    <Inline component="span" gap={0.5} sx={{ color, fontWeight: 600, fontSize: '0.8125rem' }}>
      <Icon name={icon} size={14} />
      {hoursText(day)}
    </Inline>
  );
}

/** A rule's first and last date, if it has any. */
export const extentOf = ({ date, from, to }: Day, today: string): string =>
  date !== null
    ? ''
    : [from > today ? text.from(fullDate(from)) : '', to === null ? '' : text.until(fullDate(to))]
        .filter(Boolean)
        .join(' ');

/** The number of appointments; for a date a link to their list, if the reader may open it. */
export function BookedLine({ day, words = String(day.booked) }: { day: Day; words?: string }) {
  const { role } = useIdentity();
  if (day.booked === 0 || day.date === null || day.branchId !== null || role !== 'admin') return words;
  const filter = { from: day.date, to: day.date, status: 'Confirmed' };
  return (
    <MuiLink
      component={Link}
      to={countedPath(paths.appointmentDetailsAdmin, filter)}
      aria-label={text.booked(day.booked)}
    >
      {words}
    </MuiLink>
  );
}

const columns = { xs: '92px minmax(0, 1fr) auto 44px', md: '92px minmax(0, 1fr) 96px 48px 36px' };

interface DaysAheadProps {
  /** Beside the title. */
  aside: ReactNode;
  days: readonly Day[];
  listed: CalendarOfClient;
  today: string;
  canChange: boolean;
  onChange(day: Day): void;
  onRemove(day: Day): void;
}

function Row({
  day,
  listed,
  today,
  canChange,
  onChange,
  onRemove,
}: Omit<DaysAheadProps, 'days' | 'aside'> & { day: Day }) {
  const where = branchText(listed, day.branchId);
  return (
    <Stack
      component="li"
      sx={{
        gridTemplateColumns: columns,
        columnGap: 1,
        alignItems: 'center',
        minHeight: 46,
        pl: 2,
        pr: 1,
        py: 0.5,
        ...lineAbove,
      }}
    >
      <Box sx={{ fontSize: '0.8125rem' }}>
        {whenText(day)}
        <Muted block>{extentOf(day, today) || undefined}</Muted>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Bold sx={{ display: 'block', overflowWrap: 'anywhere' }}>{day.name}</Bold>
        <OpeningHoursText day={day} />
        <Muted sx={{ display: { xs: 'block', md: 'none' } }}>{day.branchId === null ? undefined : where}</Muted>
      </Box>
      <Box sx={{ display: { xs: 'none', md: 'block' }, minWidth: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
        {where}
        <Muted block>{day.by}</Muted>
      </Box>
      <Box sx={{ textAlign: 'right' }}>
        <BookedLine day={day} />
      </Box>
      {canChange ? (
        <RowMenu
          label={text.more(day.name)}
          about={text.setBy(day.by)}
          items={[
            { name: text.change, icon: 'edit', perform: () => onChange(day) },
            { name: text.lift, icon: 'trash', destructive: true, perform: () => onRemove(day) },
          ]}
        />
      ) : null}
    </Stack>
  );
}

/** Days from today on: rules first, then dates. */
export function DaysAhead({ days, aside, ...row }: DaysAheadProps) {
  const { columns: heads } = text;
  return (
    <Section title={text.ahead} count={days.length} padded={false} aside={aside}>
      {days.length === 0 ? (
        <Notice icon="calendar" title={text.none} hint={row.canChange ? text.noneHint : text.noneHintReader} />
      ) : (
        <>
          <Box
            aria-hidden="true"
            sx={{
              display: { xs: 'none', md: 'grid' },
              gridTemplateColumns: columns,
              columnGap: 1,
              pl: 2,
              pr: 1,
              py: 0.5,
              ...lineAbove,
              bgcolor: 'background.default',
              fontSize: '0.8125rem',
              fontWeight: 600,
              color: 'text.secondary',
            }}
          >
            <span>{heads.date}</span>
            <span>{heads.what}</span>
            <span>{heads.where}</span>
            <Box sx={{ gridColumn: 'span 2' }}>{heads.booked}</Box>
          </Box>
          <PlainList aria-label={text.ahead}>
            {days.map((day) => (
              <Row key={day.dayId} day={day} {...row} />
            ))}
          </PlainList>
          <CardLine at="bottom">
            <Muted>{text.own}</Muted>
          </CardLine>
        </>
      )}
    </Section>
  );
}

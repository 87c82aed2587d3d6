import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Bold, Inline, Muted, outlined, Span, Stack, smallText } from '../../../ui/layout/boxes.tsx';
import { listWords } from '../../../ui/locale/words.ts';
import { placeOf } from '../../format/session.ts';
import { weekdayAndDate } from '../../format/time.ts';
import { OnRequest } from '../doctors/on-request.tsx';
import { FillBar } from '../fill-bar.tsx';
import { TimeSlotGrid } from '../time-slot-grid.tsx';
import { closeText, hoursText, nightText, type SessionChoice } from './sessions.ts';
import { slotPickerText as text } from './text.ts';

/** A session's free capacity by kind of visit; this visit's kind is highlighted. */
function Lists({ lists, visit }: { lists: SessionChoice['lists']; visit: VisitKind | undefined }) {
  const rows = (['first', 'again', 'total', 'ahead'] as const).flatMap((name) => {
    const list = lists[name];
    return list ? [{ name, ...list }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <Stack
      gap={1}
      sx={{ gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', alignContent: 'center', columnGap: 1.5 }}
    >
      {rows.map(({ name, left, of }) => (
        <Box key={name} sx={{ ...(name === visit ? { color: 'primary.main' } : {}) }}>
          <Inline wrap gap={1} sx={{ ...smallText, rowGap: 0, mb: 0.5, justifyContent: 'space-between' }}>
            <Bold sx={{ fontWeight: 600 }}>{text.lists[name]}</Bold>
            <Span sx={name === visit ? { fontWeight: 600 } : { color: 'text.secondary' }}>{text.leftOf(left, of)}</Span>
          </Inline>
          <FillBar booked={of - left} total={of} />
        </Box>
      ))}
    </Stack>
  );
}

/** A session of the date: its name and hours, its place, until when it takes bookings, its lists, and its times. */
export function SessionCard(props: {
  session: SessionChoice;
  date: string;
  /** The kind of visit that is highlighted. */
  visit: VisitKind | undefined;
  time: string;
  onChoose(time: string): void;
}) {
  const { session: sessionChoice, date, visit, time, onChoose } = props;
  const { session, lists, choices } = sessionChoice;
  const hours = hoursText(date, sessionChoice);
  const night = nightText(date, sessionChoice);
  const place = [
    placeOf(session),
    session.onlyFor ? text.isOnlyFor(listWords(session.onlyFor)) : '',
    sessionChoice.visitMinutes === undefined ? '' : text.takesMinutes(sessionChoice.visitMinutes),
  ]
    .filter(Boolean)
    .join(' · ');
  const closes = closeText(date, sessionChoice);
  const isOnly = choices.length === 1;
  return (
    <Stack
      component="section"
      aria-label={session.name ?? hours}
      gap={1}
      sx={{ ...outlined, borderRadius: '6px', p: 1.5 }}
    >
      <div>
        <Typography component="h3" sx={{ fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {session.name === undefined ? hours : `${session.name} `}
          {session.name === undefined ? null : (
            <Span sx={{ fontSize: '0.875rem', fontWeight: 400, color: 'text.secondary' }}>{hours}</Span>
          )}
        </Typography>
        {night === undefined ? null : <Muted block>{night}</Muted>}
        {place === '' && closes === undefined ? null : (
          <Muted block sx={{ overflowWrap: 'anywhere' }}>
            {place === '' ? null : <Bold sx={{ fontWeight: 600, color: 'primary.main' }}>{place}</Bold>}
            {place === '' || closes === undefined ? null : ' · '}
            {sessionChoice.opens || sessionChoice.closes ? (
              <Bold sx={{ fontWeight: 600, color: 'text.primary' }}>{closes}</Bold>
            ) : (
              closes
            )}
          </Muted>
        )}
      </div>
      {session.onRequest === undefined ? (
        <Stack
          gap={1.5}
          sx={{ gridTemplateColumns: { xs: '100%', sm: isOnly ? 'repeat(2, minmax(0, 1fr))' : '100%' } }}
        >
          <TimeSlotGrid
            label={`${session.name ?? hours}, ${text.timeOn(weekdayAndDate(date))}`}
            slots={choices}
            selected={time === '' ? [] : [time]}
            onToggle={onChoose}
          />
          <Lists lists={lists} visit={visit} />
        </Stack>
      ) : (
        <OnRequest sentence={session.onRequest} />
      )}
    </Stack>
  );
}

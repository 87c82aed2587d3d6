import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Inline, Muted, Span } from '../../../ui/layout/boxes.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { totalsOf } from '../presence/column.ts';
import { byWait, waitedFor } from '../presence/presence.ts';
import { presenceText } from '../presence/text.ts';
import { appointmentText, hallText as text } from '../text.ts';
import type { Hall } from './use-hall.ts';

/** A part of the line: its words, and the list behind them. */
export interface DayLinePart {
  words: string;
  to: string;
  isWarning?: boolean;
}

const filtered = (today: string, filter: string): string => `${today}?${new URLSearchParams({ filter })}`;

/** '3 waiting, longest 21 min (Dr. Leela Iyer) · 2 called · 1 late', each a link to `today`'s board. */
export function hallParts({ columns = [], now }: Hall, today: string, withDoctor: boolean): DayLinePart[] {
  const { waiting, called, late } = totalsOf(columns, now);
  const [longest] = columns.flatMap((column) => column.waiting).sort(byWait);
  const doctorName = withDoctor ? longest?.POC_Name : undefined;
  const wait = longest && text.longest(presenceText.waited(waitedFor(longest, now)), doctorName);
  return [
    { words: [text.waiting(waiting), wait].filter(Boolean).join(', '), to: filtered(today, 'Waiting') },
    { words: text.called(called), to: filtered(today, 'Called') },
    ...(late === 0 ? [] : [{ words: text.late(late), to: filtered(today, 'Expected'), isWarning: true }]),
  ];
}

/** The day in one line. */
export function DayLine({ parts, isFailed }: { parts: readonly DayLinePart[] | undefined; isFailed: boolean }) {
  return (
    <Inline
      component="section"
      aria-label={text.dayNow}
      wrap
      sx={{ columnGap: 1, rowGap: 0, minHeight: { xs: 88, md: 32 }, fontSize: '1rem', fontWeight: 600 }}
    >
      {parts === undefined && isFailed ? <Muted>{appointmentText.notAvailable}</Muted> : null}
      {parts === undefined && !isFailed ? <Skeleton width={480} sx={{ maxWidth: '100%' }} /> : null}
      {parts?.map(({ words, to, isWarning = false }, index) => (
        // With its dot, so that no line begins with one, also where the words need two.
        <Box key={to} sx={{ minHeight: { xs: 44, md: 32 }, alignContent: 'center' }}>
          <TextLink
            to={to}
            sx={{ py: { xs: 1.5, md: 0.75 }, ...(isWarning ? { color: 'status.notVisited.main' } : {}) }}
          >
            {words}
          </TextLink>
          {index === parts.length - 1 ? null : (
            <Span aria-hidden="true" sx={{ ml: 1 }}>
              ·
            </Span>
          )}
        </Box>
      ))}
    </Inline>
  );
}

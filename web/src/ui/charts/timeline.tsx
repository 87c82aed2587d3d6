import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Inline, PlainList, Span, Stack } from '../layout/boxes.tsx';
import { colourOf, type EntryTone } from '../theme/tokens.ts';

export interface TimelineEntry {
  id: string;
  /** The time, as displayed. */
  when: ReactNode;
  /** One plain sentence. */
  what: ReactNode;
  /** Its author, and its relation to other entries. */
  who: ReactNode;
  /** The dot's colour: a status's, teal for an undo, grey for the rest. */
  tone?: EntryTone;
  /** Drawn hollow, for a refused attempt. */
  hollow?: boolean;
  /** Technical detail, on demand. */
  detail?: ReactNode;
  /** The id of the entry that this one undoes: a bracket joins both. */
  undoes?: string | null;
  /** Shown as a line above the entry. */
  before?: ReactNode;
}

/** The address of an entry on its page. */
export const entryAnchor = (id: string): string => `entry-${id}`;

type TiePart = 'start' | 'middle' | 'end';

/** For each entry its parts of the brackets; overlapping brackets are in adjacent lanes. */
export function tiesOf(entries: readonly Pick<TimelineEntry, 'id' | 'undoes'>[]): { lane: number; part: TiePart }[][] {
  const parts: { lane: number; part: TiePart }[][] = entries.map(() => []);
  for (const [end, { undoes }] of entries.entries()) {
    const start = undoes == null ? -1 : entries.findIndex(({ id }) => id === undoes);
    if (start < 0 || start >= end) continue;
    const spannedParts = parts.slice(start, end + 1);
    const lanes = new Set(spannedParts.flatMap((some) => some.map(({ lane }) => lane)));
    let lane = 0;
    while (lanes.has(lane)) lane += 1;
    for (const [index, some] of spannedParts.entries()) {
      some.push({ lane, part: index === 0 ? 'start' : index === spannedParts.length - 1 ? 'end' : 'middle' });
    }
  }
  return parts;
}

/** The middle of an entry's first line, in px from its top. */
const tieOffset = 10;
const laneWidth = 8;

const Tie = ({ lane, part }: { lane: number; part: TiePart }) => (
  <Span
    aria-hidden="true"
    data-tie={part}
    sx={{
      position: 'absolute',
      right: lane * laneWidth,
      width: 10,
      top: part === 'start' ? tieOffset : 0,
      ...(part === 'end' ? { height: tieOffset } : { bottom: 0 }),
      borderRight: '2px solid',
      ...(part === 'start' ? { borderTop: '2px solid', borderTopRightRadius: '5px' } : {}),
      ...(part === 'end' ? { borderBottom: '2px solid', borderBottomRightRadius: '5px' } : {}),
      // After the sides: each of them sets its own colour.
      borderColor: 'primary.main',
    }}
  />
);

/** A vertical timeline: time at the left, a line of dots, what and who at the right. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  const ties = tiesOf(entries);
  const lanes = Math.max(0, ...ties.flat().map(({ lane }) => lane + 1));
  const room = lanes === 0 ? 0 : lanes * laneWidth + 8;
  return (
    <PlainList component="ol" aria-label={label}>
      {entries.map(({ id, when, what, who, tone = 'quiet', hollow = false, detail, before }, index) => (
        <Box
          component="li"
          key={id}
          id={entryAnchor(id)}
          sx={{
            breakInside: 'avoid',
            scrollMarginTop: 120,
            '@media screen': {
              '&:target': { bgcolor: 'teal.soft', boxShadow: '0 0 0 6px var(--dl-palette-teal-soft)' },
            },
          }}
        >
          {before === undefined ? null : (
            <Box sx={{ position: 'relative', pr: `${room}px` }}>
              {(ties[index] ?? []).map(({ lane, part }) =>
                part === 'start' ? null : <Tie key={lane} lane={lane} part="middle" />,
              )}
              {before}
            </Box>
          )}
          <Stack
            sx={{
              position: 'relative',
              gridTemplateColumns: { xs: '16px minmax(0, 1fr)', sm: '84px 24px minmax(0, 1fr)' },
              columnGap: 1.5,
              pr: `${room}px`,
            }}
          >
            {(ties[index] ?? []).map((tie) => (
              <Tie key={tie.lane} {...tie} />
            ))}
            <Span sx={{ gridColumn: { xs: 2, sm: 1 }, color: 'text.secondary', textAlign: { sm: 'right' } }}>
              {when}
            </Span>
            <Inline
              aria-hidden="true"
              sx={{ gridColumn: { xs: 1, sm: 2 }, gridRow: { xs: '1 / 3', sm: 1 }, flexDirection: 'column' }}
            >
              <Box
                sx={{
                  width: 12,
                  height: 12,
                  mt: '4px',
                  flexShrink: 0,
                  borderRadius: '50%',
                  border: '2px solid',
                  borderColor: colourOf(tone),
                  bgcolor: hollow ? 'background.paper' : colourOf(tone),
                }}
              />
              {index === entries.length - 1 ? null : (
                <Box sx={{ flex: 1, width: '2px', mt: '4px', bgcolor: 'divider' }} />
              )}
            </Inline>
            <Box sx={{ gridColumn: { xs: 2, sm: 3 }, pb: 2.25, minWidth: 0 }}>
              <Box sx={{ fontWeight: 600 }}>{what}</Box>
              <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', lineHeight: '1.125rem' }}>{who}</Box>
              {detail}
            </Box>
          </Stack>
        </Box>
      ))}
    </PlainList>
  );
}

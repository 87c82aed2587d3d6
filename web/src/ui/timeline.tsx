import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { ToneName } from './tone-chip.tsx';

export interface TimelineEntry {
  id: string;
  /** The time, as displayed. */
  when: ReactNode;
  /** One plain sentence. */
  what: ReactNode;
  /** Who made it, and its relation to other entries. */
  who: ReactNode;
  /** The dot's colour: a status's, teal for an undo, grey for the rest. */
  tone?: ToneName | 'teal' | 'quiet';
  /** Drawn hollow: it was tried and refused. */
  hollow?: boolean;
  /** Technical detail, on demand. */
  detail?: ReactNode;
}

const colourOf = (tone: NonNullable<TimelineEntry['tone']>): string => {
  if (tone === 'teal') return 'primary.main';
  return tone === 'quiet' ? 'text.secondary' : `status.${tone}.main`;
};

/** A vertical timeline: time at the left, a line of dots, what and who at the right. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <Box component="ol" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map(({ id, when, what, who, tone = 'quiet', hollow = false, detail }, index) => (
        <Box
          component="li"
          key={id}
          sx={{ display: 'grid', gridTemplateColumns: { xs: '16px 1fr', sm: '84px 24px 1fr' }, columnGap: 1.5 }}
        >
          <Box
            component="span"
            sx={{ gridColumn: { xs: 2, sm: 1 }, color: 'text.secondary', textAlign: { sm: 'right' } }}
          >
            {when}
          </Box>
          <Box
            aria-hidden="true"
            sx={{
              gridColumn: { xs: 1, sm: 2 },
              gridRow: { xs: '1 / 3', sm: 1 },
              display: 'flex',
              flexDirection: 'column',
              alignItems: 'center',
            }}
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
          </Box>
          <Box sx={{ gridColumn: { xs: 2, sm: 3 }, pb: 2.25, minWidth: 0 }}>
            <Box sx={{ fontWeight: 600 }}>{what}</Box>
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', lineHeight: '1.125rem' }}>{who}</Box>
            {detail}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

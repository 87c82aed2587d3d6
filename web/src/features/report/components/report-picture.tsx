import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ModeToggle } from '../../../ui/buttons/mode-toggle.tsx';
import { Bold, Inline, lineBelow, Muted, Span } from '../../../ui/layout/boxes.tsx';
import { type FigureName, figureNames, type Group, isMoney, numberOf, pairOf } from '../report.ts';
import { reportText as text } from '../text.ts';

/** Bars that fit beside the table. */
const maxBars = 12;

const barLine = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 144px) minmax(40px, 1fr) auto',
  gap: 1,
  alignItems: 'center',
  minHeight: 22,
  fontSize: '0.75rem',
} as const;

/** The two bars of a group, and its numbers. `longest` is the value that fills the width. */
function Bars({ group, figure, longest }: { group: Group; figure: FigureName; longest: number }) {
  const { earlier, later, difference } = pairOf(group, figure);
  const isDifferent = difference !== null;
  const widthOf = (figures: Group['earlier']): string => `${(100 * numberOf(figures, figure)) / longest}%`;
  return (
    <Box
      component="li"
      sx={{
        ...barLine,
        color: isDifferent ? 'text.primary' : 'text.secondary',
        fontWeight: isDifferent ? 600 : 400,
      }}
    >
      <Span sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{group.name}</Span>
      <Box aria-hidden="true" sx={{ display: 'grid', gap: '1px', '& i': { display: 'block', height: 6 } }}>
        <Box
          component="i"
          sx={{
            borderRadius: '0 3px 3px 0',
            border: '1px solid',
            borderLeft: 0,
            borderColor: 'status.blocked.main',
            bgcolor: 'status.blocked.soft',
          }}
          style={{ width: widthOf(group.earlier) }}
        />
        <Box
          component="i"
          sx={{ borderRadius: '0 3px 3px 0', bgcolor: 'primary.main', opacity: isDifferent ? 1 : 0.7 }}
          style={{ width: widthOf(group.later) }}
        />
      </Box>
      <Span sx={{ minWidth: 48, textAlign: 'right', whiteSpace: 'nowrap' }}>
        {isDifferent ? (
          <>
            <Bold sx={{ color: 'status.blocked.main' }}>{earlier}</Bold>
            {` → ${later}`}
          </>
        ) : (
          later
        )}
      </Span>
    </Box>
  );
}

/**
 * One figure of each group as two bars: hollow as known then, filled as known later. The table has the same numbers.
 */
export function ReportPicture(props: {
  groups: readonly Group[];
  figure: FigureName;
  onFigure(figure: FigureName): void;
}) {
  const { groups, figure, onFigure } = props;
  const bars = groups.slice(0, maxBars);
  const longest = Math.max(
    1,
    ...bars.flatMap(({ earlier, later }) => [earlier, later].map((figures) => numberOf(figures, figure))),
  );
  return (
    <Paper component="section" aria-labelledby="report-picture" sx={{ minWidth: 0 }}>
      <Inline
        sx={{
          justifyContent: 'space-between',
          minHeight: 40,
          px: 2,
          ...lineBelow,
        }}
      >
        <Typography id="report-picture" variant="h3" component="h2">
          {text.picture}
        </Typography>
        <Muted>{isMoney(figure) ? text.rupees : text.appointments}</Muted>
      </Inline>
      <Box
        sx={{
          px: 2,
          pt: 1.25,
          pb: 1,
          '& .MuiToggleButtonGroup-root': { flexWrap: 'wrap' },
          '& .MuiToggleButton-root': {
            flex: 'auto',
            width: 'auto',
            px: 0.5,
            minHeight: { md: 30 },
            fontSize: '0.75rem',
          },
        }}
      >
        <ModeToggle
          label={text.figure}
          value={figure}
          onChange={onFigure}
          modes={figureNames.map((value) => ({ value, label: text.figures[value] }))}
        />
      </Box>
      <Box component="ol" aria-label={text.figures[figure]} sx={{ listStyle: 'none', m: 0, px: 2, pb: 1.5 }}>
        {bars.map((group) => (
          <Bars key={group.id} group={group} figure={figure} longest={longest} />
        ))}
      </Box>
      {groups.length > maxBars ? (
        <Muted block sx={{ px: 2, pb: 1.5 }}>
          {text.others(groups.length - maxBars)}
        </Muted>
      ) : null}
    </Paper>
  );
}

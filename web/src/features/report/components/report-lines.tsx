import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { auditStoryPath } from '../../../shared/paths.ts';
import { isRepeatable } from '../../../ui/buttons/single-press.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, lineBelow, Muted, PlainList, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import {
  type Cell,
  changeTexts,
  differingFigures,
  type Group,
  type Line,
  pairOf,
  positionText,
  type Report,
} from '../report.ts';
import { reportText as text } from '../text.ts';
import { headLine } from './figures-look.ts';

export const linesId = 'report-lines';

function Entry({ line, report }: { line: Line; report: Report }) {
  const { entry, pocId } = line;
  const position = positionText(entry.position);
  const to = entry.appointmentId === null ? null : auditStoryPath(entry.appointmentId);
  return (
    <Stack
      component="li"
      gap={{ xs: '2px 8px', lg: 1.5 }}
      sx={{
        gridTemplateColumns: { xs: '1fr auto', lg: '172px 150px minmax(0, 1fr) auto 96px' },
        alignItems: 'center',
        minHeight: 36,
        px: 2,
        py: 0.5,
        ...lineBelow,
        fontSize: '0.8125rem',
        lineHeight: '18px',
        '&:last-child': { borderBottom: 0 },
      }}
    >
      <Box component="time" dateTime={entry.recordedAt} sx={{ color: 'text.secondary' }}>
        {instantAtClinic(entry.recordedAt, report.later.zone, true)}
      </Box>
      <Bold sx={{ textAlign: { xs: 'right', lg: 'left' } }}>
        {report.doctors.find((doctor) => doctor.pocId === pocId)?.name}
      </Bold>
      <Box component="p" sx={{ m: 0, gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
        <b>{entry.actor.name}</b>
        {` ${entry.sentence}`}
      </Box>
      <Span sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {changeTexts(line, text.figures).map((change) => (
          <Span
            key={change}
            sx={{
              px: 1,
              lineHeight: '22px',
              borderRadius: '11px',
              bgcolor: 'status.blocked.soft',
              color: 'status.blocked.main',
              fontSize: '0.75rem',
              fontWeight: 600,
              whiteSpace: 'nowrap',
            }}
          >
            {change}
          </Span>
        ))}
      </Span>
      {to === null ? (
        <Box sx={{ textAlign: 'right' }}>{position}</Box>
      ) : (
        <TextLink
          to={to}
          aria-label={text.entry(position)}
          sx={{ textAlign: 'right', fontWeight: 600, py: 0.5, whiteSpace: 'nowrap' }}
        >
          {`${position} →`}
        </TextLink>
      )}
    </Stack>
  );
}

/** `Dr. Vikram Rao, No-shows: 18 at position 2731806, 17 at 3018442`: a figure that can be reproduced. */
export function citationOf(report: Report, groups: readonly Group[], { id, figure }: Cell, everybody: string): string {
  const group = groups.find((group) => group.id === id) ?? { name: everybody, ...report.total };
  const { earlier, later } = pairOf(group, figure);
  const [then, now] = [positionText(report.earlier.position), positionText(report.later.position)];
  return text.cited(group.name, text.figures[figure], { earlier, then, later, now });
}

/** The entries between the two moments that changed a figure, one line each. */
export function ReportLines(props: {
  report: Report;
  groups: readonly Group[];
  since: string;
  cell: Cell | undefined;
  citation: string | undefined;
  onCopy(): void;
  /** Lists the entries of every figure again. */
  onAll(): void;
  isFirst: boolean;
  onPage(after: string | undefined): void;
}) {
  const { report, groups, since, cell, citation, onCopy, onAll, isFirst, onPage } = props;
  const { lines, lineCount, next } = report;
  return (
    <Paper component="section" aria-labelledby={linesId} sx={{ minWidth: 0 }}>
      <Box sx={headLine}>
        <Typography id={linesId} variant="h3" component="h2" sx={{ color: 'text.primary' }}>
          {text.changed(since)}
        </Typography>
        {lineCount > 0 ? <span>{text.makes(lineCount, cell === undefined ? differingFigures(groups) : 1)}</span> : null}
        {citation === undefined ? null : (
          <Inline gap={1} wrap sx={{ ml: 'auto' }}>
            <span role="status">{citation}</span>
            <Button size="small" variant="text" onClick={onAll}>
              {text.allEntries}
            </Button>
            <Button size="small" variant="text" onClick={onCopy} startIcon={<Icon name="copy" size={16} />}>
              {text.copy}
            </Button>
          </Inline>
        )}
      </Box>
      {lineCount === 0 ? (
        <Typography sx={{ px: 2, py: 2, color: 'text.secondary' }}>{text.nothingChanged}</Typography>
      ) : (
        <PlainList component="ol" aria-labelledby={linesId}>
          {lines.map((line) => (
            <Entry key={line.entry.eventId} line={line} report={report} />
          ))}
        </PlainList>
      )}
      {isFirst && next === null ? null : (
        <Inline {...isRepeatable} component="nav" aria-label={text.lines} gap={1} wrap sx={{ px: 2, py: 1 }}>
          <Muted sx={{ mr: 'auto' }}>{text.linesOf(lines.length, lineCount)}</Muted>
          <Button variant="outlined" disabled={isFirst} onClick={() => onPage(undefined)}>
            {text.first}
          </Button>
          <Button variant="outlined" disabled={next === null} onClick={() => onPage(next ?? undefined)}>
            {text.next}
          </Button>
        </Inline>
      )}
    </Paper>
  );
}

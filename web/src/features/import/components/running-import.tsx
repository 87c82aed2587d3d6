import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { serverNow } from '../../../shared/clock.ts';
import { useDownload } from '../../../shared/exports/use-download.ts';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useClinicNow } from '../../../shared/format/use-clinic-now.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Legend, Swatch } from '../../../ui/charts/legend.tsx';
import { Bold, Inline, Muted, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { locale } from '../../../ui/locale/locale.ts';
import { countText } from '../../../ui/locale/words.ts';
import { isRunning, minutesLeft, nameOf } from '../rules.ts';
import { importText as text } from '../text.ts';

const results = ['created', 'matched', 'refused'] as const;
const colours = {
  created: 'var(--dl-palette-primary-main)',
  matched: 'var(--dl-palette-status-confirmed-line)',
  refused: 'var(--dl-palette-fill-high)',
} as const;

function Bar({ batch, label }: { batch: ImportOverview; label: string }) {
  const { done, rows } = batch;
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={rows}
      aria-valuetext={text.ofRows(done, rows)}
      sx={{ display: 'flex', height: 12, borderRadius: '6px', overflow: 'hidden', bgcolor: 'fill.track' }}
    >
      {results.map((result) => (
        <Box
          key={result}
          style={{ width: `${(100 * batch[result]) / Math.max(1, rows)}%`, background: colours[result] }}
        />
      ))}
    </Box>
  );
}

/** The skipped rows; their file is kept until the import is finished. */
function RefusedRows({ importId, digest }: { importId: string; digest: string }) {
  const { clientId } = useIdentity();
  const { save, running } = useDownload('exportRefusedRows', text.downloadFailed);
  return (
    <Button
      variant="outlined"
      size="small"
      loading={running !== undefined}
      onClick={() => void save({ clientId, importId, digest })}
    >
      {text.downloadRefused}
    </Button>
  );
}

/** A running import, or the one just started, with its outcome. */
export default function RunningImport({ batch, digest }: { batch: ImportOverview; digest?: string | undefined }) {
  const { zone } = useIdentity();
  useClinicNow(zone);
  const id = useId();
  const { done, rows, kind, by, startedAt, skipped, outcome, importId } = batch;
  const isActive = isRunning(batch);
  const minutes = isActive ? minutesLeft(batch, serverNow()) : null;
  const share = (rows === 0 ? 1 : done / rows).toLocaleString(locale.numbers, { style: 'percent' });
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Stack gap={1.5}>
        <Inline gap={1} wrap sx={{ alignItems: 'baseline' }}>
          <Typography id={id} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {text.kinds[kind]}
          </Typography>
          <Muted>{text.startedBy(by, instantAtClinic(startedAt, zone))}</Muted>
          <Muted sx={{ ml: { md: 'auto' } }}>{minutes === null ? undefined : text.minutesLeft(minutes)}</Muted>
        </Inline>
        <Inline gap={1} sx={{ alignItems: 'baseline' }} aria-live="polite">
          <Span sx={{ fontSize: '1.75rem', lineHeight: '2rem', fontWeight: 600 }}>{countText(done)}</Span>
          <Muted>{text.ofAll(rows)}</Muted>
          {isActive ? null : <Bold sx={{ color: 'status.visited.main' }}>{outcome === 'done' ? text.done : null}</Bold>}
          <Bold sx={{ ml: 'auto' }}>{share}</Bold>
        </Inline>
        <Bar batch={batch} label={nameOf(batch, zone)} />
        <Inline wrap sx={{ columnGap: 2, rowGap: 1 }}>
          <Legend
            entries={results.map((result) => ({
              sign: <Swatch colour={colours[result]} />,
              label: `${countText(batch[result])} ${text.results[result]}`,
            }))}
          />
          <Muted sx={{ ml: { md: 'auto' } }}>
            {[
              isActive ? text.continues : outcome === null ? '' : text.outcomes[outcome],
              skipped > 0 ? text.skipped(skipped) : '',
            ]
              .filter(Boolean)
              .join(' ')}
          </Muted>
          {digest !== undefined && isActive && skipped > 0 ? <RefusedRows importId={importId} digest={digest} /> : null}
        </Inline>
      </Stack>
    </Paper>
  );
}

import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { failureText } from '../../../shared/api/call-error.ts';
import { download } from '../../../shared/api/download.ts';
import { proofText as text } from '../text.ts';

const formats = [
  { name: 'exportCsv', label: 'CSV' },
  { name: 'exportNdjson', label: 'NDJSON' },
] as const;

/** Saves what the request selects as a file: as a table, or with the chain, which anybody can check. */
export function ExportButtons({ request }: { request: RequestInputOf<'exportCsv'> }) {
  const [running, setRunning] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  async function save(name: (typeof formats)[number]['name']): Promise<void> {
    setRunning(name);
    setSaid('');
    try {
      setSaid(text.saved(await download(name, request)));
    } catch (error) {
      setSaid(failureText(error, text.exportFailed));
    } finally {
      setRunning(null);
    }
  }
  return (
    <Box className="not-on-paper" sx={{ display: 'grid', justifyItems: { xs: 'start', sm: 'end' } }}>
      <ButtonGroup variant="outlined" aria-label={text.exportLabel}>
        {formats.map(({ name, label }) => (
          <Button key={name} onClick={() => void save(name)} disabled={running !== null} loading={running === name}>
            {text.exportAs(label)}
          </Button>
        ))}
      </ButtonGroup>
      <Typography variant="caption" role="status" sx={{ color: 'text.secondary', maxWidth: 360 }}>
        {running === null ? said : text.exporting}
      </Typography>
    </Box>
  );
}

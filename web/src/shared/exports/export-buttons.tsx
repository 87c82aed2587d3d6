import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import { useState } from 'react';
import { Muted } from '../../ui/layout/boxes.tsx';
import { failureText } from '../api/call-error.ts';
import { sharedText as text } from '../text.ts';

const formats = ['CSV', 'NDJSON'] as const;
export type ExportFormat = (typeof formats)[number];

/** Saves what the page shows as a file; `save` returns the file's name. */
export function ExportButtons({ save }: { save(format: ExportFormat): Promise<string> }) {
  const [running, setRunning] = useState<ExportFormat | null>(null);
  const [outcome, setOutcome] = useState('');
  async function run(format: ExportFormat): Promise<void> {
    setRunning(format);
    setOutcome('');
    try {
      setOutcome(text.exported(await save(format)));
    } catch (error) {
      setOutcome(failureText(error, text.exportFailed));
    } finally {
      setRunning(null);
    }
  }
  return (
    <Box className="not-on-paper" sx={{ display: 'grid', justifyItems: { xs: 'start', sm: 'end' } }}>
      <ButtonGroup variant="outlined" aria-label={text.export} sx={{ '& .MuiButton-root': { whiteSpace: 'normal' } }}>
        {formats.map((format) => (
          <Button
            key={format}
            onClick={() => void run(format)}
            disabled={running !== null}
            loading={running === format}
          >
            {text.exportAs(format)}
          </Button>
        ))}
      </ButtonGroup>
      <Muted role="status" sx={{ maxWidth: 360 }}>
        {running === null ? outcome : text.exporting}
      </Muted>
    </Box>
  );
}

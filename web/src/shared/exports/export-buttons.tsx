import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { failureText } from '../api/call-error.ts';

const formats = ['CSV', 'NDJSON'] as const;
export type ExportFormat = (typeof formats)[number];

const text = {
  label: 'Export',
  as: (format: ExportFormat) => `Export ${format}`,
  running: 'The export is being made …',
  saved: (name: string) => `Saved as ${name}`,
  failed: 'The export could not be made.',
};

/** Saves what is on the screen as a file; `save` gives the file's name. */
export function ExportButtons({ save }: { save(format: ExportFormat): Promise<string> }) {
  const [running, setRunning] = useState<ExportFormat | null>(null);
  const [said, setSaid] = useState('');
  async function run(format: ExportFormat): Promise<void> {
    setRunning(format);
    setSaid('');
    try {
      setSaid(text.saved(await save(format)));
    } catch (error) {
      setSaid(failureText(error, text.failed));
    } finally {
      setRunning(null);
    }
  }
  return (
    <Box className="not-on-paper" sx={{ display: 'grid', justifyItems: { xs: 'start', sm: 'end' } }}>
      <ButtonGroup variant="outlined" aria-label={text.label}>
        {formats.map((format) => (
          <Button
            key={format}
            onClick={() => void run(format)}
            disabled={running !== null}
            loading={running === format}
          >
            {text.as(format)}
          </Button>
        ))}
      </ButtonGroup>
      <Typography variant="caption" role="status" sx={{ color: 'text.secondary', maxWidth: 360 }}>
        {running === null ? said : text.running}
      </Typography>
    </Box>
  );
}

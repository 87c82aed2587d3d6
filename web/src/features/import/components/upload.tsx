import type { ImportFile } from '@dayline/contracts/endpoints/import';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { useActions } from '../../../shared/actions/actions.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { useOverdue } from '../../../ui/feedback/overdue.ts';
import { ThinProgress } from '../../../ui/feedback/thin-progress.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { useUpload } from '../api/use-upload.ts';
import { importText as text } from '../text.ts';

/** A file in `web/public`. */
const sample = '/sample-patients.csv';

function DropZone({ isBusy, onFile }: { isBusy: boolean; onFile(file: File): void }) {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const choose = { name: text.chooseFile, shortcut: 'n', perform: () => field.current?.click() };
  useActions([choose]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  return (
    <Stack
      gap={1}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        justifyItems: 'center',
        textAlign: 'center',
        px: 2,
        py: 3,
        border: '1.5px dashed',
        borderColor: isOver ? 'primary.main' : 'field.border',
        borderRadius: '6px',
        bgcolor: isOver ? 'teal.soft' : 'background.default',
      }}
    >
      <Icon name="upload" size={24} sx={{ color: 'primary.main' }} />
      <Bold>{text.drop}</Bold>
      <Muted>{text.limits}</Muted>
      <Inline gap={2} wrap sx={{ justifyContent: 'center' }}>
        <Button
          variant="contained"
          loading={isBusy}
          aria-keyshortcuts="n"
          onClick={() => {
            field.current?.click();
          }}
        >
          {text.chooseFile}
        </Button>
        <input
          ref={field}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.tab,.xlsx,.ics,.json,.ndjson,text/csv,text/tab-separated-values,text/plain,text/calendar"
          aria-label={text.chooseFile}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file can be chosen again once it is corrected.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
        <Link href={sample} download sx={{ fontSize: '0.875rem', py: 1 }}>
          {text.sample}
        </Link>
      </Inline>
    </Stack>
  );
}

/** The first step: a file, or pasted spreadsheet cells. */
export function Upload({ onRead }: { onRead(file: ImportFile): void }) {
  const { upload, problem, isBusy } = useUpload(onRead);
  const [cells, setCells] = useState('');
  const overdue = useOverdue(isBusy);
  const uploadCells = (pastedText: string) => void upload(new File([pastedText], text.pasted, { type: 'text/plain' }));
  const paste = (event: ClipboardEvent) => {
    const pastedText = event.clipboardData.getData('text/plain');
    // Pasted text with a header row and at least one other row is uploaded at once.
    if (cells === '' && pastedText.trim().includes('\n')) uploadCells(pastedText);
  };
  return (
    <Section title={text.importList}>
      <Box sx={{ position: 'relative' }} aria-busy={isBusy}>
        {overdue ? <ThinProgress label={text.uploading} /> : null}
        <Stack gap={2}>
          <Muted>{text.importHint}</Muted>
          <Problem>{problem}</Problem>
          <DropZone isBusy={isBusy} onFile={(file) => void upload(file)} />
          <TextField
            label={text.paste}
            hint={text.pasteHint}
            optional
            multiline
            rows={3}
            value={cells}
            onChange={setCells}
            onPaste={paste}
          />
          {cells.trim() === '' ? null : (
            <Button
              variant="outlined"
              loading={isBusy}
              onClick={() => uploadCells(cells)}
              sx={{ justifySelf: 'start' }}
            >
              {text.uploadCells}
            </Button>
          )}
        </Stack>
      </Box>
    </Section>
  );
}

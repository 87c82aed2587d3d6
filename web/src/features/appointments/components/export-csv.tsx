import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { showToast, toastError } from '../../../shared/actions/toast.ts';
import { failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { download } from '../../../shared/api/download.ts';
import { sharedText as text } from '../../../shared/text.ts';
import { Span } from '../../../ui/layout/boxes.tsx';

const format = 'CSV';

/** Saves the appointments that the filters choose, on all pages, as a file. */
export function ExportCsv({ request }: { request: RequestInputOf<'exportAppointments'> }) {
  const [isRunning, setRunning] = useState(false);
  async function save(): Promise<void> {
    setRunning(true);
    try {
      showToast({ kind: 'info', message: text.exported(await download('exportAppointments', request)) });
    } catch (error) {
      if (!isSessionOver(error)) toastError(failureText(error, text.exportFailed));
    } finally {
      setRunning(false);
    }
  }
  return (
    <Button
      variant="outlined"
      className="not-on-paper"
      loading={isRunning}
      onClick={() => void save()}
      aria-label={text.exportAs(format)}
      sx={{ flexShrink: 0, px: { xs: 1, sm: 2 } }}
    >
      {/* A phone has no room for more beside the search. */}
      <Span sx={{ display: { sm: 'none' } }}>{format}</Span>
      <Span sx={{ display: { xs: 'none', sm: 'inline' } }}>{text.exportAs(format)}</Span>
    </Button>
  );
}

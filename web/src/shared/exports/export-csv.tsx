import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Icon } from '../../ui/icons/icon.tsx';
import { Span } from '../../ui/layout/boxes.tsx';
import type { FileName } from '../api/download.ts';
import { sharedText as text } from '../text.ts';
import { useDownload } from './use-download.ts';

const format = 'CSV';

interface Export<Name extends FileName> {
  name: Name;
  request: RequestInputOf<Name>;
}

/** Saves the rows that the page's filters choose, on all pages, as a file. */
export function ExportCsv<Name extends FileName>({ name, request }: Export<Name>) {
  const { save, running } = useDownload(name, text.exportFailed);
  return (
    <Button
      variant="outlined"
      className="not-on-paper"
      loading={running !== undefined}
      onClick={() => void save(request)}
      aria-label={text.exportAs(format)}
      sx={{ flexShrink: 0, px: { xs: 1, sm: 2 } }}
    >
      {/* A phone has no room for more beside the search. */}
      <Span sx={{ display: { sm: 'none' } }}>{format}</Span>
      <Span sx={{ display: { xs: 'none', sm: 'inline' } }}>{text.exportAs(format)}</Span>
    </Button>
  );
}

/** The same as an icon, in a crowded title line; a phone has no room for it. */
export function ExportCsvIcon<Name extends FileName>({ name, request }: Export<Name>) {
  const { save, running } = useDownload(name, text.exportFailed);
  return (
    <IconButton
      className="not-on-paper"
      loading={running !== undefined}
      onClick={() => void save(request)}
      aria-label={text.exportAs(format)}
      title={text.exportAs(format)}
      sx={{ display: { xs: 'none', md: 'inline-flex' } }}
    >
      <Icon name="download" />
    </IconButton>
  );
}

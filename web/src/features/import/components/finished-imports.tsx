import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { serverNow } from '../../../shared/clock.ts';
import { ExportCsvIcon } from '../../../shared/exports/export-csv.tsx';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useClinicNow } from '../../../shared/format/use-clinic-now.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { countText } from '../../../ui/locale/words.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useUndoImport } from '../api/use-undo-import.ts';
import { nameOf, timeLeft } from '../rules.ts';
import { importText as text } from '../text.ts';
import { DetailsDialog } from './details-dialog.tsx';

/** When an import finished or was undone, and how it ended. */
function finishedText({ finishedAt, undo, outcome }: ImportOverview, zone: string): string {
  if (undo?.finishedAt) return text.undoneAt(instantAtClinic(undo.finishedAt, zone), undo.by);
  const endText = finishedAt === null ? '' : text.finishedAt(instantAtClinic(finishedAt, zone));
  return [endText, outcome === null ? '' : text.outcomes[outcome]].filter(Boolean).join(' · ');
}

/** The undo, or why there is none. */
function Undo({ batch, canUndo, onUndo }: { batch: ImportOverview; canUndo: boolean; onUndo(): void }) {
  if (batch.undo) return <Muted>{batch.undo.finishedAt === null ? text.undoing : text.undone}</Muted>;
  if (batch.created === 0) return null;
  if (batch.kind === 'doctors') return <Muted>{text.doctorsNotUndone}</Muted>;
  const now = serverNow();
  if (batch.undoUntil === null || Date.parse(batch.undoUntil) <= now) return <Muted>{text.undoExpired}</Muted>;
  if (!canUndo) return null;
  return (
    <Button
      variant="outlined"
      size="small"
      startIcon={<Icon name="undo" size={16} />}
      onClick={onUndo}
      sx={{ minHeight: { xs: 44, md: 0 } }}
    >
      {text.undoAction(timeLeft(batch.undoUntil, now))}
    </Button>
  );
}

const columnsOf = (zone: string, onDetails: (batch: ImportOverview) => void): readonly Column<ImportOverview>[] => {
  const headers = text.finishedHeaders;
  const details = (batch: ImportOverview, words: string, name: string) => (
    <Link component="button" type="button" aria-label={name} onClick={() => onDetails(batch)} sx={{ py: '4px' }}>
      {words}
    </Link>
  );
  const count = (id: 'created' | 'matched' | 'skipped'): Column<ImportOverview> => ({
    ...{ id, header: headers[id], align: 'right', width: 84, card: 'more' },
    cell: (batch) => countText(batch[id]),
    onCard: (batch) => `${countText(batch[id])} ${headers[id].toLowerCase()}`,
  });
  const refused = (batch: ImportOverview, words: string) =>
    batch.refused === 0 ? words : details(batch, words, text.viewRefused(batch.refused, nameOf(batch, zone)));
  const undoOf = (batch: ImportOverview) => {
    const { undo } = batch;
    const words = undo ? text.undoneOf(undo.undone, undo.kept) : undefined;
    return words && undo && undo.kept > 0 ? details(batch, words, text.details(nameOf(batch, zone))) : words;
  };
  return [
    {
      ...{ id: 'kind', header: headers.kind, strong: true },
      cell: (batch) => (
        <Box sx={{ overflowWrap: 'anywhere', py: 0.5 }}>
          {text.kinds[batch.kind]}
          <Muted block sx={{ fontWeight: 400 }}>
            {finishedText(batch, zone)}
          </Muted>
        </Box>
      ),
    },
    {
      ...{ id: 'by', header: headers.by },
      cell: (batch) => (
        <>
          {batch.by}
          <Muted block>{undoOf(batch)}</Muted>
        </>
      ),
      onCard: (batch) => (
        <>
          {batch.by} <Muted>{undoOf(batch)}</Muted>
        </>
      ),
    },
    count('created'),
    count('matched'),
    {
      ...{ id: 'refused', header: headers.refused, align: 'right', width: 84, card: 'more' },
      cell: (batch) => refused(batch, countText(batch.refused)),
      onCard: (batch) => refused(batch, `${countText(batch.refused)} ${headers.refused.toLowerCase()}`),
    },
    count('skipped'),
  ];
};

/** The finished imports, newest first, each with its undo. */
export function FinishedImports({ imports, canUndo }: { imports: readonly ImportOverview[]; canUndo: boolean }) {
  const { clientId, zone } = useIdentity();
  // Renders again each minute for the remaining time of the undo.
  useClinicNow(zone);
  const undoImport = useUndoImport();
  const [openId, setOpenId] = useState<string>();
  const columns = columnsOf(zone, ({ importId }) => setOpenId(importId));
  return (
    <Section
      title={text.finished}
      count={imports.length}
      padded={false}
      aside={<ExportCsvIcon name="exportOfficeList" request={{ clientId, list: 'imports' }} />}
    >
      <DataTable
        label={text.finished}
        columns={columns}
        rows={imports}
        rowKey={({ importId }) => importId}
        actions={(batch) => <Undo batch={batch} canUndo={canUndo} onUndo={() => void undoImport(batch)} />}
      />
      {openId === undefined ? null : <DetailsDialog importId={openId} onClose={() => setOpenId(undefined)} />}
    </Section>
  );
}

import type { ImportOverview } from '@dayline/contracts/endpoints/import';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { serverNow } from '../../../shared/clock.ts';
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

/** When it was finished, or undone. */
function when({ finishedAt, undo, outcome }: ImportOverview, zone: string): string {
  if (undo?.finishedAt) return text.takenBackAt(instantAtClinic(undo.finishedAt, zone), undo.by);
  const finished = finishedAt === null ? '' : text.finishedAt(instantAtClinic(finishedAt, zone));
  return [finished, outcome === null ? '' : text.ended[outcome]].filter(Boolean).join(' · ');
}

/** The undo, or why there is none. */
function Undo({ of, canUndo, onUndo }: { of: ImportOverview; canUndo: boolean; onUndo(): void }) {
  if (of.undo) return <Muted>{of.undo.finishedAt === null ? text.takingBack : text.takenBack}</Muted>;
  if (of.created === 0) return null;
  if (of.kind === 'doctors') return <Muted>{text.doctorsStay}</Muted>;
  const now = serverNow();
  if (of.undoUntil === null || Date.parse(of.undoUntil) <= now) return <Muted>{text.backOver}</Muted>;
  if (!canUndo) return null;
  return (
    <Button
      variant="outlined"
      size="small"
      startIcon={<Icon name="undo" size={16} />}
      onClick={onUndo}
      sx={{ minHeight: { xs: 44, md: 0 } }}
    >
      {text.takeBack(timeLeft(of.undoUntil, now))}
    </Button>
  );
}

const columnsOf = (zone: string, onDetails: (of: ImportOverview) => void): readonly Column<ImportOverview>[] => {
  const heads = text.finishedHeads;
  const details = (of: ImportOverview, words: string, name: string) => (
    <Link component="button" type="button" aria-label={name} onClick={() => onDetails(of)} sx={{ py: '4px' }}>
      {words}
    </Link>
  );
  const count = (id: 'created' | 'matched' | 'skipped'): Column<ImportOverview> => ({
    ...{ id, header: heads[id], align: 'right', width: 84, card: 'more' },
    cell: (of) => countText(of[id]),
    onCard: (of) => `${countText(of[id])} ${heads[id].toLowerCase()}`,
  });
  const refused = (of: ImportOverview, words: string) =>
    of.refused === 0 ? words : details(of, words, text.seeRefused(of.refused, nameOf(of, zone)));
  const undoOf = (of: ImportOverview) => {
    const { undo } = of;
    const words = undo ? text.stayedOf(undo.undone, undo.kept) : undefined;
    return words && undo && undo.kept > 0 ? details(of, words, text.details(nameOf(of, zone))) : words;
  };
  return [
    {
      ...{ id: 'kind', header: heads.what, strong: true },
      cell: (of) => (
        <Box sx={{ overflowWrap: 'anywhere', py: 0.5 }}>
          {text.kinds[of.kind]}
          <Muted block sx={{ fontWeight: 400 }}>
            {when(of, zone)}
          </Muted>
        </Box>
      ),
    },
    {
      ...{ id: 'by', header: heads.by },
      cell: (of) => (
        <>
          {of.by}
          <Muted block>{undoOf(of)}</Muted>
        </>
      ),
      onCard: (of) => (
        <>
          {of.by} <Muted>{undoOf(of)}</Muted>
        </>
      ),
    },
    count('created'),
    count('matched'),
    {
      ...{ id: 'refused', header: heads.refused, align: 'right', width: 84, card: 'more' },
      cell: (of) => refused(of, countText(of.refused)),
      onCard: (of) => refused(of, `${countText(of.refused)} ${heads.refused.toLowerCase()}`),
    },
    count('skipped'),
  ];
};

/** The finished imports, newest first, each with its undo. */
export function FinishedImports({ imports, canUndo }: { imports: readonly ImportOverview[]; canUndo: boolean }) {
  const { zone } = useIdentity();
  // What is left of the 24 hours.
  useClinicNow(zone);
  const undoImport = useUndoImport();
  const [opened, setOpened] = useState<string>();
  const columns = columnsOf(zone, ({ importId }) => setOpened(importId));
  return (
    <Section title={text.finished} count={imports.length} padded={false}>
      <DataTable
        label={text.finished}
        columns={columns}
        rows={imports}
        rowKey={({ importId }) => importId}
        actions={(of) => <Undo of={of} canUndo={canUndo} onUndo={() => void undoImport(of)} />}
      />
      {opened === undefined ? null : <DetailsDialog importId={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

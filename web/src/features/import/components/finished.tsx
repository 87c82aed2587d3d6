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
import { useTakeBack } from '../api/use-take-back.ts';
import { nameOf, timeLeft } from '../rules.ts';
import { importText as text } from '../text.ts';
import { DetailsDialog } from './details-dialog.tsx';

/** When it was done, or taken back. */
function when({ settledAt, back, ended }: ImportOverview, zone: string): string {
  if (back?.settledAt) return text.takenBackAt(instantAtClinic(back.settledAt, zone), back.by);
  const finished = settledAt === null ? '' : text.finishedAt(instantAtClinic(settledAt, zone));
  return [finished, ended === null ? '' : text.ended[ended]].filter(Boolean).join(' · ');
}

/** What can still be done about it, or why nothing. */
function Back({ of, canTakeBack, onTakeBack }: { of: ImportOverview; canTakeBack: boolean; onTakeBack(): void }) {
  if (of.back) return <Muted>{of.back.settledAt === null ? text.takingBack : text.takenBack}</Muted>;
  if (of.created === 0) return null;
  if (of.what === 'doctors') return <Muted>{text.doctorsStay}</Muted>;
  const now = serverNow();
  if (of.backUntil === null || Date.parse(of.backUntil) <= now) return <Muted>{text.backOver}</Muted>;
  if (!canTakeBack) return null;
  return (
    <Button
      variant="outlined"
      size="small"
      startIcon={<Icon name="undo" size={16} />}
      onClick={onTakeBack}
      sx={{ minHeight: { xs: 44, md: 0 } }}
    >
      {text.takeBack(timeLeft(of.backUntil, now))}
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
  const count = (id: 'created' | 'matched' | 'leftOut'): Column<ImportOverview> => ({
    ...{ id, header: heads[id], align: 'right', width: 84, card: 'more' },
    cell: (of) => countText(of[id]),
    onCard: (of) => `${countText(of[id])} ${heads[id].toLowerCase()}`,
  });
  const refused = (of: ImportOverview, words: string) =>
    of.refused === 0 ? words : details(of, words, text.seeRefused(of.refused, nameOf(of, zone)));
  const backOf = (of: ImportOverview) => {
    const { back } = of;
    const words = back ? text.stayedOf(back.takenBack, back.stayed) : undefined;
    return words && back && back.stayed > 0 ? details(of, words, text.details(nameOf(of, zone))) : words;
  };
  return [
    {
      ...{ id: 'what', header: heads.what, strong: true },
      cell: (of) => (
        <Box sx={{ overflowWrap: 'anywhere', py: 0.5 }}>
          {text.kinds[of.what]}
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
          <Muted block>{backOf(of)}</Muted>
        </>
      ),
      onCard: (of) => (
        <>
          {of.by} <Muted>{backOf(of)}</Muted>
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
    count('leftOut'),
  ];
};

/** The imports that are done, newest first, with the way back. */
export function Finished({ imports, canTakeBack }: { imports: readonly ImportOverview[]; canTakeBack: boolean }) {
  const { zone } = useIdentity();
  // What is left of the 24 hours.
  useClinicNow(zone);
  const takeBack = useTakeBack();
  const [opened, setOpened] = useState<string>();
  const columns = columnsOf(zone, ({ importId }) => setOpened(importId));
  return (
    <Section title={text.finished} count={imports.length} padded={false}>
      <DataTable
        label={text.finished}
        columns={columns}
        rows={imports}
        rowKey={({ importId }) => importId}
        actions={(of) => <Back of={of} canTakeBack={canTakeBack} onTakeBack={() => void takeBack(of)} />}
      />
      {opened === undefined ? null : <DetailsDialog importId={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

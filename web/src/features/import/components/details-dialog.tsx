import { ulidPattern } from '@dayline/contracts/ids';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useCall } from '../../../shared/api/hooks.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, lineAbove, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { uiText } from '../../../ui/text.ts';
import { nameOf } from '../rules.ts';
import { importText as text } from '../text.ts';

function Lines(props: {
  title: string;
  all: number;
  rows: readonly { row: number; name: ReactNode; sentence: string }[];
}) {
  const { title, all, rows } = props;
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Bold>{title}</Bold>
      {all > rows.length ? <Muted block>{text.firstRows(rows.length)}</Muted> : null}
      <PlainList sx={{ mt: 0.5 }}>
        {rows.map(({ row, name, sentence }) => (
          <Box component="li" key={row} sx={{ py: 0.75, ...lineAbove, overflowWrap: 'anywhere' }}>
            {name} <Muted>{`${text.rowTitle(row)}: ${sentence}`}</Muted>
          </Box>
        ))}
      </PlainList>
    </section>
  );
}

/** The rows that an import refused while it ran, and what its undo kept. */
export function DetailsDialog({ importId, onClose }: { importId: string; onClose(): void }) {
  const { clientId, zone } = useIdentity();
  const query = useCall('getImport', { clientId, importId });
  const { data } = query;
  const isOfPatients = data?.import.kind === 'patients';
  return (
    <FormDialog
      title={data ? text.details(nameOf(data.import, zone)) : text.title}
      wide
      onClose={onClose}
      actions={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <ListState query={query} skeleton={<RowsSkeleton rows={3} columns={2} />} failed={{ title: text.listFailed }}>
        {({ refused, kept, import: batch }) => (
          <>
            <Lines title={text.whyRefused} all={batch.refused} rows={refused.map((row) => ({ ...row, name: null }))} />
            <Lines
              title={text.whyKept}
              all={batch.undo?.kept ?? 0}
              rows={kept.map(({ row, id, name, sentence }) => ({
                ...{ row, sentence },
                name:
                  isOfPatients && ulidPattern.test(id) ? (
                    <PatientLink userId={id} name={name}>
                      {name}
                    </PatientLink>
                  ) : (
                    name
                  ),
              }))}
            />
          </>
        )}
      </ListState>
    </FormDialog>
  );
}

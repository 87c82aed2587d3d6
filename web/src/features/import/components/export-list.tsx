import { type ListKind, listKinds } from '@dayline/contracts/imports/kinds';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDownload } from '../../../shared/exports/use-download.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { TextField } from '../../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../../ui/fields/moment-field.tsx';
import { Inline, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { importText as text } from '../text.ts';

/** Lists that can be exported from a date. */
const datedKinds: readonly ListKind[] = ['hours', 'pastVisits'];

/** Each list as a file that can be imported again. */
export function ExportList() {
  const { clientId } = useIdentity();
  const [from, setFrom] = useState('');
  const { save, running } = useDownload('exportList', text.exportFailed);
  return (
    <Section title={text.exportList}>
      <Muted block sx={{ mb: 1 }}>
        {text.exportHint}
      </Muted>
      <Stack sx={{ mb: 1 }}>
        <TextField label={text.exportFrom} type="date" {...useTypedMoment('date', from, setFrom)} />
      </Stack>
      <PlainList>
        {listKinds.map((kind) => (
          <Inline component="li" key={kind} gap={1} sx={{ minHeight: { xs: 52, md: 44 }, ...lineAbove }}>
            {text.kinds[kind]}
            <Button
              variant="outlined"
              size="small"
              aria-label={text.exportOf(text.kinds[kind])}
              disabled={running !== undefined}
              loading={running?.kind === kind}
              onClick={() => void save({ clientId, kind, ...(from !== '' && datedKinds.includes(kind) && { from }) })}
              sx={{ ml: 'auto', minHeight: { xs: 44, md: 0 } }}
            >
              {text.exportAction}
            </Button>
          </Inline>
        ))}
      </PlainList>
    </Section>
  );
}

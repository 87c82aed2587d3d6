import { type ImportKind, importKinds } from '@dayline/contracts/imports/kinds';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { TextField } from '../../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../../ui/fields/moment-field.tsx';
import { Inline, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { useDownload } from '../api/use-download.ts';
import { importText as text } from '../text.ts';

/** Lists of which a date says where they begin. */
const dated: readonly ImportKind[] = ['hours', 'pastVisits'];

/** Each list as a file, in the form in which it can be brought. */
export function TakeOut() {
  const { clientId } = useIdentity();
  const [from, setFrom] = useState('');
  const { save, running } = useDownload('exportList', text.takeOutFailed);
  return (
    <Section title={text.takeOut}>
      <Muted block sx={{ mb: 1 }}>
        {text.takeOutHint}
      </Muted>
      <Stack sx={{ mb: 1 }}>
        <TextField label={text.takeOutFrom} type="date" {...useTypedMoment('date', from, setFrom)} />
      </Stack>
      <PlainList>
        {importKinds.map((what) => (
          <Inline component="li" key={what} gap={1} sx={{ minHeight: { xs: 52, md: 44 }, ...lineAbove }}>
            {text.kinds[what]}
            <Button
              variant="outlined"
              size="small"
              aria-label={text.takeOutOf(text.kinds[what])}
              disabled={running !== undefined}
              loading={running?.what === what}
              onClick={() => void save({ clientId, what, ...(from !== '' && dated.includes(what) && { from }) })}
              sx={{ ml: 'auto', minHeight: { xs: 44, md: 0 } }}
            >
              {text.takeOutAction}
            </Button>
          </Inline>
        ))}
      </PlainList>
    </Section>
  );
}

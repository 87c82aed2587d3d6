import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../../../shared/api/hooks.ts';
import { untilLoaded } from '../../../shared/lazy-piece.ts';
import { Inline, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import type { Overview } from '../rules.ts';
import { mergeText as text } from '../text.ts';
import { MergeDialog } from './merge-dialog.tsx';
import type { MergedRecord } from './split-dialog.tsx';

const OtherRecordDialog = lazy(() => untilLoaded(() => import('./other-record-dialog.tsx')));
const SplitDialog = lazy(() => untilLoaded(() => import('./split-dialog.tsx')));

const numbersOf = ({ phone, uhid }: { phone: string | null; uhid?: string | null }): string =>
  [phone && phoneText(phone), uhid].filter(Boolean).join(' · ');

/** Records that may be, or are, of the same person; the desk can choose any other record. */
export function SamePersonCard({ overview, isDesk }: { overview: Overview; isDesk: boolean }) {
  const { data } = useCall('listSamePerson', { userId: overview.userId });
  const [otherId, setOtherId] = useState<string>();
  const [splitting, setSplitting] = useState<MergedRecord>();
  const [isChoosing, setChoosing] = useState(false);
  const { merged = [] } = overview;
  const people = data?.people ?? [];
  const dialogs = (
    <Suspense fallback={null}>
      {otherId === undefined ? null : (
        <MergeDialog userId={overview.userId} otherId={otherId} onClose={() => setOtherId(undefined)} />
      )}
      {isChoosing ? (
        <OtherRecordDialog
          userId={overview.userId}
          onClose={() => setChoosing(false)}
          onChosen={(id) => {
            setChoosing(false);
            setOtherId(id);
          }}
        />
      ) : null}
      {splitting === undefined ? null : (
        <SplitDialog overview={overview} record={splitting} onClose={() => setSplitting(undefined)} />
      )}
    </Suspense>
  );
  if (merged.length + people.length === 0 && !isDesk) return dialogs;
  return (
    <Box sx={{ order: { xs: 3, lg: 0 } }}>
      <Section
        title={text.samePerson}
        padded={false}
        aside={
          isDesk ? (
            <Button variant="text" size="small" onClick={() => setChoosing(true)}>
              {text.other}
            </Button>
          ) : undefined
        }
      >
        <PlainList aria-label={text.samePerson}>
          {merged.map((record) => (
            <Record
              key={record.mergeId}
              name={record.name}
              hint={[numbersOf(record), text.mergedBy(record.mergedBy)].filter(Boolean).join(' · ')}
              action={text.splitAction}
              onAct={isDesk ? () => setSplitting(record) : undefined}
            />
          ))}
          {people.map((person) => (
            <Record
              key={person.userId}
              name={person.name}
              hint={[numbersOf(person), text.same(person.same)].filter(Boolean).join(' · ')}
              action={text.compare}
              onAct={isDesk ? () => setOtherId(person.userId) : undefined}
            />
          ))}
        </PlainList>
        {dialogs}
      </Section>
    </Box>
  );
}

function Record(props: { name: string | null; hint: string; action: string; onAct: (() => void) | undefined }) {
  const { name, hint, action, onAct } = props;
  return (
    <Inline component="li" gap={1} sx={{ px: 2, py: 0.75 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Muted block>{hint}</Muted>
      </Box>
      {onAct ? (
        <Button variant="outlined" size="small" onClick={onAct} aria-label={text.named(action, name ?? '')}>
          {action}
        </Button>
      ) : null}
    </Inline>
  );
}

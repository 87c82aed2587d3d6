import Button from '@mui/material/Button';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { idleTimeText as text } from '../hospital-text.ts';

/** In minutes. */
const minuteChoices = [5, 10, 15, 30, 60, 120, 240];
const asInstalled = 'installed';

/** How long a session of the client may stay unused; for administrators. */
export function IdleTime() {
  const { clientId } = useIdentity();
  const { data } = useCall('getSecondFactor', {});
  const [choice, setChoice] = useState<string>();
  const { act, isActing } = useAct();
  if (data === undefined) return null;
  const present = String(data.idleMinutes ?? asInstalled);
  const value = choice ?? present;
  const minutes = [...new Set([...minuteChoices, ...(data.idleMinutes === undefined ? [] : [data.idleMinutes])])];
  const choices = [
    { value: asInstalled, label: text.asInstalled },
    ...minutes.sort((one, other) => one - other).map((count) => ({ value: String(count), label: text.minutes(count) })),
  ];
  const save = () =>
    act({
      send: () => call('setSessionIdleTime', { clientId, minutes: value === asInstalled ? null : Number(value) }),
      done: () => ({ message: text.saved }),
      failed: text.failed,
      refetch: ['getSecondFactor'],
    });
  return (
    <Section title={text.title}>
      <Stack gap={2} sx={{ justifyItems: 'start', maxWidth: 560 }}>
        <Muted block>{text.lead}</Muted>
        <NativeSelectField label={text.label} value={value} onChange={setChoice} choices={choices} />
        <Button variant="outlined" onClick={() => void save()} loading={isActing} disabled={value === present}>
          {text.save}
        </Button>
      </Stack>
    </Section>
  );
}

import type { SecondFactorPolicy } from '@dayline/contracts/fields/password';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { secondFactorRuleText as text } from '../hospital-text.ts';

const policies: readonly SecondFactorPolicy[] = ['optional', 'administrators', 'everyone'];

/** Who of the client needs a second factor; for administrators. */
export function SecondFactorRule() {
  const { clientId } = useIdentity();
  const { data } = useCall('getSecondFactor', {});
  const [choice, setChoice] = useState<SecondFactorPolicy>();
  const { act, isActing } = useAct();
  if (data === undefined) return null;
  const policy = choice ?? data.policy;
  const save = () =>
    act({
      send: () => call('setSecondFactorPolicy', { clientId, policy }),
      done: () => ({ message: text.saved }),
      failed: text.failed,
      refetch: ['getSecondFactor'],
    });
  return (
    <Section title={text.title}>
      <Stack gap={2} sx={{ justifyItems: 'start', maxWidth: 560 }}>
        <Muted block>{text.lead}</Muted>
        <NativeSelectField
          label={text.label}
          value={policy}
          onChange={(value) => setChoice(policies.find((name) => name === value))}
          choices={policies.map((value) => ({ value, label: text.policies[value] }))}
        />
        <Button variant="outlined" onClick={() => void save()} loading={isActing} disabled={policy === data.policy}>
          {text.save}
        </Button>
      </Stack>
    </Section>
  );
}

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { singleSignOnText as text } from './text.ts';

/** Whether single sign-on is required, and of whom it is not; for administrators. */
export default function PolicyCard() {
  const { clientId, accountId: own } = useIdentity();
  const { data } = useCall('listPeople', { clientId });
  const [chosen, setChosen] = useState<readonly string[]>();
  const { act, isActing } = useAct();
  if (data === undefined) return null;
  const administrators = data.filter(({ role, status }) => role === 'admin' && status === 'active');
  const local = data.flatMap(({ accountId, singleSignOn }) => (singleSignOn === 'local' ? [accountId] : []));
  const isRequired = local.length > 0;
  const ids = chosen ?? (isRequired ? local : [own]);
  const save = (localAdministrators: string[] | null) =>
    act({
      send: () => call('setSingleSignOnPolicy', { clientId, localAdministrators }),
      done: () => ({ message: localAdministrators ? text.isRequired : text.isOptional }),
      failed: text.policyFailed,
      refetch: ['listPeople'],
    });
  return (
    <Section title={text.policyTitle}>
      <Stack gap={2} sx={{ justifyItems: 'start' }}>
        <Muted block>{isRequired ? text.requiredLead : text.optionalLead}</Muted>
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
          <Box component="legend" sx={{ p: 0, fontSize: '0.8125rem', fontWeight: 600 }}>
            {text.local}
          </Box>
          {administrators.map(({ accountId, name, email }) => (
            <FormControlLabel
              key={accountId}
              label={`${name} (${email})`}
              sx={{ display: 'flex', mr: 0, overflowWrap: 'anywhere' }}
              control={
                <Checkbox
                  size="small"
                  checked={ids.includes(accountId)}
                  onChange={(_, isOn) =>
                    setChosen([...ids.filter((id) => id !== accountId), ...(isOn ? [accountId] : [])])
                  }
                />
              }
            />
          ))}
          <Muted block>{text.localHint}</Muted>
        </Box>
        <Inline gap={1.5} wrap>
          <ActionButton
            action={{
              name: isRequired ? text.saveLocal : text.require,
              isPending: isActing,
              enabled: ids.length > 0,
              reason: text.localMissing,
              perform: () => void save([...ids]),
            }}
          />
          {isRequired ? (
            <ActionButton action={{ name: text.allowAll, isPending: isActing, perform: () => void save(null) }} />
          ) : null}
        </Inline>
      </Stack>
    </Section>
  );
}

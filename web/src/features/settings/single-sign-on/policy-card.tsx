import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Inline, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { singleSignOnText as text } from './text.ts';

type People = ResponseOf<'listPeople'>;

const isLocal = ({ singleSignOn }: People[number]): boolean => singleSignOn === 'local';

/** The rule alone, for auditors. */
function Rule({ people }: { people: People }) {
  const local = people.filter(isLocal);
  return (
    <Section title={text.policyTitle}>
      <Muted block>{local.length > 0 ? text.requiredLead : text.optionalLead}</Muted>
      <PlainList aria-label={text.local}>
        {local.map(({ accountId, name, email }) => (
          <Box component="li" key={accountId} sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {`${name} (${email})`}
          </Box>
        ))}
      </PlainList>
    </Section>
  );
}

interface PolicyCardProps {
  /** Without one, only a rule that is left can be lifted. */
  hasProvider: boolean;
  isReader: boolean;
}

/** Whether single sign-on is required, and of whom it is not; auditors read. */
export default function PolicyCard({ hasProvider, isReader }: PolicyCardProps) {
  const { clientId } = useIdentity();
  const { data } = useCall('listPeople', { clientId });
  if (data === undefined || (!hasProvider && !data.some(isLocal))) return null;
  return isReader ? <Rule people={data} /> : <Policy people={data} />;
}

function Policy({ people }: { people: People }) {
  const { clientId, accountId: own } = useIdentity();
  const [selection, setSelection] = useState<readonly string[]>();
  const { act, isActing } = useAct();
  const administrators = people.filter(({ role, status }) => role === 'admin' && status === 'active');
  const isRequired = people.some(isLocal);
  // A deactivated one is not offered, and would be refused.
  const local = administrators.filter(isLocal).map(({ accountId }) => accountId);
  const ids = selection ?? (isRequired ? local : [own]);
  const isSignedOut = !ids.includes(own);
  const save = (localAdministrators: string[] | null) =>
    act({
      async send() {
        const message = isSignedOut ? `${text.requireLead} ${text.ownEnds}` : text.requireLead;
        const question = { title: text.requireTitle, message, actionLabel: text.require, destructive: true };
        const ends = localAdministrators !== null && (!isRequired || (isSignedOut && local.includes(own)));
        if (ends && !(await confirm(question))) return undefined;
        return call('setSingleSignOnPolicy', { clientId, localAdministrators });
      },
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
                    setSelection([...ids.filter((id) => id !== accountId), ...(isOn ? [accountId] : [])])
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

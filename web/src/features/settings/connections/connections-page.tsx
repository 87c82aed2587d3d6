import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { useActions } from '../../../shared/actions/actions.ts';
import { showToast } from '../../../shared/actions/toast.ts';
import { useUnderway } from '../../../shared/actions/underway.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { serverNow } from '../../../shared/clock.ts';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { ListState, Notice } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { ExportList, SettingsPage } from '../components/settings-page.tsx';
import { type ApiKey, ChangeKey, type Issued, IssueKey, ShownKey } from './key-dialogs.tsx';
import { connectionsText as text } from './text.ts';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

/** The dialog that is open. */
type Open = { kind: 'issue' } | { kind: 'shown'; issued: Issued } | { kind: 'change'; apiKey: ApiKey };

function Row({ apiKey, actions }: { apiKey: ApiKey; actions: readonly Action[] }) {
  const { apiKeyId, name, scopes, until, calls, refusals, lastUsedAt } = apiKey;
  const { zone } = useIdentity();
  const isOver = Date.parse(until) <= serverNow();
  const end = instantAtClinic(until, zone);
  const use = lastUsedAt === null ? text.unused : text.use(calls, refusals, instantAtClinic(lastUsedAt, zone));
  return (
    <Inline component="li" gap={1.5} wrap sx={{ px: 2, py: 1, ...lineAbove }}>
      <Box sx={{ flex: { xs: '1 1 0', sm: '1 1 220px' }, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Bold>{name}</Bold>
        <Span sx={{ ml: 1, color: 'text.secondary', fontFamily: 'monospace' }}>{`dl_${apiKeyId.slice(0, 6)}…`}</Span>
        <Muted block>{use}</Muted>
      </Box>
      <Inline gap={0.5} wrap sx={{ order: { xs: 1, sm: 0 }, flex: { xs: '1 1 100%', sm: '2 1 300px' } }}>
        {scopes.map((scope) => (
          <Chip key={scope} size="small" variant="outlined" label={text.scopes[scope]} />
        ))}
      </Inline>
      <Muted sx={{ order: { xs: 1, sm: 0 }, flex: '0 1 190px', ...(isOver && { color: 'error.main' }) }}>
        {isOver ? text.expired(end) : text.expires(end)}
      </Muted>
      {actions.length === 0 ? null : <RowMenu label={text.menu(name)} about={name} items={actions} />}
    </Inline>
  );
}

/** What an administrator may do with each key. */
function useKeys(onOpen: (open: Open) => void) {
  const { clientId } = useIdentity();
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const revoke = async ({ apiKeyId, name }: ApiKey): Promise<void> => {
    const question = { title: text.revokeTitle(name), message: text.revokeMessage, actionLabel: text.revoke };
    if (!(await confirm({ ...question, destructive: true }))) return;
    await act({
      send: () => call('revokeApiKey', { clientId, apiKeyId }),
      done: () => ({ message: text.revoked(name) }),
      failed: text.revokeFailed,
      refetch: ['listApiKeys'],
    });
  };
  return (apiKey: ApiKey): readonly Action[] => [
    { name: text.change, perform: () => onOpen({ kind: 'change', apiKey }) },
    {
      name: text.revoke,
      destructive: true,
      isPending: isUnderway(apiKey.apiKeyId),
      perform: () => void run(apiKey.apiKeyId, () => revoke(apiKey)),
    },
  ];
}

/** Other systems' API keys (/settings/connections). */
export default function ConnectionsPage() {
  const { clientId, role } = useIdentity();
  const client = useQueryClient();
  const query = useCall('listApiKeys', { clientId });
  const [open, setOpen] = useState<Open>();
  const actionsOf = useKeys(setOpen);
  const canChange = role === 'admin';
  const issue: Action = { name: text.issue, icon: 'plus', shortcut: 'n', perform: () => setOpen({ kind: 'issue' }) };
  useActions(canChange ? [issue] : []);
  const close = () => setOpen(undefined);
  const refetch = () => void client.invalidateQueries({ queryKey: ['listApiKeys'] });
  return (
    <SettingsPage
      section="connections"
      action={canChange ? <ActionButton action={issue} primary sx={{ flex: { xs: 1, sm: 'none' } }} /> : undefined}
    >
      <Stack gap={2}>
        <ListState query={query} skeleton={<Skeleton />} failed={{ title: text.failed }}>
          {(all) => {
            const keys = all.filter(({ revokedAt }) => revokedAt === null);
            return (
              <Section
                title={text.keys}
                count={keys.length}
                aside={
                  <Inline gap={1}>
                    {text.revokedKeys(all.length - keys.length)}
                    <ExportList list="api-keys" />
                  </Inline>
                }
                padded={false}
              >
                <Muted block sx={{ px: 2, pb: 2, mt: -1 }}>
                  {text.lead}
                </Muted>
                {keys.length === 0 ? (
                  <Notice icon="settings" title={text.none} hint={canChange ? text.noneHint : text.noneHintReader} />
                ) : (
                  <PlainList>
                    {keys.map((key) => (
                      <Row key={key.apiKeyId} apiKey={key} actions={canChange ? actionsOf(key) : []} />
                    ))}
                  </PlainList>
                )}
              </Section>
            );
          }}
        </ListState>
        <WebhooksSection />
      </Stack>
      {open?.kind === 'issue' ? (
        <IssueKey
          onIssued={(issued) => {
            setOpen({ kind: 'shown', issued });
            refetch();
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'shown' ? <ShownKey issued={open.issued} onClose={close} /> : null}
      {open?.kind === 'change' ? (
        <ChangeKey
          apiKey={open.apiKey}
          onDone={(message) => {
            close();
            showToast({ kind: 'info', message });
            refetch();
          }}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  );
}

const Skeleton = () => (
  <Paper>
    <RowsSkeleton rows={3} columns={3} />
  </Paper>
);

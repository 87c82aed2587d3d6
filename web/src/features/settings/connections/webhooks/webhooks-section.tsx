import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../../../shared/actions/act.ts';
import { showToast } from '../../../../shared/actions/toast.ts';
import { useUnderway } from '../../../../shared/actions/underway.ts';
import { call } from '../../../../shared/api/client.ts';
import { useCall } from '../../../../shared/api/hooks.ts';
import { instantAtClinic } from '../../../../shared/format/time.ts';
import { useIdentity } from '../../../../shared/session/session-store.ts';
import type { Action } from '../../../../ui/buttons/action.ts';
import { RowMenu } from '../../../../ui/buttons/row-menu.tsx';
import { confirm } from '../../../../ui/dialogs/confirm.ts';
import { ListState, Notice } from '../../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Span } from '../../../../ui/layout/boxes.tsx';
import { Section } from '../../../../ui/layout/card.tsx';
import { ExportList } from '../../components/settings-page.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { webhooksText as text } from './text.ts';
import {
  EditWebhook,
  hostOf,
  ReplayDialog,
  type ShownSecret,
  ShownSecretDialog,
  type Webhook,
} from './webhook-dialogs.tsx';

type Open =
  | { kind: 'edit'; webhook: Webhook | null }
  | { kind: 'shown'; shown: ShownSecret }
  | { kind: 'replay' | 'deliveries'; webhook: Webhook };

function stateOf({ disabled, last, waiting }: Webhook): { readonly words: string; readonly color: string } {
  if (disabled !== null) return { words: text.disabled[disabled], color: 'error.main' };
  if (waiting === 0) return { words: text.upToDate, color: 'success.main' };
  if (last?.nextAt) return { words: text.retrying(last.attempt), color: 'warning.main' };
  return { words: text.sending, color: 'text.secondary' };
}

function Row({
  webhook,
  actions,
  onDeliveries,
}: {
  webhook: Webhook;
  actions: readonly Action[];
  onDeliveries(): void;
}) {
  const { url, types, waiting, hasMore, last } = webhook;
  const { zone } = useIdentity();
  const { words, color } = stateOf(webhook);
  const host = hostOf(url);
  return (
    <Inline component="li" gap={1.5} wrap sx={{ px: 2, py: 1, ...lineAbove }}>
      <Box sx={{ flex: { xs: '1 1 0', sm: '1 1 220px' }, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Bold>{host}</Bold>
        <Span sx={{ ml: 1, color: 'text.secondary' }}>{text.types(types.length)}</Span>
      </Box>
      <Span sx={{ order: { xs: 1, sm: 0 }, flex: '1 1 160px', fontWeight: 600, color }}>{words}</Span>
      <Muted sx={{ order: { xs: 1, sm: 0 }, flex: '1 1 120px' }}>
        {waiting === 0 ? null : text.waiting(waiting, hasMore)}
      </Muted>
      <Muted sx={{ order: { xs: 1, sm: 0 }, flex: '1 1 190px' }}>
        {last ? text.last(String(last.status ?? text.noAnswer), instantAtClinic(last.at, zone)) : null}
      </Muted>
      <Button size="small" variant="outlined" onClick={onDeliveries} aria-label={text.deliveriesOf(host)}>
        {text.deliveries}
      </Button>
      {actions.length === 0 ? null : <RowMenu label={text.menu(host)} about={host} items={actions} />}
    </Inline>
  );
}

/** What an administrator may do with each webhook. */
function useWebhooks(onOpen: (open: Open) => void) {
  const { clientId } = useIdentity();
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const refetch = ['listWebhooks', 'listDeliveries'] as const;
  return (webhook: Webhook): readonly Action[] => {
    const { webhookId, url, disabled } = webhook;
    const host = hostOf(url);
    const named = { clientId, webhookId };
    const failed = text.saveFailed;
    const toggle = () =>
      act({
        send: () => call('switchWebhook', { ...named, isEnabled: disabled !== null }),
        done: () => ({ message: disabled === null ? text.disableDone(host) : text.enabled(host) }),
        ...{ failed, refetch: [...refetch] },
      });
    const rotate = async () => {
      const question = { title: text.rotateTitle(host), message: text.rotateMessage, actionLabel: text.rotate };
      if (!(await confirm(question))) return;
      await act({
        async send() {
          const reply = await call('rotateWebhookSecret', named);
          onOpen({ kind: 'shown', shown: { host, secret: reply.secret } });
          return reply;
        },
        failed,
      });
    };
    const test = () =>
      act({
        send: () => call('testWebhook', named),
        done: ({ message }) => ({ message }),
        ...{ failed: text.sendFailed, refetch: [...refetch] },
      });
    const remove = async () => {
      const question = { title: text.removeTitle(host), message: text.removeMessage, actionLabel: text.remove };
      if (!(await confirm({ ...question, destructive: true }))) return;
      await act({
        send: () => call('removeWebhook', named),
        done: () => ({ message: text.removed(host) }),
        ...{ failed, refetch: [...refetch] },
      });
    };
    const acting = (name: string, work: () => Promise<unknown>): Action => ({
      name,
      isPending: isUnderway(webhookId),
      perform: () => void run(webhookId, async () => void (await work())),
    });
    return [
      { name: text.change, perform: () => onOpen({ kind: 'edit', webhook }) },
      acting(text.test, test),
      acting(text.rotate, rotate),
      { name: text.replay, perform: () => onOpen({ kind: 'replay', webhook }) },
      acting(disabled === null ? text.disable : text.enable, toggle),
      { ...acting(text.remove, remove), destructive: true },
    ];
  };
}

/** The webhooks of the hospital, below its API keys. */
export function WebhooksSection() {
  const { clientId, role } = useIdentity();
  const client = useQueryClient();
  const query = useCall('listWebhooks', { clientId });
  const [open, setOpen] = useState<Open>();
  const actionsOf = useWebhooks(setOpen);
  const canChange = role === 'admin';
  const close = () => setOpen(undefined);
  const refetch = () => void client.invalidateQueries({ queryKey: ['listWebhooks'] });
  const finish = (message: string) => {
    close();
    showToast({ kind: 'info', message });
    refetch();
  };
  return (
    <>
      <ListState query={query} skeleton={<RowsSkeleton rows={2} columns={4} />} failed={{ title: text.failed }}>
        {(webhooks) => (
          <Section title={text.webhooks} count={webhooks.length} padded={false} aside={<ExportList list="webhooks" />}>
            {canChange ? (
              <Box sx={{ px: 2, pb: 1 }}>
                <Button variant="outlined" onClick={() => setOpen({ kind: 'edit', webhook: null })}>
                  {text.add}
                </Button>
              </Box>
            ) : null}
            {webhooks.length === 0 ? (
              <Notice icon="settings" title={text.none} hint={canChange ? text.noneHint : text.noneHintReader} />
            ) : (
              <PlainList>
                {webhooks.map((webhook) => (
                  <Row
                    key={webhook.webhookId}
                    webhook={webhook}
                    actions={canChange ? actionsOf(webhook) : []}
                    onDeliveries={() => setOpen({ kind: 'deliveries', webhook })}
                  />
                ))}
              </PlainList>
            )}
          </Section>
        )}
      </ListState>
      {open?.kind === 'edit' ? (
        <EditWebhook
          webhook={open.webhook}
          onAdded={(secret) => {
            setOpen({ kind: 'shown', shown: secret });
            refetch();
          }}
          onChanged={finish}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'shown' ? <ShownSecretDialog shown={open.shown} onClose={close} /> : null}
      {open?.kind === 'replay' ? <ReplayDialog webhook={open.webhook} onDone={finish} onClose={close} /> : null}
      {open?.kind === 'deliveries' ? <DeliveriesDialog webhook={open.webhook} onClose={close} /> : null}
    </>
  );
}

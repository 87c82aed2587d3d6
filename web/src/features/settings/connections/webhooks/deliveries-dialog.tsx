import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useAct } from '../../../../shared/actions/act.ts';
import { useUnderway } from '../../../../shared/actions/underway.ts';
import { call } from '../../../../shared/api/client.ts';
import { useCall } from '../../../../shared/api/hooks.ts';
import { instantAtClinic } from '../../../../shared/format/time.ts';
import { useIdentity } from '../../../../shared/session/session-store.ts';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { ListState, Notice } from '../../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Span } from '../../../../ui/layout/boxes.tsx';
import { ExportList } from '../../components/settings-page.tsx';
import { webhooksText as text } from './text.ts';
import { hostOf, type Webhook } from './webhook-dialogs.tsx';

const bytes = { m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: '0.8125rem' } as const;

/** The body of a delivery, and the first bytes of the answer, folded. */
const Exchange = ({ sent, answer }: { sent: string; answer: string }) => (
  <Box component="details" sx={{ flexBasis: '100%', fontSize: '0.8125rem', '& summary': { cursor: 'pointer' } }}>
    <summary>{text.exchange}</summary>
    <Muted>{text.sent}</Muted>
    <Box component="pre" sx={bytes}>
      {sent}
    </Box>
    <Muted>{text.answer}</Muted>
    <Box component="pre" sx={bytes}>
      {answer === '' ? text.noBody : answer}
    </Box>
  </Box>
);

/** What a webhook was sent, and what it answered; the newest first. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { clientId, role, zone } = useIdentity();
  const { webhookId, url } = webhook;
  const query = useCall('listDeliveries', { clientId, webhookId });
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const sendAgain = (deliveryId: string) =>
    act({
      send: () => call('sendDeliveryAgain', { clientId, webhookId, deliveryId }),
      done: ({ message }) => ({ message }),
      failed: text.sendFailed,
      refetch: ['listDeliveries', 'listWebhooks'],
    });
  return (
    <FormDialog
      title={text.deliveriesOf(hostOf(url))}
      onClose={onClose}
      wide
      actions={
        <>
          <ExportList list="deliveries" webhookId={webhookId} />
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={3} columns={3} />}
        failed={{ title: text.deliveriesFailed }}
      >
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Notice icon="settings" title={text.noDeliveries} hint={text.noDeliveriesHint} />
          ) : (
            <PlainList>
              {deliveries.map(({ deliveryId, type, at, ms, attempt, status, error, sent, answer }) => (
                <Inline key={deliveryId} component="li" gap={1.5} wrap sx={{ py: 1, ...lineAbove }}>
                  <Bold>{status ?? error ?? text.noAnswer}</Bold>
                  <Span sx={{ flex: '1 1 160px', fontFamily: 'monospace' }}>{type}</Span>
                  <Muted>{`${text.took(instantAtClinic(at, zone), ms)}, ${text.attempt(attempt)}`}</Muted>
                  {role === 'admin' ? (
                    <Button
                      size="small"
                      variant="outlined"
                      disabled={isUnderway(deliveryId)}
                      onClick={() => void run(deliveryId, () => sendAgain(deliveryId))}
                    >
                      {text.sendAgain}
                    </Button>
                  ) : null}
                  <Exchange sent={sent} answer={answer} />
                </Inline>
              ))}
            </PlainList>
          )
        }
      </ListState>
    </FormDialog>
  );
}

import { type PublicEventType, publicEventTypes } from '@dayline/contracts/api-keys/public-event-types';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { maxUrlLength } from '@dayline/contracts/partner/webhook';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { showToast, toastError } from '../../../../shared/actions/toast.ts';
import { call } from '../../../../shared/api/client.ts';
import { serverNow } from '../../../../shared/clock.ts';
import { useSubmit } from '../../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../../shared/session/session-store.ts';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../../ui/feedback/banner.tsx';
import { TextField } from '../../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../../ui/fields/native-select-field.tsx';
import { Muted } from '../../../../ui/layout/boxes.tsx';
import { webhooksText as text } from './text.ts';

export type Webhook = ResponseOf<'listWebhooks'>[number];
export interface ShownSecret {
  readonly host: string;
  readonly secret: string;
}

/** Addresses in lists are short. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function TypeBoxes(props: { types: readonly PublicEventType[]; onChange(types: PublicEventType[]): void }) {
  const { types, onChange } = props;
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, fontSize: '0.8125rem', fontWeight: 600 }}>
        {text.what}
      </Box>
      {publicEventTypes.map((type) => (
        <FormControlLabel
          key={type}
          label={text.typeWords[type]}
          sx={{ display: 'flex', mr: 0 }}
          control={
            <Checkbox
              size="small"
              checked={types.includes(type)}
              onChange={(_, isOn) =>
                onChange(
                  publicEventTypes.filter((eventType) => (eventType === type ? isOn : types.includes(eventType))),
                )
              }
            />
          }
        />
      ))}
    </Box>
  );
}

interface EditorProps {
  /** Null to add one. */
  readonly webhook: Webhook | null;
  onAdded(secret: ShownSecret): void;
  onChanged(message: string): void;
  onClose(): void;
}

/** Adds a webhook, whose secret follows in a dialog of its own, or changes one. */
export function EditWebhook({ webhook, onAdded, onChanged, onClose }: EditorProps) {
  const { clientId } = useIdentity();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [types, setTypes] = useState<PublicEventType[]>(webhook?.types ?? [...publicEventTypes]);
  const { submit, isPending, outcome } = useSubmit({
    problem: () =>
      /^https?:\/\/\S+$/.test(url.trim()) ? (types.length === 0 ? text.whatMissing : undefined) : text.urlMissing,
    send: async () => {
      const details = { clientId, url: url.trim(), types };
      if (webhook) {
        await call('changeWebhook', { ...details, webhookId: webhook.webhookId });
        return null;
      }
      return (await call('addWebhook', details)).secret;
    },
    onDone: (secret) => {
      const host = hostOf(url.trim());
      if (secret === null) onChanged(text.changed(host));
      else onAdded({ host, secret });
    },
    failed: text.saveFailed,
  });
  return (
    <FormDialog
      title={webhook ? text.changeTitle(hostOf(webhook.url)) : text.add}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={webhook ? text.save : text.add}
      isPending={isPending}
    >
      <TextField
        label={text.url}
        value={url}
        onChange={setUrl}
        placeholder={text.urlHint}
        maxLength={maxUrlLength}
        autoFocus
      />
      <TypeBoxes types={types} onChange={setTypes} />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

/** The secret, once: it is stored nowhere. */
export function ShownSecretDialog({ shown, onClose }: { shown: ShownSecret; onClose(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(shown.secret).then(
      () => showToast({ kind: 'info', message: text.copied }),
      // Without https, or denied by the person.
      () => toastError(text.notCopied),
    );
  return (
    <FormDialog
      title={text.secretTitle(shown.host)}
      onClose={onClose}
      wide
      actions={
        <>
          <Button variant="outlined" onClick={() => void copy()}>
            {text.copy}
          </Button>
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <Muted block>{text.secretLead}</Muted>
      <TextField label={text.secret} value={shown.secret} onChange={() => undefined} />
    </FormDialog>
  );
}

const hour = 3_600_000;
const spans = { hour, day: 24 * hour, threeDays: 72 * hour, week: 168 * hour } as const;
type Span = keyof typeof spans;
// Cast is safe: the keys are those of the literal.
const spanNames = Object.keys(spans) as Span[];

/** Sends what happened in a span of time once more. */
export function ReplayDialog(props: { webhook: Webhook; onDone(message: string): void; onClose(): void }) {
  const { webhook, onDone, onClose } = props;
  const { clientId } = useIdentity();
  const [span, setSpan] = useState<string>('day');
  const host = hostOf(webhook.url);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => undefined,
    send: () => {
      const name = spanNames.find((spanName) => spanName === span) ?? 'day';
      const since = new Date(serverNow() - spans[name]).toISOString();
      return call('replayWebhook', { clientId, webhookId: webhook.webhookId, from: { since } });
    },
    onDone: () => void onDone(text.replayed(host)),
    failed: text.saveFailed,
  });
  return (
    <FormDialog
      title={text.replayTitle(host)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.replay}
      isPending={isPending}
    >
      <Muted block>{text.replayLead}</Muted>
      <NativeSelectField
        label={text.replayFrom}
        value={span}
        onChange={setSpan}
        choices={spanNames.map((name) => ({ value: name, label: text.spans[name] }))}
      />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

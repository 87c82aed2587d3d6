import { type KeyScope, keyScopes } from '@dayline/contracts/api-keys/scopes';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { maxKeyNameLength } from '@dayline/contracts/partner/api-key';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { showToast, toastError } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { connectionsText as text } from './text.ts';

export type ApiKey = ResponseOf<'listApiKeys'>[number];
export interface Issued {
  readonly name: string;
  readonly apiKey: string;
}

const lifetimes = [30, 90, 180, 365];

function ScopeBoxes({ scopes, onChange }: { scopes: readonly KeyScope[]; onChange(scopes: KeyScope[]): void }) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, fontSize: '0.8125rem', fontWeight: 600 }}>
        {text.may}
      </Box>
      {keyScopes.map((scope) => (
        <FormControlLabel
          key={scope}
          label={text.scopes[scope]}
          sx={{ display: 'flex', mr: 0 }}
          control={
            <Checkbox
              size="small"
              checked={scopes.includes(scope)}
              onChange={(_, isOn) =>
                onChange(keyScopes.filter((keyScope) => (keyScope === scope ? isOn : scopes.includes(keyScope))))
              }
            />
          }
        />
      ))}
    </Box>
  );
}

/** Issues a key; it follows in a dialog of its own. */
export function IssueKey({ onIssued, onClose }: { onIssued(issued: Issued): void; onClose(): void }) {
  const { clientId } = useIdentity();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<KeyScope[]>([]);
  const [days, setDays] = useState('90');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : scopes.length === 0 ? text.mayMissing : undefined),
    send: () => call('issueApiKey', { clientId, name, scopes, days: Number(days) }),
    onDone: ({ apiKey }) => void onIssued({ name: name.trim(), apiKey }),
    failed: text.issueFailed,
  });
  return (
    <FormDialog
      title={text.issue}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.issue}
      isPending={isPending}
    >
      <TextField
        label={text.name}
        value={name}
        onChange={setName}
        placeholder={text.nameHint}
        maxLength={maxKeyNameLength}
        autoFocus
      />
      <ScopeBoxes scopes={scopes} onChange={setScopes} />
      <NativeSelectField
        label={text.end}
        value={days}
        onChange={setDays}
        choices={lifetimes.map((count) => ({ value: String(count), label: text.days(count) }))}
      />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

/** The key, once: the server knows only a hash of it. */
export function ShownKey({ issued, onClose }: { issued: Issued; onClose(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(issued.apiKey).then(
      () => showToast({ kind: 'info', message: text.copied }),
      // Without https, or denied by the person.
      () => toastError(text.notCopied),
    );
  return (
    <FormDialog
      title={text.shownTitle(issued.name)}
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
      <Muted block>{text.shownLead}</Muted>
      <TextField label={text.key} value={issued.apiKey} onChange={() => undefined} />
    </FormDialog>
  );
}

/** Changes what a key may do. */
export function ChangeKey(props: { apiKey: ApiKey; onDone(message: string): void; onClose(): void }) {
  const { apiKey, onDone, onClose } = props;
  const { clientId } = useIdentity();
  const [scopes, setScopes] = useState<KeyScope[]>(() => keyScopes.filter((scope) => apiKey.scopes.includes(scope)));
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (scopes.length === 0 ? text.mayMissing : undefined),
    send: () => call('changeApiKeyScopes', { clientId, apiKeyId: apiKey.apiKeyId, scopes }),
    onDone: () => void onDone(text.changed(apiKey.name)),
    failed: text.changeFailed,
  });
  return (
    <FormDialog
      title={text.changeTitle(apiKey.name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.save}
      isPending={isPending}
    >
      <ScopeBoxes scopes={scopes} onChange={setScopes} />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

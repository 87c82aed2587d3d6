import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { plainDigits } from '@dayline/contracts/fold';
import Box from '@mui/material/Box';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { Bold, Muted } from '../../../ui/layout/boxes.tsx';
import { secondFactorText as text } from './text.ts';

/** In CSS pixels: a phone reads it at arm's length. */
const codeSize = 176;

interface AddAppProps {
  readonly begun: Pick<ResponseOf<'beginTotp'>, 'secret' | 'uri'>;
  onAdded(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

/** Shows a new secret, and confirms it by a code of the app. */
export default function AddApp({ begun: { secret, uri }, onAdded, onClose }: AddAppProps) {
  const [code, setCode] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (code.length === 6 ? undefined : text.codeMissing),
    send: () => call('confirmTotp', { code }),
    onDone: ({ recoveryCodes }) => void onAdded(recoveryCodes),
    failed: text.saveFailed,
  });
  return (
    <FormDialog
      title={text.addTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.turnOn}
      isPending={isPending}
    >
      <Muted block>{text.scan}</Muted>
      {/* White in either scheme: readers need the contrast. */}
      <Box sx={{ justifySelf: 'center', p: 2, borderRadius: 1, bgcolor: '#fff', lineHeight: 0 }}>
        <QRCodeSVG value={uri} size={codeSize} title={text.qr} role="img" />
      </Box>
      <Box sx={{ fontSize: '0.8125rem' }}>
        {text.secret}
        <Bold sx={{ display: 'block', fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Bold>
      </Box>
      <CodeField
        label={text.code}
        hint={text.others}
        value={code}
        onChange={(typed) => setCode(plainDigits(typed).replace(/\D/g, '').slice(0, 6))}
        autoFocus
      />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

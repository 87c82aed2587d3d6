import { plainDigits } from '@dayline/contracts/fold';
import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { settingsText as text } from '../text.ts';

/** Digits of any script, without the blanks in which the screen groups them. */
const digitsOf = (input: string): string => plainDigits(input).replace(/\s/g, '');

/** Pairs the screen that shows a code with a display. */
export function EnterCode(props: { displayId: string; name: string; onPaired(): void; onClose(): void }) {
  const { displayId, name, onPaired, onClose } = props;
  const { clientId } = useIdentity();
  const [input, setInput] = useState('');
  const code = digitsOf(input);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (/^\d{6}$/.test(code) ? undefined : text.codeMissing),
    send: () => call('pairDisplayByCode', { clientId, displayId, code }),
    onDone: () => void onPaired(),
    failed: text.pairFailed,
  });
  return (
    <FormDialog
      title={text.codeTitle(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.pair}
      isPending={isPending}
    >
      <Muted block>{text.codeLead(new URL('/wall', location.origin).href)}</Muted>
      <TextField
        label={text.screenCode}
        value={input}
        onChange={setInput}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        autoFocus
      />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

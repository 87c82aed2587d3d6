import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { codeProblem, ScanApp } from '../../../shared/second-factor/scan-app.tsx';
import { addAppText } from '../../../shared/second-factor/text.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { secondFactorText as text } from './text.ts';

interface AddAppProps {
  readonly begun: { readonly secret: string; readonly uri: string };
  onAdded(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

/** Shows a new secret, and confirms it by a code of the app. */
export default function AddApp({ begun, onAdded, onClose }: AddAppProps) {
  const [code, setCode] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => codeProblem(code),
    send: () => call('confirmTotp', { code }),
    onDone: ({ recoveryCodes }) => void onAdded(recoveryCodes),
    failed: text.saveFailed,
  });
  return (
    <FormDialog
      title={text.addTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={addAppText.turnOn}
      isPending={isPending}
    >
      <ScanApp begun={begun} code={code} hint={text.others} onCode={setCode} />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

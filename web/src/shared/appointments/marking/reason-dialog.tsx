import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import { useRef, useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { useKeptDraft } from '../../session/kept-draft.ts';
import { markingText as text } from './text.ts';

/** Asks for a new value, if there are several, and for the reason, which is stored with the change. */
export function ReasonDialog<Value extends string>(props: {
  title: string;
  /** Names the draft: text typed for one appointment is not shown for another. */
  draft: string;
  /** The patient. */
  about: string;
  hint: string;
  action: string;
  /** Why it can't be submitted any more. */
  problem?: string | undefined;
  /** A single value is preselected and not shown. */
  choices: readonly { value: Value; label: string }[];
  onClose(): void;
  onSubmit(value: Value, reason: string): void;
}) {
  const { title, draft, about, hint, action, problem, choices, onClose, onSubmit } = props;
  const [value, setValue] = useState(choices[0]?.value);
  const [reason, setReason] = useKeptDraft(draft, '');
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = () => {
    if (reason.trim() === '' || tooLong(reason, maxReasonLength) || value === undefined) {
      setRefused(true);
      field.current?.focus();
      return;
    }
    onClose();
    onSubmit(value, reason.trim());
  };
  return (
    <FormDialog title={title} about={about} problem={problem} onClose={onClose} onSubmit={submit} submitLabel={action}>
      {choices.length > 1 ? (
        <NativeSelectField
          label={text.newStatus}
          value={value ?? ''}
          onChange={(next) => setValue(choices.find((choice) => choice.value === next)?.value)}
          choices={choices}
          autoFocus
        />
      ) : null}
      <TextField
        label={text.reason}
        value={reason}
        onChange={setReason}
        error={isRefused && reason.trim() === '' ? text.reasonMissing : undefined}
        hint={hint}
        maxLength={maxReasonLength}
        multiline
        rows={3}
        inputRef={field}
        autoFocus={choices.length === 1}
      />
    </FormDialog>
  );
}

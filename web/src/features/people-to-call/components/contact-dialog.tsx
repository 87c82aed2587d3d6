import { maxNoteLength } from '@dayline/contracts/fields/max-lengths';
import { useState } from 'react';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { callsText as text } from '../text.ts';

/** A call with a note. Enter saves it. */
export default function ContactDialog(props: {
  appointmentId: string;
  reached: boolean;
  /** Patient and time. */
  about: string;
  onSubmit(note: string): void;
  onClose(): void;
}) {
  const { appointmentId, reached, about, onSubmit, onClose } = props;
  const [note, setNote] = useKeptDraft(`call ${appointmentId}`, '');
  const [isRefused, setRefused] = useState(false);
  const submit = () => {
    if (tooLong(note, maxNoteLength)) {
      setRefused(true);
      return;
    }
    onClose();
    onSubmit(note.trim());
  };
  return (
    <FormDialog
      title={reached ? text.wasReached : text.wasNotReached}
      about={about}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text.save}
    >
      <TextField
        label={text.note}
        value={note}
        onChange={setNote}
        hint={text.noteHint}
        error={isRefused ? tooLong(note, maxNoteLength) : undefined}
        maxLength={maxNoteLength}
        optional
        autoFocus
      />
    </FormDialog>
  );
}

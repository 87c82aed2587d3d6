import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../../shared/actions/toast.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { focusField } from '../../../ui/fields/asked-field.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import { checkedDetails, type DetailErrors, type Overview } from '../rules.ts';
import { patientText, detailsText as text } from '../text.ts';
import { PersonFields } from './person-fields.tsx';

/** "Correct Details": the person stays the same, and the story says what was there before. */
export function CorrectDialog({ overview, onClose }: { overview: Overview; onClose(): void }) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const { userId, phone } = overview;
  const before = { name: overview.name ?? '', email: overview.email ?? '', location: overview.location ?? '' };
  const [details, setDetails] = useState(before);
  const [errors, setErrors] = useState<DetailErrors>({});
  const { mutateAsync: save } = useCommand('saveUser');
  const { submit, isPending, outcome } = useSubmit({
    problem() {
      const checked = checkedDetails(details);
      if ('sent' in checked) return undefined;
      setErrors(checked.errors);
      const [first] = Object.keys(checked.errors);
      // Once the field shows its error.
      if (first !== undefined) setTimeout(() => focusField(first));
      return true;
    },
    send: () => save({ request: { ...details, phone: phone ?? '', clientId, userId } }),
    onDone: ({ position }) => {
      // Without the socket too.
      void client.invalidateQueries({ queryKey: ['getPatientOverview'] });
      showToast({ message: position === null ? text.unchanged : text.corrected, detail: details.name.trim() });
      onClose();
      return '';
    },
    failed: text.correctFailed,
  });
  return (
    <FormDialog
      title={patientText.correct}
      about={[phone === null ? undefined : phoneText(phone), text.correctHint].filter(Boolean).join(' · ')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.save}
          </Button>
        </>
      }
    >
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
      <PersonFields
        details={details}
        errors={errors}
        before={before}
        autoFocus
        onChange={(next) => {
          setDetails(next);
          setErrors({});
        }}
      />
    </FormDialog>
  );
}

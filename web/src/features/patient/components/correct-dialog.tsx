import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { focusField } from '../../../ui/fields/conditional-field.tsx';
import { type DetailErrors, detailsOf, errorsOf, sentOf } from '../details.ts';
import type { Overview } from '../rules.ts';
import { patientText, detailsText as text } from '../text.ts';
import { PersonFields } from './person-fields.tsx';
import { Refusal } from './refusal.tsx';

/** "Correct Details": the patient stays the same, and the history keeps the previous details. */
export default function CorrectDialog({ overview, onClose }: { overview: Overview; onClose(): void }) {
  const { clientId, zone } = useIdentity();
  const today = useClinicDay(zone);
  const client = useQueryClient();
  const [before] = useState(() => detailsOf(overview));
  const [details, setDetails] = useState(before);
  const [errors, setErrors] = useState<DetailErrors>({});
  const { submit, isPending, outcome } = useSubmit({
    problem() {
      const found = errorsOf(details, today);
      setErrors(found);
      const [first] = Object.keys(found);
      if (first === undefined) return undefined;
      // After the field shows its error.
      setTimeout(() => focusField(first));
      return true;
    },
    send: () => call('saveUser', { ...sentOf(details, before, overview.phone), clientId, userId: overview.userId }),
    onDone: (reply) => {
      // Refetched in case the socket is down.
      void client.invalidateQueries({ queryKey: ['getPatientOverview'] });
      showDone(reply, { message: text.corrected, detail: details.name.trim() });
      onClose();
      return '';
    },
    failed: text.correctFailed,
  });
  return (
    <FormDialog
      title={patientText.correct}
      about={text.correctHint}
      wide
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.save}
      isPending={isPending}
    >
      <Refusal outcome={outcome} />
      <PersonFields
        details={details}
        errors={errors}
        before={before}
        onChange={(change) => {
          setDetails({ ...details, ...change });
          setErrors({});
        }}
      />
    </FormDialog>
  );
}

import { languages } from '@dayline/contracts/fields/language';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import type { MessageLanguage, Overview } from '../rules.ts';
import { messagesText as text } from '../text.ts';

const ofHospital = 'hospital';

/** Chooses the language of the emails to a patient. */
export default function LanguageDialog(props: { overview: Overview; shown: MessageLanguage; onClose(): void }) {
  const { overview, shown, onClose } = props;
  const [typed, setTyped] = useState<string>(shown.chosen ?? ofHospital);
  const language = languages.find((value) => value === typed) ?? null;
  const client = useQueryClient();
  const { submit, isPending, outcome } = useSubmit({
    send: () => call('setMessageLanguage', { userId: overview.userId, language }),
    onDone(reply) {
      void client.invalidateQueries({ queryKey: ['getPatientOverview'] });
      const message = text.languageSaved(text.languages[language ?? shown.ofHospital]);
      showDone(reply, { message, detail: overview.name ?? '' });
      onClose();
      return '';
    },
    failed: text.languageFailed,
  });
  return (
    <FormDialog
      title={text.language}
      about={text.languageHint}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.save}
      isPending={isPending}
    >
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
      <NativeSelectField
        label={text.language}
        value={typed}
        onChange={setTyped}
        choices={[
          { value: ofHospital, label: text.ofHospital(text.languages[shown.ofHospital]) },
          ...languages.map((value) => ({ value, label: text.languages[value] })),
        ]}
        autoFocus
      />
    </FormDialog>
  );
}

import { useState } from 'react';
import { useCall } from '../../../shared/api/hooks.ts';
import { namedText } from '../../../shared/format/identity.ts';
import { useDebounced } from '../../../shared/list/debounced.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import type { Choice } from '../../../ui/fields/fields.tsx';
import { SearchChoiceField } from '../../../ui/fields/search-choice-field.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import { mergeText as text } from '../text.ts';

/** "Same person as …": the desk searches the other record. */
export default function OtherRecordDialog(props: { userId: string; onChosen(userId: string): void; onClose(): void }) {
  const { userId, onChosen, onClose } = props;
  const { clientId } = useIdentity();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [input, setInput] = useState('');
  const [isChecked, setChecked] = useState(false);
  const search = useDebounced(input.trim());
  const { data } = useCall('searchPatients', { clientId, search }, { enabled: search !== '', keepsPrevious: true });
  const people = search === '' ? [] : (data?.people ?? []).filter((person) => person.userId !== userId);
  return (
    <FormDialog
      title={text.otherTitle}
      about={text.otherHint}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (choice) onChosen(choice.value);
      }}
      submitLabel={text.compare}
    >
      <Problem>{isChecked && choice === null ? text.patientMissing : undefined}</Problem>
      <SearchChoiceField
        label={text.patient}
        placeholder={text.patientHint}
        value={choice}
        choices={people.map(({ userId: value, name, identity, phone }) => ({
          value,
          label: [namedText(name ?? '', identity), phone && phoneText(phone)].filter(Boolean).join(', '),
        }))}
        none={text.noPatient}
        autoFocus
        onSearch={setInput}
        onChoose={setChoice}
      />
    </FormDialog>
  );
}

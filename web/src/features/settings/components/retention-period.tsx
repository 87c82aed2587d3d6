import type { QueryName, ResponseOf } from '@dayline/contracts/endpoints/table';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { retentionText as text } from '../retention-text.ts';

const yearChoices = [1, 2, 3, 5, 7, 10, 15, 20, 30];
const always = 'always';

interface Props {
  title: string;
  lead: string;
  label: string;
  /** Null: without end. */
  years: number | null;
  isReader: boolean;
  send(years: number | null): Promise<ResponseOf<'setRetention'>>;
  refetch: readonly QueryName[];
}

/** For how many years something is kept. */
export function RetentionPeriod({ title, lead, label, years, isReader, send, refetch }: Props) {
  const { act, isActing } = useAct();
  const present = String(years ?? always);
  const [choice, setChoice] = useState(present);
  const choices = [...new Set([...yearChoices, ...(years === null ? [] : [years])])].sort((a, b) => a - b);
  const save = () =>
    act({
      send: () => send(choice === always ? null : Number(choice)),
      done: () => ({ message: text.saved }),
      failed: text.saveFailed,
      refetch: [...refetch],
    });
  return (
    <Section title={title}>
      <Stack
        gap={2}
        component="fieldset"
        disabled={isReader}
        sx={{ maxWidth: 560, border: 0, m: 0, p: 0, minWidth: 0, justifyItems: 'start' }}
      >
        <Muted block>{lead}</Muted>
        <NativeSelectField
          label={label}
          value={choice}
          onChange={setChoice}
          choices={[
            { value: always, label: text.always },
            ...choices.map((count) => ({ value: String(count), label: text.years(count) })),
          ]}
        />
        {isReader ? null : (
          <ActionButton
            primary
            action={{ name: text.save, enabled: choice !== present, isPending: isActing, perform: () => void save() }}
          />
        )}
      </Stack>
    </Section>
  );
}

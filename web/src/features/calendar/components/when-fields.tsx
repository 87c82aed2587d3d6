import { type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { useId } from 'react';
import { weekdayText } from '../../../shared/format/time.ts';
import { nths } from '../../../shared/hours/hours-words.ts';
import { NthButtons } from '../../../shared/hours/nth-buttons.tsx';
import { ModeToggle } from '../../../ui/buttons/mode-toggle.tsx';
import { ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../../ui/fields/moment-field.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { type Draft, type Faults, newDraft } from '../rules.ts';
import { calendarText as text } from '../text.ts';

interface WhenFieldsProps {
  draft: Draft;
  faults: Faults;
  /** The date was clicked, and is in the title. */
  isDateKnown: boolean;
  onChange(part: Partial<Draft>): void;
}

function DateField(props: {
  name: 'date' | 'from' | 'to';
  label: string;
  value: string;
  optional?: boolean;
  hint?: string;
  error: string | undefined;
  onValue(value: string): void;
}) {
  const { name, value, onValue, ...field } = props;
  return (
    <ConditionalField name={name}>
      <TextField type="date" {...field} {...useTypedMoment('date', value, onValue)} />
    </ConditionalField>
  );
}

/** One date, or a weekday of certain weeks of the month. */
export function WhenFields({ draft, faults, isDateKnown, onChange }: WhenFieldsProps) {
  const { repeats, date } = draft;
  return (
    <Stack gap={2}>
      <ModeToggle
        label={text.repeats}
        value={repeats}
        onChange={(next) => onChange({ repeats: next })}
        modes={[
          { value: 'date', label: text.onlyDate },
          { value: 'weekday', label: text.eachMonth },
        ]}
      />
      {repeats === 'date' ? (
        isDateKnown ? null : (
          <DateField
            name="date"
            label={text.date}
            value={date}
            error={faults.date}
            onValue={(next) => {
              const { weekday, weeks } = newDraft(next, null);
              onChange({ date: next, weekday, weeks });
            }}
          />
        )
      ) : (
        <RuleFields draft={draft} faults={faults} onChange={onChange} />
      )}
    </Stack>
  );
}

function RuleFields({ draft, faults, onChange }: Omit<WhenFieldsProps, 'isDateKnown'>) {
  const { weekday, weeks, from, to } = draft;
  const id = useId();
  return (
    <>
      <NativeSelectField
        label={text.weekday}
        value={weekday}
        // Cast is safe: the choices are the weekdays.
        onChange={(next) => onChange({ weekday: next as Weekday })}
        choices={weekdays.map((day) => ({ value: day, label: weekdayText(day) }))}
      />
      <div>
        <NthButtons
          label={text.weeks}
          describedBy={id}
          value={weeks}
          onChange={(chosenWeeks) => onChange({ weeks: nths.filter((nth) => chosenWeeks.includes(nth)) })}
        />
        <Muted block id={id}>
          {text.weeksHint}
        </Muted>
      </div>
      <Stack gap={1} sx={{ gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}>
        <DateField
          name="from"
          label={text.fromDate}
          optional
          value={from}
          hint={text.fromHint}
          error={faults.from}
          onValue={(next) => onChange({ from: next })}
        />
        <DateField
          name="to"
          label={text.toDate}
          optional
          value={to}
          error={faults.to}
          onValue={(next) => onChange({ to: next })}
        />
      </Stack>
    </>
  );
}

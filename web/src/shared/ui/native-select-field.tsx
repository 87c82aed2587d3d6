import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type Choice, Field } from './fields.tsx';

/**
 * One of a list, as the system's own select: on a phone its wheel, at a desk a letter chooses without opening it and Enter
 * goes on. For wizards, where hands stay on the keys.
 */
export function NativeSelectField(props: {
  label: string;
  error?: string | undefined;
  value: string;
  onChange(value: string): void;
  choices: readonly Choice[];
  /** What stands there while nothing is chosen; without it something always is. */
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Only readers hear the label, where the choice says what it is. */
  labelHidden?: boolean;
}) {
  const { label, error, value, onChange, choices, placeholder, name, disabled = false, autoFocus = false } = props;
  return (
    <Field label={label} error={error} labelHidden={props.labelHidden ?? false}>
      {({ inputId, describedBy, invalid }) => (
        <NativeSelect
          value={choices.some((choice) => choice.value === value) ? value : ''}
          onChange={(event) => onChange(event.target.value)}
          input={<OutlinedInput />}
          error={invalid}
          disabled={disabled}
          autoFocus={autoFocus}
          inputProps={{
            id: inputId,
            'aria-describedby': describedBy,
            'aria-invalid': invalid,
            ...(name === undefined ? {} : { name }),
          }}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

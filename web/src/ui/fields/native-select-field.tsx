import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import { type Choice, Field, type FieldFrameProps } from './fields.tsx';

export type NativeSelectFieldProps = FieldFrameProps & {
  value: string;
  onChange(value: string): void;
  onBlur?: () => void;
  choices: readonly Choice[];
  /** The text while nothing is selected; without it, something always is. */
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLSelectElement>;
};

/**
 * A choice from a list, as the system's own select: on a phone the native picker, on a desktop a letter selects without
 * opening it and Enter continues.
 */
export function NativeSelectField(props: NativeSelectFieldProps) {
  const { label, error, hint, optional = false, labelHidden = false, ...select } = props;
  const { value, onChange, onBlur, choices, placeholder, name, disabled = false, autoFocus = false, inputRef } = select;
  return (
    <Field label={label} error={error} hint={hint} optional={optional} labelHidden={labelHidden}>
      {({ inputId, describedBy, invalid }) => (
        <NativeSelect
          value={choices.some((choice) => choice.value === value) ? value : ''}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          input={<OutlinedInput />}
          error={invalid}
          disabled={disabled}
          autoFocus={autoFocus}
          // In a form that is only read, as legible as the text fields.
          sx={{ '& select:disabled:not(.Mui-disabled)': { color: 'inherit', opacity: 1 } }}
          {...(inputRef ? { inputRef } : {})}
          inputProps={{
            id: inputId,
            'aria-describedby': describedBy,
            'aria-invalid': invalid,
            // A filter in a page's first line is never required.
            ...(labelHidden ? {} : { 'aria-required': !optional }),
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

import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useId } from 'react';

/** The label over a field. Fields say their name above, so that it never moves or hides what was typed. */
function FieldLabel({
  id,
  htmlFor,
  required,
  hidden,
  children,
}: {
  id: string;
  htmlFor?: string;
  required: boolean;
  hidden: boolean;
  children: ReactNode;
}) {
  return (
    <Typography
      component={htmlFor === undefined ? 'span' : 'label'}
      id={id}
      {...(htmlFor === undefined ? {} : { htmlFor })}
      variant="caption"
      sx={
        hidden
          ? { position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)', overflow: 'hidden' }
          : { fontWeight: 600, mb: '6px' }
      }
    >
      {children}
      {required ? null : (
        <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
          {' '}
          (optional)
        </Box>
      )}
    </Typography>
  );
}

interface FieldFrameProps {
  label: string;
  /** The sentence under the field when it is wrong. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Optional fields say so; required is the rule. */
  optional?: boolean;
  /** Only readers hear the label: for filters in a page's first line, which show what they are. */
  labelHidden?: boolean;
}

/** What a field needs to be named and described to readers. */
export interface FieldWiring {
  inputId: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
}

/** Label above, field, and one line below: the error, else the hint. */
export function Field({
  label,
  error,
  hint,
  optional = false,
  labelHidden = false,
  children,
}: FieldFrameProps & { children(wiring: FieldWiring): ReactNode }) {
  const inputId = useId();
  const labelId = useId();
  const helpId = useId();
  const help = error ?? hint;
  const invalid = error !== undefined;
  return (
    <FormControl fullWidth error={invalid}>
      <FieldLabel id={labelId} htmlFor={inputId} required={!optional} hidden={labelHidden}>
        {label}
      </FieldLabel>
      {children({ inputId, labelId, describedBy: help === undefined ? undefined : helpId, invalid })}
      {help === undefined ? null : <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}

export type TextFieldProps = FieldFrameProps &
  Pick<
    OutlinedInputProps,
    'placeholder' | 'startAdornment' | 'endAdornment' | 'autoFocus' | 'multiline' | 'rows' | 'onPaste'
  > & {
    value: string;
    onChange(value: string): void;
    onBlur?: () => void;
    name?: string;
    type?: 'text' | 'email' | 'password' | 'tel' | 'number' | 'date';
    autoComplete?: string;
    inputMode?: 'text' | 'numeric' | 'tel' | 'email' | 'decimal';
    maxLength?: number;
    disabled?: boolean;
    inputRef?: Ref<HTMLInputElement>;
  };

/** A line of text, its label above. Works with react-hook-form's Controller: `<TextField {...field} … />`. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    error,
    hint,
    optional,
    labelHidden,
    value,
    onChange,
    type = 'text',
    autoComplete,
    inputMode,
    maxLength,
    ...input
  } = props;
  return (
    <Field label={label} error={error} hint={hint} optional={optional ?? false} labelHidden={labelHidden ?? false}>
      {({ inputId, describedBy, invalid }) => (
        <OutlinedInput
          id={inputId}
          type={type}
          value={value}
          error={invalid}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{
            input: {
              'aria-describedby': describedBy,
              'aria-required': !optional,
              autoComplete,
              inputMode,
              maxLength,
            },
          }}
          {...input}
        />
      )}
    </Field>
  );
}

export interface Choice {
  value: string;
  label: string;
}

export type SelectFieldProps = FieldFrameProps & {
  value: string;
  onChange(value: string): void;
  onBlur?: () => void;
  name?: string;
  placeholder: string;
  choices: readonly Choice[];
  disabled?: boolean;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

/** One of a list. The empty value shows the placeholder. */
export function SelectField(props: SelectFieldProps) {
  const { label, error, hint, optional, value, onChange, placeholder, choices, inputRef, ...select } = props;
  return (
    <Field label={label} error={error} hint={hint} optional={optional ?? false}>
      {({ inputId, labelId, describedBy, invalid }) => (
        <Select
          id={inputId}
          labelId={labelId}
          value={choices.some((choice) => choice.value === value) ? value : ''}
          displayEmpty
          error={invalid}
          onChange={(event) => onChange(event.target.value)}
          {...(inputRef ? { inputRef } : {})}
          slotProps={{ root: describedBy === undefined ? {} : { 'aria-describedby': describedBy } }}
          renderValue={(chosen) =>
            choices.find((choice) => choice.value === chosen)?.label ?? (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {placeholder}
              </Box>
            )
          }
          {...select}
        >
          {choices.map((choice) => (
            <MenuItem key={choice.value} value={choice.value}>
              {choice.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  );
}

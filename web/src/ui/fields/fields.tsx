import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import {
  type ChangeEvent,
  type FocusEvent,
  type InputEvent,
  type ReactNode,
  type Ref,
  useId,
  type WheelEvent,
} from 'react';
import { Span, visuallyHidden } from '../layout/boxes.tsx';
import { dateText } from '../locale/dates.ts';
import { uiText as text } from '../text.ts';
import { tooLong } from './too-long.ts';

/** The label above a field. It is above, so that it never moves or hides the typed text. */
function FieldLabel(props: { id: string; htmlFor: string; required: boolean; hidden: boolean; children: ReactNode }) {
  const { id, htmlFor, required, hidden, children } = props;
  return (
    <Typography
      component="label"
      id={id}
      htmlFor={htmlFor}
      variant="caption"
      sx={hidden ? visuallyHidden : { fontWeight: 600, mb: '6px' }}
    >
      {children}
      {required ? null : <Span sx={{ fontWeight: 400, color: 'text.secondary' }}> {text.optional}</Span>}
    </Typography>
  );
}

export interface FieldFrameProps {
  label: string;
  /** The error below the field. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Optional fields are labelled as such; required is the default. */
  optional?: boolean | undefined;
  /**
   * The label is only for screen readers: for filters in a page's first line, whose value makes their meaning clear.
   */
  labelHidden?: boolean | undefined;
}

/** The ids and attributes that label and describe a field. */
export interface FieldWiring {
  inputId: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
}

/** Label above, field, and one line below: the error, or else the hint. */
export function Field(props: FieldFrameProps & { children(wiring: FieldWiring): ReactNode }) {
  const { label, error, hint, optional = false, labelHidden = false, children } = props;
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
    onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
    name?: string;
    type?: 'text' | 'email' | 'password' | 'tel' | 'number' | 'date' | 'time';
    /** For a number. */
    min?: number;
    step?: number;
    autoComplete?: string;
    inputMode?: 'text' | 'numeric' | 'tel' | 'email' | 'decimal' | 'url';
    /** A longer text is never cut: an error says that it is too long. */
    maxLength?: number;
    disabled?: boolean;
    inputRef?: Ref<HTMLInputElement>;
  };

/** The value of a number field whose text isn't a number, such as 1,250: some browsers keep the text but report ''. */
export const unreadable = 'not a number';

const readOf = ({ validity, value }: HTMLInputElement): string => (validity.badInput ? unreadable : value);

/**
 * A browser shows a date in its own order, so that 12/03 is December or March: Chromium's digits are covered by the
 * date in words while the field isn't being typed in.
 */
function InWords({ date, children }: { date: string; children: ReactNode }) {
  const at = Date.parse(date);
  return (
    <Box sx={wordsLook}>
      {children}
      {Number.isNaN(at) ? null : (
        <span aria-hidden="true">{dateText(at, { day: 'numeric', month: 'short', year: 'numeric' })}</span>
      )}
    </Box>
  );
}

const wordsLook = {
  // A field is as wide as its cell, also where a reader's spacing makes its text wider.
  ...{ position: 'relative', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  '& > span': { display: 'none' },
  '@supports selector(::-webkit-datetime-edit)': {
    '&:not(:focus-within) > span': {
      ...{ display: 'block', position: 'absolute', left: 12, top: '50%', transform: 'translateY(-50%)' },
      ...{ pointerEvents: 'none', fontSize: { xs: '1rem', md: '0.875rem' } },
    },
    '&:not(:focus-within):has(> span) input::-webkit-datetime-edit': { opacity: 0 },
  },
} as const;

/** A single-line text field with its label above. */
export function TextField(props: TextFieldProps) {
  const { label, error: givenError, hint, optional, labelHidden, ...field } = props;
  const { value, onChange, type = 'text', autoComplete, inputMode, maxLength, min, step, ...input } = field;
  const error = (maxLength === undefined ? undefined : tooLong(value, maxLength)) ?? givenError;
  return (
    <Field label={label} error={error} hint={hint} optional={optional} labelHidden={labelHidden}>
      {({ inputId, describedBy, invalid }) => {
        const content = (
          <OutlinedInput
            id={inputId}
            type={type}
            value={value === unreadable ? '' : value}
            error={invalid}
            onChange={(event) => onChange(event.target.value)}
            // React sees no change if one unreadable text ('') replaces another ('').
            {...(type === 'number' && {
              // The wheel is to scroll the page: over a focused number field it would change the number.
              onWheel: ({ currentTarget }: WheelEvent<HTMLElement>) => currentTarget.querySelector('input')?.blur(),
              onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(readOf(target)),
              onInput: ({ target }: InputEvent<HTMLInputElement>) =>
                target instanceof HTMLInputElement && onChange(readOf(target)),
            })}
            slotProps={{
              input: {
                'aria-describedby': describedBy,
                'aria-required': !optional,
                autoComplete,
                inputMode,
                min,
                step,
              },
            }}
            {...input}
          />
        );
        return type === 'date' ? <InWords date={value}>{content}</InWords> : content;
      }}
    </Field>
  );
}

export interface Choice {
  value: string;
  label: string;
}

import { countryCodes, phoneDigits } from '@dayline/contracts/phone';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import { Field } from './fields.tsx';

/**
 * Normalises a typed or pasted number: digits, at most 10. A pasted one may have a country code, a leading zero, spaces
 * and punctuation: `+91 98450-12345`, `098450 12345`.
 */
export function cleanPhone(text: string, countryCode: string): string {
  const international = /^\s*(\+|00)/.test(text);
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  const carriesCode =
    digits.startsWith(countryCode) && (international || digits.length === countryCode.length + phoneDigits);
  return (carriesCode ? digits.slice(countryCode.length) : digits).slice(0, phoneDigits);
}

/** Normalises a number typed key by key: an extra digit is ignored, as in a field of that length. */
const typedPhone = (text: string, value: string, countryCode: string): string =>
  value.length === phoneDigits && text.length === phoneDigits + 1 ? value : cleanPhone(text, countryCode);

interface PhoneFieldProps {
  label: string;
  countryCode: string;
  onCountryCode(code: string): void;
  /** The number without its country code. */
  value: string;
  onChange(value: string): void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string;
  autoFocus?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A phone number: "Input accepts only digits, max length 10" (section 5); a pasted number is normalised. */
export function PhoneField(props: PhoneFieldProps) {
  const {
    label,
    countryCode,
    onCountryCode,
    value,
    onChange,
    onBlur,
    error,
    hint,
    autoFocus = false,
    disabled = false,
    inputRef,
  } = props;
  return (
    <Field label={label} error={error} hint={hint}>
      {({ inputId, describedBy, invalid }) => (
        <Box sx={{ display: 'flex', gap: 1 }}>
          {/* A control of its own: the error and the state of the outer one are the number's. */}
          <FormControl sx={{ width: 96, flexShrink: 0 }}>
            <NativeSelect
              value={countryCode}
              disabled={disabled}
              onChange={(event) => onCountryCode(event.target.value)}
              input={<OutlinedInput />}
              inputProps={{ 'aria-label': 'Country code', 'aria-invalid': false }}
            >
              {countryCodes.map((code) => (
                <option key={code} value={code}>
                  +{code}
                </option>
              ))}
            </NativeSelect>
          </FormControl>
          <OutlinedInput
            id={inputId}
            type="tel"
            fullWidth
            value={value}
            error={invalid}
            disabled={disabled}
            autoFocus={autoFocus}
            onBlur={onBlur}
            onChange={(event) => onChange(typedPhone(event.target.value, value, countryCode))}
            onPaste={(event) => {
              event.preventDefault();
              onChange(cleanPhone(event.clipboardData.getData('text'), countryCode));
            }}
            inputRef={inputRef}
            slotProps={{
              input: {
                'aria-describedby': describedBy,
                'aria-required': true,
                inputMode: 'numeric',
                autoComplete: 'off',
              },
            }}
          />
        </Box>
      )}
    </Field>
  );
}

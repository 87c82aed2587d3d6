import { countryCodes, defaultCountryCode, phoneDigits } from '@dayline/contracts/fields/phone';
import { plainDigits } from '@dayline/contracts/fold';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import { uiText as text } from '../text.ts';
import { Field } from './fields.tsx';

interface Phone {
  countryCode: string;
  /** At most ten digits; for a country code that isn't offered: 00, the code and the rest. */
  number: string;
}

/** Longest first, since 1 isn't the code of a number that starts with a longer code. */
const codes = [...countryCodes].sort((a, b) => b.length - a.length);

/**
 * Normalises a typed or pasted number: digits of any script, at most 10. A pasted one may have a country code, a
 * leading zero, spaces and punctuation: `+91 98450-12345`, `tel:+447911123456`, `098450 12345`. A code with + or 00
 * replaces the selected one; if it isn't offered, the number is kept as dialled, with 00, which no number here starts
 * with.
 */
export function cleanPhone(text: string, countryCode: string): Phone {
  const plain = plainDigits(text).replace(/\(0\)/g, '');
  const [before = ''] = plain.split(/\d/, 1);
  const international = before !== plain && (before.includes('+') || /^00\d/.test(plain.slice(before.length)));
  const dialledDigits = plain.replace(/\D/g, '');
  const digits = dialledDigits.replace(/^0+/, '');
  const own = international ? codes.find((code) => digits.startsWith(code)) : undefined;
  if (own !== undefined)
    return { countryCode: own, number: digits.slice(own.length).replace(/^0+/, '').slice(0, phoneDigits) };
  if (international) return { countryCode, number: `00${digits}` };
  // Ten digits are the whole number, even with a leading 0. In India a 0 is dialled before the number.
  if (countryCode !== defaultCountryCode && dialledDigits.length <= phoneDigits)
    return { countryCode, number: dialledDigits };
  const carriesCode = digits.startsWith(countryCode) && digits.length === countryCode.length + phoneDigits;
  return { countryCode, number: (carriesCode ? digits.slice(countryCode.length) : digits).slice(0, phoneDigits) };
}

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
  optional?: boolean;
  autoFocus?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A phone number: "Input accepts only digits, max length 10" (section 5); a pasted number is normalised. */
export function PhoneField(props: PhoneFieldProps) {
  const { label, countryCode, onCountryCode, value, onChange, onBlur, error, hint } = props;
  const { optional = false, autoFocus = false, disabled = false, inputRef } = props;
  const put = (text: string) => {
    const phone = cleanPhone(text, countryCode);
    if (phone.countryCode !== countryCode) onCountryCode(phone.countryCode);
    onChange(phone.number);
  };
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {({ inputId, describedBy, invalid }) => (
        <Box sx={{ display: 'flex', gap: 1 }}>
          {/* A control of its own: the error and the state of the outer one are the number's. */}
          <FormControl sx={{ width: 96, flexShrink: 0 }}>
            <NativeSelect
              value={countryCode}
              disabled={disabled}
              onChange={(event) => onCountryCode(event.target.value)}
              input={<OutlinedInput />}
              inputProps={{ 'aria-label': text.countryCode, 'aria-invalid': false }}
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
            onChange={({ target: { value: input }, nativeEvent }) => {
              // A phone's keyboard pastes without a paste event: a complete number replaces what was typed.
              const insertedText = (nativeEvent instanceof InputEvent && nativeEvent.data) || '';
              if (insertedText.length >= phoneDigits) return put(insertedText);
              // An extra digit, typed key by key, is ignored, as in a field of that length; a leading 0 makes room for
              // it.
              if (value.length < phoneDigits || input.length !== phoneDigits + 1 || value.startsWith('0')) put(input);
            }}
            onPaste={(event) => {
              event.preventDefault();
              put(event.clipboardData.getData('text'));
            }}
            inputRef={inputRef}
            slotProps={{
              input: {
                'aria-describedby': describedBy,
                'aria-required': !optional,
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

import { type FocusEvent, useEffect, useState } from 'react';
import { TextField } from './fields.tsx';

/** A year typed digit by digit is first 0002, 0020 and 0202: before any client's days. */
const isWhole = (type: 'date' | 'time', value: string): boolean => type === 'time' || value === '' || value >= '1900';

/**
 * A day or time as typed: partial input is kept until it is complete, the page's value replaces it, or the field is
 * left.
 */
export function useTypedMoment(
  type: 'date' | 'time',
  value: string,
  onValue: (value: string) => void,
): { value: string; onChange(next: string): void; onBlur(event: FocusEvent<HTMLInputElement>): void } {
  const [input, setInput] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page's value changes
  useEffect(() => setInput(undefined), [value]);
  return {
    value: input ?? value,
    onChange: (next) => {
      setInput(next);
      if (isWhole(type, next)) onValue(next);
    },
    onBlur: ({ target }) => {
      if (input !== undefined && !isWhole(type, input)) setInput(undefined);
      // A day without its year is '' to the page, but stays in the field.
      if (target.validity.badInput) target.value = value;
    },
  };
}

/** A day (yyyy-mm-dd) or a time (HH:mm:ss) in a page's first line. */
export function MomentField(props: {
  label: string;
  type: 'date' | 'time';
  value: string;
  onValue(value: string): void;
}) {
  const { label, type, value, onValue } = props;
  return <TextField label={label} labelHidden type={type} {...useTypedMoment(type, value, onValue)} />;
}

import { useEffect, useState } from 'react';
import { TextField } from './fields.tsx';

/** A year that is typed key by key is 0002, 0020 and 0202 first: before any client's days. */
const isWhole = (type: 'date' | 'time', value: string): boolean => type === 'time' || value === '' || value >= '1900';

/** A day (yyyy-mm-dd) or a time (HH:mm:ss) in a page's first line; keeps partial input until it is complete. */
export function MomentField(props: {
  label: string;
  type: 'date' | 'time';
  value: string;
  onValue(value: string): void;
}) {
  const { label, type, value, onValue } = props;
  const [typed, setTyped] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the page says by now holds
  useEffect(() => setTyped(undefined), [value]);
  return (
    <TextField
      label={label}
      labelHidden
      type={type}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next);
        if (isWhole(type, next)) onValue(next);
      }}
    />
  );
}

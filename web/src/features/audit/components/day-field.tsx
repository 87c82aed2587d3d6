import { useEffect, useState } from 'react';
import { TextField } from '../../../ui/fields.tsx';
import { auditText as text } from '../text.ts';

/** A year that is typed key by key is 0002, 0020 and 0202 first: before any client's days. */
const isWhole = (date: string): boolean => date === '' || date >= '1900';

/** The day filter, yyyy-mm-dd; keeps partial input until it is a complete date. */
export function DayField({ day = '', onDay }: { day: string | undefined; onDay(day: string): void }) {
  const [typed, setTyped] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the address says by now holds
  useEffect(() => setTyped(undefined), [day]);
  return (
    <TextField
      label={text.day}
      labelHidden
      type="date"
      value={typed ?? day}
      onChange={(date) => {
        setTyped(date);
        if (isWhole(date)) onDay(date);
      }}
    />
  );
}

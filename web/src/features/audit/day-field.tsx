import { useEffect, useState } from 'react';
import { TextField } from '../../shared/ui/fields.tsx';
import { auditText as text } from './text.ts';

/** A year that is typed key by key is 0002, 0020 and 0202 first: no day of any client's. */
const isWhole = (date: string): boolean => date === '' || date >= '1900';

/** The day that narrows the list, yyyy-mm-dd; keeps what is being typed until it is a whole day. */
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

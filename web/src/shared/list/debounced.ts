import { useEffect, useState } from 'react';

/** A value once it has been stable for `rest` ms, so that a list isn't fetched on each keystroke. */
export function useDebounced<T>(value: T, rest = 200): T {
  const [lastValue, setLastValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLastValue(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return lastValue;
}

import { useRef, useState } from 'react';

/** Work in progress, by key; a second run with the same key does nothing until the first has ended. */
export function useUnderway() {
  const [shownKeys, setShownKeys] = useState<ReadonlySet<string>>(new Set());
  const underway = useRef(new Set<string>());
  return {
    isUnderway: (key: string): boolean => shownKeys.has(key),
    async run(key: string, work: () => Promise<void>): Promise<void> {
      if (underway.current.has(key)) return;
      underway.current.add(key);
      setShownKeys(new Set(underway.current));
      try {
        await work();
      } finally {
        underway.current.delete(key);
        setShownKeys(new Set(underway.current));
      }
    },
  };
}

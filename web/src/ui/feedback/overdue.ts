import { useEffect, useState } from 'react';

/**
 * Whether a wait has lasted longer than `patience` ms: before that nothing is shown, so that fast responses don't
 * flicker.
 */
export function useOverdue(waiting: boolean, patience = 150): boolean {
  const [overdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setOverdue(false);
      return;
    }
    const timer = setTimeout(() => setOverdue(true), patience);
    return () => clearTimeout(timer);
  }, [waiting, patience]);
  return waiting && overdue;
}

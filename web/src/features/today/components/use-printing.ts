import { useSyncExternalStore } from 'react';

const paper = (): MediaQueryList | undefined => window.matchMedia?.('print');

function onChange(told: () => void): () => void {
  const query = paper();
  query?.addEventListener('change', told);
  return () => query?.removeEventListener('change', told);
}

/** Whether the page is being printed, where there is no next page to click on. */
export const usePrinting = (): boolean => useSyncExternalStore(onChange, () => paper()?.matches ?? false);

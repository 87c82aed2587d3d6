import { useEffect } from 'react';
import { create } from 'zustand';

/** Whether the search for a patient is open: one for all pages. */
export const usePatientSearch = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export const openPatientSearch = (): void => usePatientSearch.setState({ isOpen: true });
export const closePatientSearch = (): void => usePatientSearch.setState({ isOpen: false });

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** As on the keyboard. */
export const searchKeys: readonly string[] = [isApple ? '⌘' : 'Ctrl', 'K'];

function onKey(event: KeyboardEvent): void {
  const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isKey || event.defaultPrevented) return;
  // A browser's own Ctrl K leaves the page.
  event.preventDefault();
  if (!document.querySelector('[role="alertdialog"], [role="dialog"]')) openPatientSearch();
}

/** Ctrl K and Cmd K open the search, in a field too; not over another dialog. Called once, by the frame. */
export function usePatientSearchKey(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      closePatientSearch();
    };
  }, []);
}

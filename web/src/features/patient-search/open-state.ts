import { useEffect } from 'react';
import { create } from 'zustand';

/** Whether the search for a patient is open, one for all pages, and what was typed before its field was there. */
export const usePatientSearch = create<{ readonly isOpen: boolean; readonly typed: string }>()(() => ({
  isOpen: false,
  typed: '',
}));

export const openPatientSearch = (): void => usePatientSearch.setState({ isOpen: true, typed: '' });
export const closePatientSearch = (): void => usePatientSearch.setState({ isOpen: false });

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** As on the keyboard. */
export const searchKeys: readonly string[] = [isApple ? '⌘' : 'Ctrl', 'K'];

const hasDialog = (): boolean => document.querySelector('[role="alertdialog"], [role="dialog"]') !== null;

/** While the dialog loads, keys are what is searched for: they are no shortcuts of the page, which would mark somebody. */
function onEarlyKey(event: KeyboardEvent): void {
  const { isOpen, typed } = usePatientSearch.getState();
  if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || hasDialog()) return;
  if (event.key.length !== 1 && event.key !== 'Backspace') return;
  event.preventDefault();
  event.stopPropagation();
  usePatientSearch.setState({ typed: event.key === 'Backspace' ? typed.slice(0, -1) : typed + event.key });
}

function onKey(event: KeyboardEvent): void {
  const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isKey || event.defaultPrevented) return;
  // A browser's own Ctrl K leaves the page.
  event.preventDefault();
  if (!hasDialog()) openPatientSearch();
}

/** Ctrl K and Cmd K open the search, in a field too; not over another dialog. Called once, by the frame. */
export function usePatientSearchKey(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    window.addEventListener('keydown', onEarlyKey, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('keydown', onEarlyKey, { capture: true });
      closePatientSearch();
    };
  }, []);
}

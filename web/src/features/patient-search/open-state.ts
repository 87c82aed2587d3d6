import { useEffect } from 'react';
import { create } from 'zustand';

interface PatientSearchState {
  readonly isOpen: boolean;
  readonly typed: string;
  /** Until when keys are taken for the field, in ms; 0 once it had the focus. */
  readonly loadsUntil: number;
}

/** A dialog that hasn't loaded by then takes no more keys from the page, in ms. */
const longestLoad = 5_000;

/** The search for a patient: one for all pages. */
export const usePatientSearch = create<PatientSearchState>()(() => ({ isOpen: false, typed: '', loadsUntil: 0 }));

export const openPatientSearch = (): void =>
  usePatientSearch.setState({ isOpen: true, typed: '', loadsUntil: Date.now() + longestLoad });
export const typePatientSearch = (typed: string): void => usePatientSearch.setState({ typed });
/** Its field has the focus. */
export const patientSearchLoaded = (): void => usePatientSearch.setState({ loadsUntil: 0 });
export const closePatientSearch = (): void => usePatientSearch.setState({ isOpen: false });

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** As on the keyboard. */
export const searchKeys: readonly string[] = [isApple ? '⌘' : 'Ctrl', 'K'];

/** Before its field has the focus, keys are what is searched for: as the page's shortcuts they would mark somebody. */
function onEarlyKey(event: KeyboardEvent): void {
  const { isOpen, typed, loadsUntil } = usePatientSearch.getState();
  if (!isOpen || Date.now() > loadsUntil || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length !== 1 && event.key !== 'Backspace') return;
  event.preventDefault();
  event.stopPropagation();
  typePatientSearch(event.key === 'Backspace' ? typed.slice(0, -1) : typed + event.key);
}

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
    window.addEventListener('keydown', onEarlyKey, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('keydown', onEarlyKey, { capture: true });
      closePatientSearch();
    };
  }, []);
}

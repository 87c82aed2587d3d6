import { useEffect } from 'react';
import { create } from 'zustand';

interface PatientSearchState {
  readonly isOpen: boolean;
  readonly typed: string;
  /** Until when keys are taken for the field, in ms; 0 once it had the focus. */
  readonly loadsUntil: number;
}

/** In ms: a dialog that hasn't loaded within this time takes no more keys from the page. */
const maxLoad = 5_000;

/** The patient search: one for all pages. */
export const usePatientSearch = create<PatientSearchState>()(() => ({ isOpen: false, typed: '', loadsUntil: 0 }));

export const openPatientSearch = (): void =>
  usePatientSearch.setState({ isOpen: true, typed: '', loadsUntil: Date.now() + maxLoad });
export const typePatientSearch = (input: string): void => usePatientSearch.setState({ typed: input });
/** Called when its field has the focus. */
export const patientSearchLoaded = (): void => usePatientSearch.setState({ loadsUntil: 0 });
export const closePatientSearch = (): void => usePatientSearch.setState({ isOpen: false });

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** The keys as labelled on the keyboard. */
export const searchKeys: readonly string[] = [isApple ? '⌘' : 'Ctrl', 'K'];

/**
 * Until the search field has the focus, keys are added to its text: as shortcuts of the page they would act on a
 * patient.
 */
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
  // The browser's own Ctrl K would leave the page.
  event.preventDefault();
  if (!document.querySelector('[role="alertdialog"], [role="dialog"]')) openPatientSearch();
}

/** Ctrl K and Cmd K open the search, even from a field; not over another dialog. Called once, by the frame. */
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

import { Suspense } from 'react';
import { usePatientSearch, usePatientSearchKey } from '../../features/patient-search/open-state.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';

const SearchDialog = lazyPiece(async () => ({
  default: (await import('../../features/patient-search/search-dialog.tsx')).SearchDialog,
}));

/** The search for a patient, on every signed-in page by its button or key; loaded when it is first opened. */
export function PatientSearch() {
  const isOpen = usePatientSearch((state) => state.isOpen);
  usePatientSearchKey();
  return <Suspense>{isOpen ? <SearchDialog /> : null}</Suspense>;
}

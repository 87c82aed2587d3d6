import { Suspense } from 'react';
import { searchKeys, usePatientSearch, usePatientSearchKey } from '../../features/patient-search/open-state.ts';
import { useHandledKeys } from '../../shared/actions/actions.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { chromeText as text } from './text.ts';

const SearchDialog = lazyPiece(async () => ({
  default: (await import('../../features/patient-search/search-dialog.tsx')).SearchDialog,
}));

/** The patient search, on every signed-in page by its button or shortcut; loaded when first opened. */
export function PatientSearch() {
  const isOpen = usePatientSearch((state) => state.isOpen);
  usePatientSearchKey();
  useHandledKeys([{ key: searchKeys.join(' '), name: text.findPatient }]);
  return <Suspense>{isOpen ? <SearchDialog /> : null}</Suspense>;
}

import { Suspense } from 'react';
import { ToastHost } from '../../shared/actions/toast-host.tsx';
import { useSessionEnding } from '../../shared/api/live/state.ts';
import { whenProofIsNeeded } from '../../shared/api/proof.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { ConfirmHost } from '../../ui/dialogs/confirm-host.tsx';
import { askForProof, useAskedProof } from '../proof/ask-for-proof.ts';

whenProofIsNeeded(askForProof);

const SessionEnding = lazyPiece(() => import('../session-ending/session-ending.tsx'));
const ShortcutSheet = lazyPiece(async () => ({
  default: (await import('../../shared/actions/shortcut-sheet.tsx')).ShortcutSheet,
}));

function ProofHost() {
  const proofQuestion = useAskedProof((state) => state.asked);
  return proofQuestion ? <proofQuestion.Dialog onAnswer={proofQuestion.answer} /> : null;
}

function SessionEndingHost() {
  const isEnding = useSessionEnding((state) => state.isEnding);
  return isEnding ? <SessionEnding /> : null;
}

/**
 * The single hosts of dialogs, toasts and keyboard shortcuts; loaded after the first page, which doesn't wait for them.
 */
export function Overlays() {
  return (
    <>
      <ConfirmHost />
      <ProofHost />
      <ToastHost />
      <Suspense>
        <SessionEndingHost />
      </Suspense>
      <Suspense>
        <ShortcutSheet />
      </Suspense>
    </>
  );
}

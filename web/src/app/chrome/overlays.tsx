import { Suspense } from 'react';
import { ToastHost } from '../../shared/actions/toast-host.tsx';
import { countAsUse } from '../../shared/api/attended.ts';
import { useSessionEnding } from '../../shared/api/live/state.ts';
import { whenProofIsNeeded } from '../../shared/api/proof.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { Confirmation, ConfirmHost } from '../../ui/dialogs/confirm-host.tsx';
import { askForProof, useAskedProof } from '../proof/ask-for-proof.ts';
import { chromeText as text } from './text.ts';

whenProofIsNeeded(askForProof);

const ShortcutSheet = lazyPiece(async () => ({
  default: (await import('../../shared/actions/shortcut-sheet.tsx')).ShortcutSheet,
}));

function ProofHost() {
  const asked = useAskedProof((state) => state.asked);
  return asked ? <asked.Dialog onAnswer={asked.answer} /> : null;
}

/** Warns before an unused session ends; goes once the server has noted a use, in any tab. */
function SessionEnding() {
  const isEnding = useSessionEnding((state) => state.isEnding);
  const question = {
    ...{ id: 0, title: text.endingTitle, message: text.endingMessage, actionLabel: text.stay },
    ...{ cancellable: false, answer: countAsUse },
  };
  return isEnding ? <Confirmation question={question} /> : null;
}

/**
 * The single hosts of dialogs, toasts and keyboard shortcuts; loaded after the first page, which doesn't wait for them.
 */
export function Overlays() {
  return (
    <>
      <ConfirmHost />
      <ProofHost />
      <SessionEnding />
      <ToastHost />
      <Suspense>
        <ShortcutSheet />
      </Suspense>
    </>
  );
}

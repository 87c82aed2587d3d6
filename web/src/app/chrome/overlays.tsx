import { Suspense } from 'react';
import { ToastHost } from '../../shared/actions/toast-host.tsx';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { ConfirmHost } from '../../ui/dialogs/confirm-host.tsx';

const ShortcutSheet = lazyPiece(async () => ({
  default: (await import('../../shared/actions/shortcut-sheet.tsx')).ShortcutSheet,
}));

/**
 * The single hosts of dialogs, toasts and keyboard shortcuts; loaded after the first page, which doesn't wait for them.
 */
export function Overlays() {
  return (
    <>
      <ConfirmHost />
      <ToastHost />
      <Suspense>
        <ShortcutSheet />
      </Suspense>
    </>
  );
}

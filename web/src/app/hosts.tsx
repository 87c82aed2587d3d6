import { Suspense } from 'react';
import { ConfirmHost } from '../shared/ui/confirm-host.tsx';
import { ToastHost } from '../shared/ui/toast-host.tsx';
import { beside } from './beside.ts';

const ShortcutSheet = beside(async () => ({
  default: (await import('../shared/ui/shortcut-sheet.tsx')).ShortcutSheet,
}));

/** The one host each for questions, toasts and keys; loaded beside the first page, not before it. */
export function Hosts() {
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

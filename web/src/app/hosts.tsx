import { ConfirmHost } from '../shared/ui/confirm-host.tsx';
import { ShortcutSheet } from '../shared/ui/shortcut-sheet.tsx';
import { ToastHost } from '../shared/ui/toast-host.tsx';

/** The one host each for questions, toasts and keys; loaded beside the first page, not before it. */
export function Hosts() {
  return (
    <>
      <ConfirmHost />
      <ToastHost />
      <ShortcutSheet />
    </>
  );
}

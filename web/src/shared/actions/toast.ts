import { create } from 'zustand';
import type { Action } from '../../ui/buttons/action.ts';
import { onForgetShown } from '../session/forget-shown.ts';
import { toastText } from './text.ts';

/** "Undo toast 5000 ms; error and info toasts 3000 ms; toast defaults top-right, 5 s" (section 9). */
export const toastTimes = { standard: 5000, brief: 3000 } as const;

/** Duration of toasts that have to be read, ms. */
export const readingMs = 8_000;

/** `news` is a change by another user: it never replaces a toast that can still be acted on. */
export type ToastKind = 'done' | 'info' | 'warning' | 'error' | 'news';

export interface ToastAction extends Action {
  /** When the action expires, ms since the epoch: a toast paused under the pointer then loses it. */
  until?: number;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** A second line: the patient, or the reason of a failure. */
  detail?: string | undefined;
  /** The id of the subject, for pages that wait until the toast is gone. */
  subject?: string;
  /** Its duration in ms; pointer or focus on it pauses it. */
  time: number;
  action?: ToastAction;
  /** A further action, which leaves the toast where it is. */
  beside?: Action;
}

interface ToastState {
  toasts: readonly Toast[];
}

export const useToastState = create<ToastState>()(() => ({ toasts: [] }));
// An Undo would be sent under the next person's name.
onForgetShown('arriving', () => useToastState.setState({ toasts: [] }));

let lastId = 0;

export type NewToast = Omit<Toast, 'id' | 'time' | 'kind'> & { time?: number };

/** The toast of a command that succeeded. If nothing changed, it says so. */
export const showDone = ({ position }: { position: string | null }, toast: NewToast): number =>
  position === null
    ? showToast({ kind: 'info', message: toastText.nothingChanged, detail: toast.detail })
    : show({ ...toast, kind: 'done' });

/** Shows any toast other than of a successful command: see `showDone`. */
export const showToast = (toast: NewToast & { kind: Exclude<ToastKind, 'done'> }): number => show(toast);

/** Returns the toast's id. At most three are kept; the oldest is dropped. */
function show(toast: NewToast & { kind: ToastKind }): number {
  lastId += 1;
  const { kind } = toast;
  const time = toast.time ?? (kind === 'done' || kind === 'news' ? toastTimes.standard : toastTimes.brief);
  const newToast: Toast = { ...toast, time, id: lastId };
  useToastState.setState(({ toasts }) => {
    const isBehind = kind === 'news' && toasts.some(({ action }) => action !== undefined);
    // Only the newest news waits.
    const others = kind === 'news' ? toasts.filter((shownToast) => shownToast.kind !== 'news') : toasts;
    return { toasts: (isBehind ? [newToast, ...others] : [...others, newToast]).slice(-3) };
  });
  return newToast.id;
}

export const dismissToast = (id: number): void =>
  useToastState.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

export const toastError = (message: string): number => showToast({ kind: 'error', message });

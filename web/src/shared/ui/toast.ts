import { create } from 'zustand';

/** "Undo toast 5000 ms; error and info toasts 3000 ms; toast defaults top-right, 5 s" (section 9). */
export const toastTimes = { standard: 5000, brief: 3000 } as const;

export type ToastKind = 'done' | 'info' | 'warning' | 'error';

export interface ToastAction {
  label: string;
  perform(): void;
  /** When the action is over at the latest, ms since the epoch: a toast that waits under the pointer loses it then. */
  until?: number;
  /** A single key that does the same, shown beside the label. */
  key?: string;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** A second line: why it failed. */
  detail?: string;
  /** How long it stays, in ms, without being looked at. */
  time: number;
  action?: ToastAction;
}

interface ToastState {
  toasts: readonly Toast[];
}

export const useToastState = create<ToastState>()(() => ({ toasts: [] }));

let made = 0;

/** Shows a toast and returns its id. At most three stand at once; the oldest gives way. */
export function showToast(toast: Omit<Toast, 'id' | 'time' | 'kind'> & { kind?: ToastKind; time?: number }): number {
  made += 1;
  const kind = toast.kind ?? 'done';
  const time = toast.time ?? (kind === 'done' ? toastTimes.standard : toastTimes.brief);
  const shown: Toast = { ...toast, kind, time, id: made };
  useToastState.setState(({ toasts }) => ({ toasts: [...toasts, shown].slice(-3) }));
  return shown.id;
}

export const dismissToast = (id: number): void =>
  useToastState.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

export const toastError = (message: string): number => showToast({ kind: 'error', message });

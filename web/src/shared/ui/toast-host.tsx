import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { keyframes } from '@mui/material/styles';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../actions/shortcuts.ts';
import { Icon } from './icon.tsx';
import { dismissToast, type Toast, type ToastAction, useToastState } from './toast.ts';

const runOut = keyframes({ from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } });
const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** Counts a toast's time down, and stands still while `waiting`. */
function useCountdown(time: number, waiting: boolean, onOver: () => void): void {
  const left = useRef(time);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    if (waiting) return;
    const started = Date.now();
    const timer = setTimeout(() => over.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - started));
    };
  }, [waiting]);
}

/** The action while it still can be done: it goes when its time is over. */
function useOpenAction(action: ToastAction | undefined): ToastAction | undefined {
  const [over, setOver] = useState(false);
  const until = action?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(() => setOver(true), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return over ? undefined : action;
}

/** A toast that goes with the focus in it gives it back to where it came from, or to the page where that is gone. */
function useFocusBack() {
  const card = useRef<HTMLDivElement>(null);
  const from = useRef<Element>(null);
  const note = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
  };
  const giveBack = () => {
    if (!from.current || !card.current?.contains(document.activeElement)) return;
    const place = from.current.isConnected ? from.current : document.getElementById('main');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  };
  return { card, note, giveBack };
}

function ToastCard({ toast }: { toast: Toast }) {
  const focus = useFocusBack();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const waiting = hovered || focused;
  const action = useOpenAction(toast.action);
  const taken = useRef(false);
  const leave = () => {
    focus.giveBack();
    dismissToast(toast.id);
  };
  const take = () => {
    // A second click sends nothing.
    if (!action || taken.current) return;
    taken.current = true;
    leave();
    action.perform();
  };
  useCountdown(toast.time, waiting, leave);
  useShortcuts(action?.key ? [{ key: action.key, label: action.label, perform: take }] : []);
  const error = toast.kind === 'error';
  return (
    <Box
      ref={focus.card}
      role={error ? 'alert' : 'status'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        focus.note(event);
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 56,
        pl: 2,
        pr: 1,
        py: 0.5,
        borderRadius: '6px',
        bgcolor: error ? 'status.cancelled.soft' : 'toast.ground',
        color: error ? 'status.cancelled.main' : 'toast.ink',
        border: error ? '1px solid' : 0,
        borderColor: 'status.cancelled.line',
        boxShadow: '0 8px 24px rgb(23 33 43 / .28)',
        animation: `${appear} 150ms`,
      }}
    >
      {error || toast.kind === 'warning' ? <Icon name="warning" /> : null}
      <Box sx={{ flex: 1 }}>
        <Box sx={{ fontWeight: error ? 600 : 400 }}>{toast.message}</Box>
        {toast.detail === undefined ? null : <Box sx={{ fontSize: '0.8125rem' }}>{toast.detail}</Box>}
      </Box>
      {action ? (
        <Button
          variant="text"
          size="small"
          onClick={take}
          sx={{ color: 'toast.act', '&:hover': { bgcolor: 'transparent', textDecoration: 'underline' } }}
        >
          {action.label}
        </Button>
      ) : (
        // Takes the place of an action whose time is over, and its focus.
        <IconButton size="small" aria-label="Dismiss" autoFocus={focused} onClick={leave} sx={{ color: 'inherit' }}>
          <Icon name="cross" size={16} />
        </IconButton>
      )}
      <Box
        aria-hidden="true"
        sx={{
          position: 'absolute',
          left: 0,
          bottom: 0,
          width: '100%',
          height: 3,
          bgcolor: error ? 'status.cancelled.main' : 'toast.line',
          transformOrigin: 'left',
          animation: `${runOut} ${toast.time}ms linear forwards`,
          '@media (prefers-reduced-motion: reduce)': { display: 'none' },
        }}
        style={{ animationPlayState: waiting ? 'paused' : 'running' }}
      />
    </Box>
  );
}

/** All toasts, top right, under the bar; at a desk side by side, so that none lies on the first row's buttons. */
export function ToastHost() {
  const toasts = useToastState((state) => state.toasts);
  return (
    <Box
      sx={(theme) => ({
        position: 'fixed',
        top: 60,
        right: 16,
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        '& > *': { width: 360, maxWidth: 'calc(100vw - 32px)' },
        [theme.breakpoints.up('lg')]: { flexDirection: 'row-reverse', alignItems: 'flex-start' },
        zIndex: theme.zIndex.snackbar,
      })}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </Box>
  );
}

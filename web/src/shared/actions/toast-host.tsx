import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { keyframes } from '@mui/material/styles';
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Action } from '../../ui/buttons/action.ts';
import { isAction } from '../../ui/buttons/single-press.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline } from '../../ui/layout/boxes.tsx';
import { uiText as text } from '../../ui/text.ts';
import { useActions } from './actions.ts';
import { dismissToast, type Toast, type ToastAction, useToastState } from './toast.ts';

const runOut = keyframes({ from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } });
const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** Counts a toast's time down; paused while `waiting`. */
function useCountdown(time: number, waiting: boolean, onOver: () => void): void {
  const timeLeft = useRef(time);
  const over = useRef(onOver);
  useLayoutEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    if (waiting) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => over.current(), timeLeft.current);
    return () => {
      clearTimeout(timer);
      timeLeft.current = Math.max(0, timeLeft.current - (Date.now() - startedAt));
    };
  }, [waiting]);
}

/** The action's button while it is available: removed when it expires. */
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

/** A toast removed while focused returns the focus to its origin, or to the page if that is gone. */
function useFocusBack() {
  const card = useRef<HTMLDivElement>(null);
  const from = useRef<Element>(null);
  const note = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
  };
  const giveBack = () => {
    if (!from.current || !card.current?.contains(document.activeElement)) return;
    const target = from.current.isConnected ? from.current : document.getElementById('main');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
  return { card, note, giveBack };
}

const ToastButton = ({ action }: { action: Pick<Action, 'name' | 'perform'> }) => (
  <Button
    {...isAction}
    variant="text"
    size="small"
    onClick={action.perform}
    sx={{ color: 'toast.act', '&:hover': { bgcolor: 'transparent', textDecoration: 'underline' } }}
  >
    {action.name}
  </Button>
);

function ToastCard({ toast, behind }: { toast: Toast; behind: boolean }) {
  const focus = useFocusBack();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const waiting = hovered || focused || (behind && toast.kind === 'news');
  const action = useOpenAction(toast.action);
  const isTaken = useRef(false);
  const leave = () => {
    focus.giveBack();
    dismissToast(toast.id);
  };
  const take = () => {
    // A second click sends nothing.
    if (!action || isTaken.current) return;
    isTaken.current = true;
    leave();
    action.perform();
  };
  useCountdown(toast.time, waiting, leave);
  useActions(action ? [{ ...action, perform: take }] : []);
  const error = toast.kind === 'error';
  return (
    <Inline
      ref={focus.card}
      {...(error ? { role: 'alert' } : {})}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        focus.note(event);
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
      gap={1}
      sx={{
        gridArea: '1 / 1',
        visibility: behind ? 'hidden' : 'visible',
        position: 'relative',
        overflow: 'hidden',
        // As high as the bar below it, so that it covers no part of the page.
        minHeight: 44,
        maxHeight: { md: 60 },
        pl: 2,
        pr: 1,
        py: '3px',
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
        <Box sx={{ fontWeight: 600, lineHeight: { xs: '1.125rem', md: '1.25rem' } }}>{toast.message}</Box>
        {toast.detail === undefined ? null : (
          <Box sx={{ fontSize: '0.8125rem', lineHeight: '1.125rem' }}>{toast.detail}</Box>
        )}
      </Box>
      {toast.beside ? <ToastButton action={toast.beside} /> : null}
      {action ? (
        <ToastButton action={{ ...action, perform: take }} />
      ) : (
        // Replaces an expired action, and takes over its focus.
        <IconButton
          size="small"
          aria-label={text.dismiss}
          autoFocus={focused}
          onClick={leave}
          sx={{ color: 'inherit' }}
        >
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
    </Inline>
  );
}

/**
 * The newest toast over the right end of the top bar, on a phone at the top: never over tabs, filters or a card's
 * buttons. Older ones wait behind it while their time runs; news from other users waits without using up its time.
 */
export function ToastHost() {
  const toasts = useToastState((state) => state.toasts);
  const cards = (errors: boolean) =>
    toasts
      .filter(({ kind }) => (kind === 'error') === errors)
      .map((toast) => <ToastCard key={toast.id} toast={toast} behind={toast !== toasts.at(-1)} />);
  return (
    <Box
      className="not-on-paper"
      sx={(theme) => ({
        position: 'fixed',
        top: 2,
        right: { xs: 8, md: 16 },
        left: { xs: 8, md: 'auto' },
        // A longer message takes more of the bar's width, not a second line.
        width: { md: 'max-content' },
        minWidth: { md: 392 },
        maxWidth: { md: '60vw' },
        display: 'grid',
        zIndex: theme.zIndex.snackbar,
      })}
    >
      {/* Always there: several screen readers say nothing of a region that comes together with its text. */}
      <Box role="status" sx={{ gridArea: '1 / 1', display: 'grid' }}>
        {cards(false)}
      </Box>
      {cards(true)}
    </Box>
  );
}

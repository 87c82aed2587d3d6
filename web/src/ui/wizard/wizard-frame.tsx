import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Key } from '../buttons/key.tsx';
import { isInPlace } from '../buttons/single-press.ts';
import { isComposing } from '../fields/composing.ts';
import { Inline, lineAbove, Muted, Span } from '../layout/boxes.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { filled } from '../locale/filled.ts';
import { uiText as text } from '../text.ts';
import { frame } from '../theme/tokens.ts';
import { StepBar } from './step-bar.tsx';

interface WizardFrameProps {
  title: string;
  /** The names of the steps, in order. */
  steps: readonly string[];
  /** From 1. */
  step: number;
  /** The step's question, above its fields. */
  question: string;
  /** A secondary line below the question. */
  context?: ReactNode;
  /** Shown beside the number of the step. */
  aside?: ReactNode;
  children: ReactNode;
  /** Absent if the step can't go back. */
  onBack?: (() => void) | undefined;
  backLabel?: string | undefined;
  /** Absent if the step's own buttons continue. */
  onContinue?: (() => void) | undefined;
  continueLabel?: string | undefined;
  busy?: boolean;
}

type FooterProps = Pick<WizardFrameProps, 'onBack' | 'onContinue' | 'backLabel' | 'continueLabel' | 'busy'>;

function WizardFooter(props: FooterProps & { ref: RefObject<HTMLElement | null> }) {
  const { ref, onBack, onContinue, backLabel = text.back, continueLabel = text.continue, busy = false } = props;
  return (
    <Inline
      ref={ref}
      gap={2}
      sx={{
        justifyContent: 'space-between',
        pt: 2,
        mt: 'auto',
        // Visible even if the step is longer than the screen.
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        mx: -2,
        mb: -2,
        px: 2,
        pb: 2,
        bgcolor: 'background.paper',
        borderRadius: '0 0 6px 6px',
        ...lineAbove,
      }}
    >
      {onBack ? (
        <Button variant="outlined" onClick={onBack} disabled={busy}>
          {backLabel}
        </Button>
      ) : (
        <span />
      )}
      <Muted sx={{ display: { xs: 'none', md: 'block' } }}>
        {filled(onContinue ? (onBack ? text.keys : text.enterContinues) : onBack ? text.escapeBack : '', {
          enter: <Key>{text.enterKey}</Key>,
          escape: <Key>{text.escapeKey}</Key>,
        })}
      </Muted>
      {onContinue ? (
        <Button type="submit" loading={busy}>
          {continueLabel}
        </Button>
      ) : (
        <span />
      )}
    </Inline>
  );
}

/** Enter continues, Escape goes back. */
function useWizardKeys({ onBack, onContinue, busy }: FooterProps, heading: RefObject<HTMLElement | null>) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onContinue?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape' && !event.defaultPrevented && onBack && !busy) {
      event.preventDefault();
      onBack();
      return;
    }
    // A selected date or time would handle Enter itself; here Enter always continues.
    const target = event.target;
    const onChoice = target instanceof HTMLElement && (target.role === 'radio' || target.role === 'checkbox');
    // In a step without fields the question has the focus.
    const onQuestion = target === heading.current;
    // A closed select would open; an open list handles the key itself.
    const onSelect = target instanceof HTMLSelectElement;
    const takesEnter = onQuestion || onSelect || (onChoice && target.getAttribute('aria-checked') === 'true');
    if (event.key === 'Enter' && takesEnter && onContinue && !busy) {
      event.preventDefault();
      onContinue();
    }
  };
  return { onSubmit, onKeyDown };
}

/**
 * A wizard's page: title, step bar, one card with a question, Back and Continue. Enter continues, Escape goes back. The
 * question is focused when the step changes, unless one of its fields is (Back and Continue don't count).
 */
export function WizardFrame(props: WizardFrameProps) {
  const { title, steps, step, question, context, aside, children, onBack, onContinue } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLFormElement>(null);
  const footer = useRef<HTMLElement>(null);
  const headingId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes, not when what it shows does
  useEffect(() => {
    const { activeElement } = document;
    const isInStep = card.current?.contains(activeElement) && !footer.current?.contains(activeElement);
    if (!isInStep) heading.current?.focus({ preventScroll: true });
    window.scrollTo?.({ top: 0 });
  }, [step]);

  const keys = useWizardKeys(props, heading);

  return (
    <Box sx={{ maxWidth: frame.wizard, mx: 'auto' }}>
      <PageHeader
        title={title}
        action={
          <Inline gap={1}>
            {aside}
            <Muted role="status">
              {text.stepOf(step, steps.length)}
              <Span sx={{ display: { md: 'none' } }}>: {steps[step - 1]}</Span>
            </Muted>
          </Inline>
        }
      />
      <StepBar steps={steps} step={step} />
      <Paper
        component="form"
        ref={card}
        noValidate
        {...keys}
        {...isInPlace}
        aria-labelledby={headingId}
        // Every step fills the screen's height, so that Continue stays in place.
        sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 2, minHeight: 'min(560px, calc(100dvh - 200px))' }}
      >
        <Box>
          <Typography
            id={headingId}
            ref={heading}
            variant="h3"
            component="h2"
            tabIndex={-1}
            sx={{ '&:focus-visible': { outline: 'none' } }}
          >
            {question}
          </Typography>
          <Muted component="div">{context}</Muted>
        </Box>
        {children}
        {onBack || onContinue ? <WizardFooter {...props} ref={footer} /> : null}
      </Paper>
    </Box>
  );
}

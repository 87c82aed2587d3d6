import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { frame } from '../theme/tokens.ts';
import { Icon } from './icon.tsx';
import { Key } from './key.tsx';
import { PageHeader } from './page-header.tsx';

interface WizardFrameProps {
  title: string;
  /** The names of the steps, in order. */
  steps: readonly string[];
  /** From 1. */
  step: number;
  /** What the step asks, over its fields. */
  question: string;
  /** A quiet line under the question. */
  context?: ReactNode;
  children: ReactNode;
  /** Absent where the step has no way back. */
  onBack?: (() => void) | undefined;
  /** Absent where the step's own buttons go on. */
  onContinue?: (() => void) | undefined;
  continueLabel?: string;
  busy?: boolean;
}

type Progress = 'done' | 'here' | 'ahead';

function StepSign({ number, progress }: { number: number; progress: Progress }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={{
        width: 24,
        height: 24,
        flexShrink: 0,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        fontSize: '0.75rem',
        fontWeight: 600,
        ...(progress === 'done' ? { bgcolor: 'primary.main', color: 'primary.contrastText' } : {}),
        ...(progress === 'here' ? { border: '2px solid', borderColor: 'primary.main' } : {}),
        ...(progress === 'ahead' ? { border: '1px solid', borderColor: 'field.border' } : {}),
      }}
    >
      {progress === 'done' ? <Icon name="check" size={14} /> : number}
    </Box>
  );
}

const progressWords: Record<Progress, string> = { done: 'done', here: 'current', ahead: 'to come' };

function StepBar({ steps, step }: { steps: readonly string[]; step: number }) {
  return (
    <>
      <Box
        component="ol"
        aria-label="Steps"
        sx={{ display: { xs: 'none', md: 'flex' }, listStyle: 'none', m: 0, p: 0, mb: 2, alignItems: 'center', gap: 1 }}
      >
        {steps.map((name, index) => {
          const number = index + 1;
          const progress: Progress = number < step ? 'done' : number === step ? 'here' : 'ahead';
          return (
            <Box
              component="li"
              key={name}
              aria-current={progress === 'here' ? 'step' : undefined}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                flex: number === steps.length ? '0 0 auto' : '1 1 auto',
                fontSize: '0.8125rem',
                fontWeight: progress === 'here' ? 600 : 400,
                color: progress === 'ahead' ? 'text.secondary' : 'primary.main',
              }}
            >
              <StepSign number={number} progress={progress} />
              {name}
              <Box
                component="span"
                sx={{ position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)', overflow: 'hidden' }}
              >
                , {progressWords[progress]}
              </Box>
              {number === steps.length ? null : (
                <Box
                  component="span"
                  aria-hidden="true"
                  sx={{ flex: 1, minWidth: 8, height: '1px', bgcolor: 'divider' }}
                />
              )}
            </Box>
          );
        })}
      </Box>
      <Box aria-hidden="true" sx={{ display: { xs: 'flex', md: 'none' }, gap: 0.5, mb: 1.5 }}>
        {steps.map((name, index) => (
          <Box
            key={name}
            sx={{ flex: 1, height: 4, borderRadius: 2, bgcolor: index < step ? 'primary.main' : 'divider' }}
          />
        ))}
      </Box>
    </>
  );
}

/**
 * A wizard's page: title, step bar, one card with a question, Back and Continue. Enter continues, Escape steps back. The
 * question takes the focus when the step changes, unless a field of the step took it.
 */
export function WizardFrame(props: WizardFrameProps) {
  const {
    title,
    steps,
    step,
    question,
    context,
    children,
    onBack,
    onContinue,
    continueLabel = 'Continue',
    busy = false,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLFormElement>(null);
  const headingId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes, not when what it shows does
  useEffect(() => {
    if (!card.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
    window.scrollTo?.({ top: 0 });
  }, [step]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onContinue?.();
  };
  // A key that is held down answers one question, not those of the steps that follow; nor does a double click.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.repeat && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onClickCapture = (event: MouseEvent) => {
    const { target } = event;
    const isSubmit = target instanceof Element && target.closest('button[type="submit"]') !== null;
    if (isSubmit && event.detail > 1) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && onBack && !busy) {
      event.preventDefault();
      onBack();
      return;
    }
    // A chosen date or time would take Enter for itself; here Enter always continues.
    const target = event.target;
    const onChoice = target instanceof HTMLElement && (target.role === 'radio' || target.role === 'checkbox');
    // A step without fields has its question focused.
    const onQuestion = target === heading.current;
    // A closed select would open; its open list keeps the key to itself.
    const onSelect = target instanceof HTMLSelectElement;
    const takesEnter = onQuestion || onSelect || (onChoice && target.getAttribute('aria-checked') === 'true');
    if (event.key === 'Enter' && takesEnter && onContinue && !busy) {
      event.preventDefault();
      onContinue();
    }
  };

  return (
    <Box sx={{ maxWidth: frame.wizard, mx: 'auto' }}>
      <PageHeader
        title={title}
        action={
          <Typography variant="caption" sx={{ color: 'text.secondary' }} role="status">
            Step {step} of {steps.length}
            <Box component="span" sx={{ display: { md: 'none' } }}>
              : {steps[step - 1]}
            </Box>
          </Typography>
        }
      />
      <StepBar steps={steps} step={step} />
      <Paper
        component="form"
        ref={card}
        noValidate
        onSubmit={submit}
        onKeyDownCapture={onKeyDownCapture}
        onKeyDown={onKeyDown}
        onClickCapture={onClickCapture}
        aria-labelledby={headingId}
        sx={{ p: 2, display: 'grid', gap: 2 }}
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
          {context === undefined ? null : (
            <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
              {context}
            </Typography>
          )}
        </Box>
        {children}
        {onBack || onContinue ? (
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'space-between',
              gap: 2,
              pt: 2,
              borderTop: '1px solid',
              borderColor: 'divider',
            }}
          >
            {onBack ? (
              <Button variant="outlined" onClick={onBack} disabled={busy}>
                Back
              </Button>
            ) : (
              <span />
            )}
            <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>
              {onContinue ? (
                <>
                  <Key>Enter</Key> continues{onBack ? ', ' : null}
                </>
              ) : null}
              {onBack ? (
                <>
                  <Key>Esc</Key> steps back
                </>
              ) : null}
            </Typography>
            {onContinue ? (
              <Button type="submit" loading={busy}>
                {continueLabel}
              </Button>
            ) : (
              <span />
            )}
          </Box>
        ) : null}
      </Paper>
    </Box>
  );
}

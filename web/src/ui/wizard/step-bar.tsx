import Box from '@mui/material/Box';
import { Icon } from '../icons/icon.tsx';
import { Inline, PlainList, Round, Span, VisuallyHidden } from '../layout/boxes.tsx';
import { uiText as text } from '../text.ts';

type Progress = 'done' | 'here' | 'ahead';

function StepSign({ number, progress }: { number: number; progress: Progress }) {
  return (
    <Round
      component="span"
      aria-hidden="true"
      size={24}
      sx={{
        fontSize: '0.75rem',
        fontWeight: 600,
        ...(progress === 'done' ? { bgcolor: 'primary.main', color: 'primary.contrastText' } : {}),
        ...(progress === 'here' ? { border: '2px solid', borderColor: 'primary.main' } : {}),
        ...(progress === 'ahead' ? { border: '1px solid', borderColor: 'field.border' } : {}),
      }}
    >
      {progress === 'done' ? <Icon name="check" size={14} /> : number}
    </Round>
  );
}

/** The steps of a wizard, with completed ones marked; on a phone a bar without labels. */
export function StepBar({ steps, step }: { steps: readonly string[]; step: number }) {
  return (
    <>
      <PlainList
        component="ol"
        aria-label={text.steps}
        sx={{ display: { xs: 'none', md: 'flex' }, mb: 2, alignItems: 'center', gap: 1 }}
      >
        {steps.map((name, index) => {
          const number = index + 1;
          const progress: Progress = number < step ? 'done' : number === step ? 'here' : 'ahead';
          return (
            <Inline
              component="li"
              key={name}
              aria-current={progress === 'here' ? 'step' : undefined}
              gap={1}
              sx={{
                flex: number === steps.length ? '0 0 auto' : '1 1 auto',
                fontSize: '0.8125rem',
                fontWeight: progress === 'here' ? 600 : 400,
                color: progress === 'ahead' ? 'text.secondary' : 'primary.main',
              }}
            >
              <StepSign number={number} progress={progress} />
              {name}
              <VisuallyHidden>, {text.progress[progress]}</VisuallyHidden>
              {number === steps.length ? null : (
                <Span aria-hidden="true" sx={{ flex: 1, minWidth: 8, height: '1px', bgcolor: 'divider' }} />
              )}
            </Inline>
          );
        })}
      </PlainList>
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

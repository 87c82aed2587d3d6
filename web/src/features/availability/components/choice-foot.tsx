import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lineAbove } from '../../../ui/layout/boxes.tsx';
import { availabilityText as text } from '../text.ts';

interface ChoiceFootProps {
  /** The summary of the block, or the missing entry. */
  summary: string;
  /** Shown after the summary if there is room. */
  more: string;
  refusal: string | undefined;
  /** Nothing is chosen yet: the button isn't filled, and names the missing choice when pressed. */
  isEmpty: boolean;
  disabled: boolean;
  busy: boolean;
  onUpdate(): void;
}

/** The action with its effect; on a phone it sticks to the bottom. */
export function ChoiceFoot({ summary, more, refusal, isEmpty, disabled, busy, onUpdate }: ChoiceFootProps) {
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        mt: 2,
        pt: 2,
        ...lineAbove,
        [theme.breakpoints.up('md')]: {
          position: 'sticky',
          bottom: 0,
          mb: -2,
          pb: 2,
          bgcolor: 'background.paper',
          borderRadius: '0 0 6px 6px',
        },
        [theme.breakpoints.down('md')]: {
          position: 'fixed',
          left: 0,
          right: 0,
          bottom: 0,
          zIndex: theme.zIndex.appBar - 1,
          m: 0,
          px: 1.5,
          py: 1.25,
          bgcolor: 'background.paper',
          boxShadow: '0 -4px 16px rgb(23 33 43 / .12)',
        },
      })}
    >
      <Box sx={{ fontSize: '0.8125rem', lineHeight: '1.125rem', color: 'text.secondary', minWidth: 0 }}>
        {refusal === undefined ? null : (
          <Box role="alert" sx={{ color: 'error.main', fontWeight: 600 }}>
            {refusal}
          </Box>
        )}
        <b>{summary}</b>
        {more}
      </Box>
      <Button
        variant={isEmpty ? 'outlined' : 'contained'}
        onClick={onUpdate}
        disabled={disabled}
        loading={busy}
        sx={{ flexShrink: 0 }}
      >
        {text.update}
      </Button>
    </Box>
  );
}

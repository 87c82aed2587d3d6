import Box from '@mui/material/Box';
import { TextField, type TextFieldProps } from './fields.tsx';

/** A code of six digits, over six marks. Password managers and phones fill it in. */
export const CodeField = (
  props: Pick<TextFieldProps, 'label' | 'hint' | 'value' | 'onChange' | 'inputRef' | 'autoFocus' | 'error'>,
) => (
  <Box sx={look}>
    <TextField {...props} inputMode="numeric" autoComplete="one-time-code" />
  </Box>
);

const look = {
  '& .MuiFormControl-root input': {
    ...{ fontFamily: 'ui-monospace, monospace', fontSize: '1.375rem', fontWeight: 600, py: 1 },
    // A digit and the space after it are 2.5ch wide, of which a mark takes 1.5.
    ...{ letterSpacing: '1.5ch', paddingInline: '1ch 0', width: '16ch', mx: 'auto' },
    backgroundImage: 'repeating-linear-gradient(90deg, currentColor 0 1.5ch, transparent 1.5ch 2.5ch)',
    ...{ backgroundSize: '14ch 2px', backgroundPosition: '0.75ch calc(100% - 6px)', backgroundRepeat: 'no-repeat' },
  },
} as const;

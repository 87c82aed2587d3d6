import Box from '@mui/material/Box';
import { useShortcutState } from '../../../shared/actions/actions.ts';
import { Key } from '../../../ui/buttons/key.tsx';
import { quietText, Span } from '../../../ui/layout/boxes.tsx';
import { todayText as text } from '../text.ts';

const hints = () => [
  ['J', ''],
  ['K', text.keys.k],
  ['A', text.keys.a],
  ['C', text.keys.c],
  ['V', text.keys.v],
  ['N', text.keys.n],
  ['M', text.keys.m],
  ['U', text.keys.u],
  ['?', text.keys.help],
];

/** The board's keys; `?` opens the full list. Hidden if there is no room, or if keys are switched off. */
export function KeyHints() {
  const on = useShortcutState((state) => state.on);
  if (!on) return null;
  return (
    <Box
      aria-hidden="true"
      sx={{
        display: { xs: 'none', lg: 'flex' },
        alignItems: 'center',
        gap: 0.75,
        ...quietText,
      }}
    >
      {hints().map(([key, label]) => (
        <Span key={key} sx={{ display: 'inline-flex', gap: 0.5 }}>
          <Key>{key}</Key> {label}
        </Span>
      ))}
    </Box>
  );
}

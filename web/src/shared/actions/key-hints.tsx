import Box from '@mui/material/Box';
import { Key } from '../../ui/buttons/key.tsx';
import { quietText, Span } from '../../ui/layout/boxes.tsx';
import { useShortcutState } from './actions.ts';
import { actionsText as text } from './text.ts';

/**
 * A page's keys, some with a label; `?` opens the full list. Hidden if there is no room, or if keys are switched off.
 */
export function KeyHints({ hints }: { hints: readonly (readonly [key: string, word: string])[] }) {
  const isOn = useShortcutState((state) => state.on);
  if (!isOn) return null;
  return (
    <Box aria-hidden="true" sx={{ display: { xs: 'none', lg: 'flex' }, alignItems: 'center', gap: 0.75, ...quietText }}>
      {[...hints, ['?', text.hints.keys] as const].map(([key, word]) => (
        <Span key={key} sx={{ display: 'inline-flex', gap: 0.5 }}>
          <Key>{key}</Key> {word}
        </Span>
      ))}
    </Box>
  );
}

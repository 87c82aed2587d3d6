import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { uiText as text } from '../text.ts';

/** A key as labelled on the keyboard. */
export function keyName(shortcut: string): string {
  const names: Record<string, string> = {
    ArrowLeft: '←',
    ArrowRight: '→',
    Escape: text.escapeKey,
    Enter: text.enterKey,
  };
  return names[shortcut] ?? shortcut.toUpperCase();
}

/** A keyboard key, shown beside its action's label. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <Box
      component="kbd"
      sx={{
        fontFamily: 'inherit',
        fontSize: '0.75rem',
        lineHeight: '1rem',
        fontWeight: 600,
        px: '5px',
        border: '1px solid',
        borderBottomWidth: 2,
        borderColor: 'divider',
        borderRadius: '4px',
        color: 'text.secondary',
        bgcolor: 'background.paper',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}

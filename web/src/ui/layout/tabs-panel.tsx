import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, useId } from 'react';
import { useRovingChoice } from '../buttons/roving-choice.ts';

export interface PanelTab<Key extends string> {
  key: Key;
  label: string;
  /** Shown beside the label once known. */
  count?: number | undefined;
}

interface TabsPanelProps<Key extends string> {
  label: string;
  tabs: readonly PanelTab<Key>[];
  value: Key;
  onChange(key: Key): void;
  /** Renders the page's first line around the tabs, so that they are beside the title. */
  header?: (tabs: ReactNode) => ReactNode;
  /** The selected tab's panel. */
  children: ReactNode;
}

/** A scrolling line of pills, with room for the focus ring, which it would clip. */
export const pillLine = {
  display: 'flex',
  gap: 0.5,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  p: '4px',
  m: '-4px',
} as const;

/** One of several choices; the chosen one is filled. */
export const pill = (here: boolean) => ({
  minHeight: { xs: 44, md: 32 },
  flexShrink: 0,
  px: 1.5,
  gap: 1,
  border: '1px solid',
  borderColor: here ? 'primary.main' : 'divider',
  borderRadius: { xs: '22px', md: '16px' },
  bgcolor: here ? 'primary.main' : 'background.paper',
  color: here ? 'primary.contrastText' : 'text.secondary',
  fontSize: '0.8125rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  '&:hover': { borderColor: here ? 'primary.main' : 'field.border' },
});

/** Tabs above the selected panel. Arrows move between them and select; on a phone they scroll instead of wrapping. */
export function TabsPanel<Key extends string>({ label, tabs, value, onChange, header, children }: TabsPanelProps<Key>) {
  const id = useId();
  const roving = useRovingChoice(
    tabs.map((_, index) => index),
    tabs.findIndex((tab) => tab.key === value),
  );
  const tablist = (
    <Box role="tablist" aria-label={label} sx={{ ...pillLine, maxWidth: 'calc(100% + 8px)' }}>
      {tabs.map((tab, index) => {
        const isHere = tab.key === value;
        const choose = () => isHere || onChange(tab.key);
        return (
          <ButtonBase
            key={tab.key}
            role="tab"
            id={`${id}${tab.key}`}
            aria-selected={isHere}
            aria-controls={`${id}panel`}
            ref={roving.refOf(index)}
            tabIndex={roving.tabIndexOf(index)}
            onKeyDown={roving.onKeyDown(index)}
            // For arrow keys; a click doesn't focus in every browser.
            onFocus={choose}
            onClick={choose}
            sx={pill(isHere)}
          >
            {tab.label}
            {tab.count === undefined ? null : <span>{tab.count}</span>}
          </ButtonBase>
        );
      })}
    </Box>
  );
  return (
    <>
      {header ? header(tablist) : tablist}
      <Box role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`} sx={{ mt: header ? 0 : 2 }}>
        {children}
      </Box>
    </>
  );
}

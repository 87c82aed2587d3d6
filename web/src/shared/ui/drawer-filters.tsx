import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { create } from 'zustand';
import { countText } from '../format/words.ts';
import type { FilterTab } from './filter-tabs.tsx';

interface Filters {
  label: string;
  tabs: readonly FilterTab<string>[];
  value: string;
  onChange(key: string): void;
}

const useShown = create<{ filters: Filters | undefined }>()(() => ({ filters: undefined }));

/** Puts a page's filters into the open menu too: "side menu with the same filters" (section 2), for as long as it is shown. */
export function useDrawerFilters<Key extends string>(filters: {
  label: string;
  tabs: readonly FilterTab<Key>[];
  value: Key;
  onChange(key: Key): void;
}): void {
  const { label, tabs, value, onChange } = filters;
  useEffect(() => {
    useShown.setState({
      filters: {
        label,
        tabs,
        value,
        onChange: (key) => {
          const tab = tabs.find((one) => one.key === key);
          if (tab) onChange(tab.key);
        },
      },
    });
  }, [label, tabs, value, onChange]);
  useEffect(() => () => useShown.setState({ filters: undefined }), []);
}

/** Drawn by the side drawer. */
export function DrawerFilters({ onClose }: { onClose(): void }) {
  const filters = useShown((state) => state.filters);
  if (!filters) return null;
  return (
    <Box
      role="group"
      aria-label={filters.label}
      sx={{ mt: 1, pt: 1.5, borderTop: '1px solid rgb(255 255 255 / .14)', display: 'grid', gap: 0.5 }}
    >
      <Typography variant="caption" sx={{ px: 1.25 }}>
        {filters.label}
      </Typography>
      {filters.tabs.map((tab) => {
        const here = tab.key === filters.value;
        return (
          <ButtonBase
            key={tab.key}
            aria-pressed={here}
            onClick={() => {
              filters.onChange(tab.key);
              onClose();
            }}
            sx={{
              justifyContent: 'space-between',
              minHeight: 40,
              px: 1.25,
              borderRadius: '8px',
              fontSize: '0.875rem',
              color: here ? '#fff' : 'rail.ink',
              fontWeight: here ? 600 : 400,
              bgcolor: here ? 'rgb(255 255 255 / .14)' : 'transparent',
              '&:hover': { bgcolor: 'rgb(255 255 255 / .1)', color: '#fff' },
              '&.Mui-focusVisible': { outline: '2px solid var(--dl-palette-rail-here)', outlineOffset: '-2px' },
            }}
          >
            {tab.label}
            <span>{tab.count === undefined ? null : countText(tab.count)}</span>
          </ButtonBase>
        );
      })}
    </Box>
  );
}

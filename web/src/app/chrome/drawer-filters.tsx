import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useShownFilters } from '../../shared/list/drawer-filters.ts';
import { Stack } from '../../ui/layout/boxes.tsx';
import { countText } from '../../ui/locale/words.ts';

/** The page's filters, in the open menu. */
export function DrawerFilters({ onClose }: { onClose(): void }) {
  const filters = useShownFilters((state) => state.filters);
  if (!filters) return null;
  return (
    <Stack
      role="group"
      aria-label={filters.label}
      gap={0.5}
      sx={{ mt: 1, pt: 1.5, borderTop: '1px solid rgb(255 255 255 / .14)' }}
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
    </Stack>
  );
}

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { countText } from '../../ui/locale/words.ts';

export interface FilterTab<Key extends string> {
  key: Key;
  label: string;
  /** Shown beside the label; while it is undefined its place is kept. Left out if there is none. */
  count?: number | undefined;
}

/**
 * The filters above a list, each with its count. One is always pressed. On a narrow screen they scroll instead of
 * wrapping.
 */
export function FilterTabs<Key extends string>(props: {
  label: string;
  tabs: readonly FilterTab<Key>[];
  value: Key;
  onChange(key: Key): void;
}) {
  const { label, tabs, value, onChange } = props;
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        display: 'flex',
        width: { xs: '100%', sm: 'auto' },
        gap: 0.5,
        // Room for the focus ring, which the scroll container would clip.
        overflowX: 'auto',
        scrollbarWidth: 'none',
        p: '4px',
        m: '-4px',
      }}
    >
      {tabs.map((tab) => {
        const here = tab.key === value;
        return (
          <ButtonBase
            key={tab.key}
            aria-pressed={here}
            onClick={() => onChange(tab.key)}
            sx={(theme) => ({
              minHeight: 32,
              flexShrink: 0,
              whiteSpace: 'nowrap',
              px: 1.5,
              gap: 1,
              border: '1px solid',
              borderColor: here ? 'primary.main' : 'divider',
              borderRadius: '16px',
              bgcolor: here ? 'primary.main' : 'background.paper',
              color: here ? 'primary.contrastText' : 'text.secondary',
              fontSize: '0.8125rem',
              fontWeight: 600,
              '&:hover': { borderColor: here ? 'primary.main' : 'field.border' },
              [theme.breakpoints.down('md')]: { minHeight: 44, borderRadius: '22px', px: 1.5 },
              // On a phone the tabs share the width, with the count below the label.
              [theme.breakpoints.down('sm')]: {
                flexDirection: 'column',
                flex: '1 0 auto',
                minHeight: 48,
                gap: 0,
                px: 1,
                borderRadius: '6px',
                lineHeight: '1.125rem',
              },
            })}
          >
            {tab.label}
            {'count' in tab ? (
              <Box
                component="span"
                sx={{
                  opacity: here ? 0.85 : 1,
                  minWidth: '3ch',
                  visibility: tab.count === undefined ? 'hidden' : 'visible',
                }}
              >
                {countText(tab.count ?? 0)}
              </Box>
            ) : null}
          </ButtonBase>
        );
      })}
    </Box>
  );
}

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { Span } from '../../ui/layout/boxes.tsx';
import { pill, pillLine } from '../../ui/layout/tabs-panel.tsx';
import { countText } from '../../ui/locale/words.ts';

export interface FilterTab<Key extends string> {
  key: Key;
  label: string;
  /** Shown beside the label; if undefined, its space is reserved. Omitted if there is no count. */
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
    <Box role="group" aria-label={label} sx={{ ...pillLine, width: { xs: '100%', sm: 'auto' } }}>
      {tabs.map((tab) => {
        const here = tab.key === value;
        return (
          <ButtonBase
            key={tab.key}
            aria-pressed={here}
            onClick={() => onChange(tab.key)}
            sx={(theme) => ({
              ...pill(here),
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
              <Span
                sx={{
                  opacity: here ? 0.85 : 1,
                  minWidth: '3ch',
                  visibility: tab.count === undefined ? 'hidden' : 'visible',
                }}
              >
                {countText(tab.count ?? 0)}
              </Span>
            ) : null}
          </ButtonBase>
        );
      })}
    </Box>
  );
}

/** Height of both pictures, in px. */
export const chartHeight = 212;

/** Both pictures use the product's text and border colours. */
export const chartLook = {
  '& .MuiChartsGrid-line': { stroke: 'var(--dl-palette-divider)', strokeOpacity: 0.6 },
  '& .MuiChartsAxis-tickLabel': { fill: 'var(--dl-palette-text-secondary) !important', fontSize: '12px !important' },
  '& .MuiBarChart-label': { fill: 'var(--dl-palette-text-primary)', fontSize: 12, fontWeight: 600 },
  '@media (forced-colors: active)': {
    '& text, & .MuiChartsAxis-tickLabel, & .MuiBarChart-label': { fill: 'CanvasText !important' },
  },
} as const;

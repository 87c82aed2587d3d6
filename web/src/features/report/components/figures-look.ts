const soft = 'var(--dl-palette-status-blocked-soft)';
const teal = 'var(--dl-palette-primary-main)';
/** The border of the chosen figure's half, open towards the other half. */
const frame = (side: string) => `inset 0 2px ${teal}, inset 0 -2px ${teal}, inset ${side} 0 ${teal}`;

/** The line above the table of figures, and above the report's lines. */
export const headLine = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 40,
  px: 2,
  py: 0.5,
  borderBottom: '1px solid',
  borderColor: 'divider',
  fontSize: '0.8125rem',
  color: 'text.secondary',
} as const;

/** The table of figures: purple for what was known then, ink and teal for what is known later. */
export const look = {
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: '0.875rem',
  '& th, & td': { p: 0, textAlign: 'right', whiteSpace: 'nowrap', fontWeight: 400 },
  '& small': { display: 'block', fontSize: '0.75rem', lineHeight: '14px', fontWeight: 400, color: 'text.secondary' },
  '& thead th': { height: 24, fontSize: '0.75rem', color: 'text.secondary', bgcolor: 'background.default' },
  '& thead tr + tr th, & thead .name': { borderBottom: '1px solid', borderColor: 'divider' },
  '& thead .name': { verticalAlign: 'bottom', pb: 0.5, fontSize: '0.8125rem', fontWeight: 600 },
  '& thead .figure': {
    pl: 1.75,
    pt: 0.5,
    textAlign: 'left',
    fontSize: '0.8125rem',
    fontWeight: 600,
    color: 'text.primary',
  },
  '& thead .then': { color: 'status.blocked.main' },
  '& .then, & thead .figure': { borderLeft: '1px solid', borderLeftColor: 'divider' },
  '& .name, & tbody th, & tfoot th': { textAlign: 'left', pl: 2, pr: 1 },
  '& tbody th, & tbody td': { height: 36, borderBottom: '1px solid', borderBottomColor: 'divider' },
  '& td.later, & th.later': { pr: 4.75, position: 'relative' },
  '& td.later.money, & th.later.money': { pr: 9 },
  '& td.later': { color: 'text.secondary', fontSize: '0.8125rem' },
  '& td.differs': { bgcolor: `color-mix(in srgb, ${soft} 35%, transparent)` },
  '& td.then.differs': { color: 'status.blocked.main' },
  '& td.later.differs, & tfoot td.later': { fontSize: '0.875rem', fontWeight: 600, color: 'text.primary' },
  '& td.then.chosen': { bgcolor: 'teal.soft', boxShadow: frame('2px') },
  '& td.later.chosen': { bgcolor: 'teal.soft', boxShadow: frame('-2px') },
  // The difference has its own space after the number.
  '& td.later button': {
    position: 'absolute',
    left: 'calc(100% - 36px)',
    minWidth: 24,
    height: 24,
    justifyContent: 'flex-start',
    color: 'primary.main',
    fontSize: '0.8125rem',
    fontWeight: 600,
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
  },
  '& td.later.money button': { left: 'calc(100% - 68px)' },
  '& tbody td.later button': { top: 'calc(50% - 12px)' },
  '& tfoot td.later button': { top: 4 },
  '@media screen': { '& .on-paper': { display: 'none' } },
  '@media print': { zoom: 0.8, '& tr': { breakInside: 'avoid' } },
  '& .rest th, & .rest td': { color: 'text.secondary', fontWeight: 400 },
  '& .rest button': { gap: 0.75, minHeight: 28, fontSize: '0.875rem' },
  '& tfoot th, & tfoot td': { height: 44, fontWeight: 600, bgcolor: 'background.default', lineHeight: '18px' },
  '& tfoot td.then': { color: 'status.blocked.main' },
  '& tbody th, & tfoot th, & thead .name': { position: 'sticky', left: 0, zIndex: 1 },
  '& tbody th': {
    fontWeight: 600,
    whiteSpace: 'normal',
    overflowWrap: 'break-word',
    lineHeight: '18px',
    bgcolor: 'background.paper',
  },
} as const;

import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

/** The focus ring: 2 px, outside a 2 px gap. */
export const focusRing = (theme: Theme) => ({
  outline: `2px solid ${theme.vars?.palette.primary.main ?? theme.palette.primary.main}`,
  outlineOffset: '2px',
});

/** 40 px with a mouse, 44 px with touch. */
const controlHeight = (theme: Theme) => ({ minHeight: 40, [theme.breakpoints.down('md')]: { minHeight: 44 } });

/** The default styles of MUI's components. */
export const componentDefaults: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: ({ theme }) => ({ font: 'inherit', '&.Mui-focusVisible': focusRing(theme as Theme) }) },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'contained' },
    styleOverrides: {
      root: ({ theme }) => ({
        ...{ whiteSpace: 'nowrap', padding: '4px 16px', gap: 8, ...controlHeight(theme as Theme) },
        // A response is pending; the button keeps the focus.
        '&[aria-disabled="true"]:not(.Mui-disabled)': { opacity: 0.5, cursor: 'default' },
      }),
      outlined: ({ theme }) => ({
        borderColor: (theme as Theme).vars?.palette.field.border,
        backgroundColor: (theme as Theme).vars?.palette.background.paper,
        '&:hover': { backgroundColor: (theme as Theme).vars?.palette.teal.soft },
      }),
      text: { padding: '4px 8px' },
      sizeSmall: ({ theme }) => ({
        fontSize: '0.875rem',
        minHeight: 32,
        padding: '2px 12px',
        [theme.breakpoints.down('md')]: { minHeight: 44 },
      }),
      startIcon: { margin: 0 },
      endIcon: { margin: 0 },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        width: 40,
        height: 40,
        [theme.breakpoints.down('md')]: { width: 44, height: 44 },
      }),
      sizeSmall: { width: 32, height: 32 },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...{ padding: '0 10px', fontWeight: 600, fontSize: '0.875rem', ...controlHeight(theme as Theme) },
        borderColor: (theme as Theme).vars?.palette.field.border,
        color: (theme as Theme).vars?.palette.text.secondary,
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: (theme as Theme).vars?.palette.teal.soft,
          color: (theme as Theme).vars?.palette.primary.main,
        },
      }),
    },
  },
  MuiPaper: { defaultProps: { elevation: 0, variant: 'outlined' } },
  MuiMenu: { defaultProps: { slotProps: { paper: { elevation: 8, variant: 'elevation' } } } },
  MuiPopover: { defaultProps: { slotProps: { paper: { elevation: 8, variant: 'elevation' } } } },
  MuiDialog: { defaultProps: { slotProps: { paper: { elevation: 16, variant: 'elevation' } } } },
  MuiMenuItem: {
    styleOverrides: { root: ({ theme }) => ({ '&.MuiMenuItem-root': controlHeight(theme as Theme) }) },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...controlHeight(theme as Theme),
        backgroundColor: (theme as Theme).vars?.palette.background.paper,
        '&.MuiInputBase-multiline': { padding: 0 },
      }),
      notchedOutline: ({ theme }) => ({ borderColor: (theme as Theme).vars?.palette.field.border }),
      input: ({ theme }) => ({
        padding: '9px 12px',
        // 22 px for 14 px text; grows with the text.
        height: '1.5715em',
        boxSizing: 'content-box',
        // An iPhone zooms in on a field with smaller text, and stays zoomed.
        [(theme as Theme).breakpoints.down('md')]: { fontSize: '1rem' },
        // WebKit greys an empty date, and derives the grey from the field's own background.
        '&[type="date"], &[type="time"]': { backgroundColor: (theme as Theme).vars?.palette.background.paper },
        // When scrolled to, a field also shows the label above it.
        scrollMarginTop: 32,
        '&::placeholder': { color: (theme as Theme).vars?.palette.text.secondary, opacity: 1 },
        // The adornment before the field has its own padding.
        '.MuiInputBase-adornedStart > &': { paddingLeft: 0 },
      }),
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0', fontSize: '0.8125rem', lineHeight: '1.125rem' } } },
  MuiTableBody: { styleOverrides: { root: { '& > tr:last-of-type > td': { borderBottom: 0 } } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        // 40 px including the border below.
        height: 40,
        padding: '3px 12px',
        fontSize: '0.875rem',
        lineHeight: '1.25rem',
        borderColor: (theme as Theme).vars?.palette.divider,
      }),
      head: ({ theme }) => ({
        fontSize: '0.8125rem',
        fontWeight: 600,
        color: (theme as Theme).vars?.palette.text.secondary,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiTooltip: { defaultProps: { enterDelay: 400, arrow: false } },
  MuiLink: { defaultProps: { underline: 'always' } },
};

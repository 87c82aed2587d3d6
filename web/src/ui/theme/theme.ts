import { createTheme, type PaletteOptions } from '@mui/material/styles';
import type {} from './augmentation.ts';
import { componentDefaults } from './component-defaults.ts';
import { dark, light, type SchemeTokens, schemeAttribute } from './tokens.ts';

const palette = (t: SchemeTokens): PaletteOptions => ({
  primary: { main: t.teal.main, dark: t.teal.hover, light: t.teal.hover, contrastText: t.teal.on },
  error: { main: t.status.cancelled.main },
  warning: { main: t.status.notVisited.main },
  success: { main: t.status.visited.main },
  info: { main: t.status.confirmed.main },
  background: { default: t.canvas, paper: t.surface },
  text: { primary: t.ink, secondary: t.ink2 },
  divider: t.hairline,
  surface: { raised: t.raised },
  field: { border: t.field },
  teal: t.teal,
  rail: t.rail,
  status: t.status,
  fill: t.fill,
  toast: t.toast,
});

const text = (size: number, line: number, weight: 400 | 600 = 400) => ({
  fontSize: `${size / 16}rem`,
  lineHeight: `${line / 16}rem`,
  fontWeight: weight,
  letterSpacing: 0,
});

/** The only theme. Its values are CSS variables (`--dl-…`), so that changing the colour scheme doesn't render again. */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'dl', colorSchemeSelector: schemeAttribute },
  colorSchemes: { light: { palette: palette(light) }, dark: { palette: palette(dark) } },
  shape: { borderRadius: 6 },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  typography: {
    fontFamily: '"Inter Variable", "Noto Sans Devanagari Variable", Inter, system-ui, sans-serif',
    fontWeightRegular: 400,
    fontWeightMedium: 600,
    fontWeightBold: 600,
    h1: { ...text(20, 28, 600), letterSpacing: '-.01em' },
    h2: text(16, 22, 600),
    h3: text(14, 20, 600),
    body1: text(14, 20),
    body2: text(14, 20),
    subtitle1: text(16, 22, 600),
    subtitle2: text(14, 20, 600),
    caption: text(13, 18),
    button: { ...text(14, 20, 600), textTransform: 'none' },
  },
  transitions: {
    duration: {
      shortest: 150,
      shorter: 150,
      short: 150,
      standard: 150,
      complex: 150,
      enteringScreen: 150,
      leavingScreen: 150,
    },
  },
  components: componentDefaults,
});

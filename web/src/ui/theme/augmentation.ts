import type { SchemeTokens, StatusTones } from './tokens.ts';

/** This product's additions to MUI's palette. Imported by theme.ts only. */
interface DaylinePalette {
  surface: { raised: string };
  field: { border: string };
  teal: SchemeTokens['teal'];
  rail: SchemeTokens['rail'];
  status: StatusTones;
  fill: SchemeTokens['fill'];
  toast: SchemeTokens['toast'];
}

declare module '@mui/material/styles' {
  interface Palette extends DaylinePalette {}
  interface PaletteOptions extends DaylinePalette {}
  interface TypeText {
    muted: string;
  }
}

import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { focusRing } from './component-defaults.ts';

/** What every page stands on: the canvas, tabular figures, the focus ring, and stillness for whoever asks for it. */
export function PageStyles() {
  return (
    <>
      <CssBaseline enableColorScheme />
      <GlobalStyles
        styles={(theme) => ({
          body: {
            fontFeatureSettings: '"tnum", "cv05"',
            WebkitFontSmoothing: 'antialiased',
            overflowWrap: 'anywhere',
          },
          // A row or card that another desk has changed.
          '@keyframes dl-flash': {
            '0%, 25%': { backgroundColor: 'var(--dl-palette-teal-soft)' },
            '100%': { backgroundColor: 'transparent' },
          },
          'a:focus-visible, [tabindex]:focus-visible, button:focus-visible': focusRing(theme),
          'h1[tabindex]:focus-visible, main[tabindex]:focus-visible': { outline: 'none' },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transitionDuration: '0.01ms !important',
              scrollBehavior: 'auto !important',
            },
          },
        })}
      />
    </>
  );
}

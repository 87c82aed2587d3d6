import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect } from 'react';
import { focusRing } from './component-defaults.ts';
import { onPrint } from './on-print.ts';
import { schemeAttribute } from './tokens.ts';

/** Paper is white: a page in the dark scheme is printed in the light one. */
function useLightPaper(): void {
  useEffect(() => {
    const root = document.documentElement;
    let current: string | null = null;
    return onPrint((isPrinting) => {
      if (isPrinting) {
        current = root.getAttribute(schemeAttribute);
        root.setAttribute(schemeAttribute, 'light');
      } else if (current !== null) root.setAttribute(schemeAttribute, current);
    });
  }, []);
}

/** Styles of every page: the background, tabular figures, the focus ring, and reduced motion if requested. */
export function PageStyles() {
  useLightPaper();
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
          // A row or card changed by another desk.
          '@keyframes dl-flash': {
            '0%, 25%': { backgroundColor: 'var(--dl-palette-teal-soft)' },
            '100%': { backgroundColor: 'transparent' },
          },
          'a:focus-visible, [tabindex]:focus-visible, button:focus-visible': focusRing(theme),
          'h1[tabindex]:focus-visible, main[tabindex]:focus-visible': { outline: 'none' },
          // In print: the list itself, without controls.
          '@media print': {
            ':root': { colorScheme: 'light' },
            'body, main': { backgroundColor: '#fff !important' },
            // Firefox uses the screen's height for 100vh.
            'body > div > div': { display: 'block !important', minHeight: '0 !important' },
            'header, nav, .not-on-paper, [role="group"], main button, main [role="search"], .MuiInputBase-root': {
              display: 'none !important',
            },
            'main a': { textDecoration: 'none' },
            article: { breakInside: 'avoid', contentVisibility: 'visible !important', minHeight: '40px !important' },
          },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              // Not the usual 0.01ms: with it every element fades, nested ones one frame after another.
              transitionDuration: '0s !important',
              scrollBehavior: 'auto !important',
            },
          },
        })}
      />
    </>
  );
}

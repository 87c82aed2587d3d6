import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether this document has shown a page before: its very first leaves the focus where the browser begins. */
let anotherBefore = false;

/**
 * A page's first line: title, what stands beside it (badge, tabs, search), and its primary action at the right. Names the
 * document too.
 */
export function PageHeader(props: { title: string; beside?: ReactNode; action?: ReactNode }) {
  const { title, beside, action } = props;
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // A link that led here is gone, and the focus with it: the page's title takes it, unless something of the page has.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown
  useEffect(() => {
    const isArrival = key === 'default' && !anotherBefore;
    anotherBefore = true;
    if (!isArrival && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · Dayline`;
  }, [title]);
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, mb: 2, minHeight: 40 }}
    >
      <Typography variant="h1" tabIndex={-1} ref={heading} id="page-title">
        {title}
      </Typography>
      {beside}
      {action === undefined ? null : (
        <Box sx={{ ml: { xs: 0, sm: 'auto' }, width: { xs: '100%', sm: 'auto' }, display: 'flex', gap: 1 }}>
          {action}
        </Box>
      )}
    </Box>
  );
}

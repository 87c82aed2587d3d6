import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';

/**
 * A page's first line: title, what stands beside it (badge, tabs, search), and its primary action at the right. Names the
 * document too.
 */
export function PageHeader(props: { title: string; beside?: ReactNode; action?: ReactNode }) {
  const { title, beside, action } = props;
  useEffect(() => {
    document.title = `${title} · Dayline`;
  }, [title]);
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, mb: 2, minHeight: 40 }}
    >
      <Typography variant="h1" tabIndex={-1} id="page-title">
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

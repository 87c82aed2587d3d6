import LinearProgress from '@mui/material/LinearProgress';

/** A line at the top edge of the content being loaded. */
export const ThinProgress = ({ label }: { label: string }) => (
  <LinearProgress aria-label={label} sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }} />
);

import Box from '@mui/material/Box';

/** The product's logo: a day as a timeline. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      sx={{ width: size, height: size, flexShrink: 0, display: 'block' }}
    >
      <rect width="32" height="32" rx="8" fill="#fff" />
      <path d="M6 16h20" stroke="#0b3b44" strokeWidth="2" strokeLinecap="round" />
      <circle cx="9" cy="16" r="3" fill="#0b3b44" />
      <circle cx="17" cy="16" r="3" fill="#0f8292" />
      <circle cx="25" cy="16" r="3" fill="#fff" stroke="#0f8292" strokeWidth="2" />
    </Box>
  );
}

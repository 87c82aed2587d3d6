/** Black on white in both schemes, also on the screen. */
export const ink = {
  ...{ color: '#000', bgcolor: '#fff', colorScheme: 'light', fontSize: '10pt', lineHeight: 1.35 },
  overflowWrap: 'anywhere',
} as const;

import type { ReactNode } from 'react';
import { Stack } from '../layout/boxes.tsx';

/** The fields of a page's first line: side by side, and on a phone in two columns, with one across both. */
export const FilterFields = (props: {
  label: string;
  /** The column widths when side by side, as CSS. */
  columns: string;
  /** The child that spans both columns. */
  across: 'first' | 'last';
  children: ReactNode;
}) => (
  <Stack
    role="group"
    aria-label={props.label}
    gap={1}
    sx={{
      width: '100%',
      gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr)', md: props.columns },
      [props.across === 'first' ? '& > :first-of-type' : '& > :last-child']: {
        gridColumn: { xs: '1 / -1', md: 'auto' },
      },
    }}
  >
    {props.children}
  </Stack>
);

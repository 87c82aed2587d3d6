import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table';
import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell(row: Row, index: number): ReactNode;
  align?: 'left' | 'right';
  /** In px or %; the other columns share the rest. */
  width?: number | string;
  /** The row's main text: the card's title on a phone. */
  strong?: boolean;
  /** Not wrapped: times, dates, chips. */
  nowrap?: boolean;
  /**
   * Maximum width in px including padding, in at most two lines; the title attribute has the full text. For plain text.
   */
  clip?: number;
  /**
   * Its place on a narrow screen's card: the second line by default, a third one, the chip at the right, or none: for
   * S.No., which is evident from the card's position.
   */
  card?: 'more' | 'chip' | 'none';
  /** The content on a phone's card, which shows no headings, if the cell alone isn't clear. */
  onCard?(row: Row): ReactNode;
  /** The server's name of the sort field; the heading becomes a button. */
  sort?: string;
}

/** A list's order: a column's `sort`, and the direction. */
export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
}

/** Checkboxes before the rows, to choose several of them. */
export interface Choosing<Row> {
  /** Chosen rows by key, including other pages'. */
  chosen: RowSelectionState;
  onChange: OnChangeFn<RowSelectionState>;
  /** Other rows have no checkbox. */
  canChoose(row: Row): boolean;
  /** The name of a row's checkbox; `allLabel` is that of the whole page's. */
  label(row: Row): string;
  allLabel: string;
}

/** The row focused by J and K. */
export interface RowFocus {
  /** Undefined until the keys are used. */
  index: number | undefined;
  /** Gives each row its ref, so that it can be scrolled to and focused. Rows need `tabIndex={-1}`. */
  rowRef(index: number): (element: HTMLElement | null) => void;
  setIndex(index: number | undefined): void;
  /** The row's element. */
  focused(): HTMLElement | undefined;
}

export const rowLook = (focused: boolean, isSelected = false) => ({
  ...(isSelected ? { bgcolor: 'teal.soft' } : {}),
  '&:hover': { bgcolor: 'surface.raised' },
  '&:focus-visible': { outlineOffset: '-2px' },
  ...(focused ? { bgcolor: 'surface.raised', boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)' } : {}),
  '&[data-flash="true"]': { animation: 'dl-flash 1.6s ease-out 1' },
});

/** The first column: the row's number in the whole list. `page` starts at 1. */
export const numberColumn = (header: string, page: number, pageSize: number) =>
  ({
    id: 'number',
    header,
    width: 64,
    card: 'none',
    cell: (_: never, index: number) => (page - 1) * pageSize + index + 1,
  }) as const;

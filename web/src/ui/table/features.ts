import {
  createPaginatedRowModel,
  type Row,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

/** The features of all tables: sorting, selecting, expanding and paging rows. */
export const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  rowExpandingFeature,
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});
export type Features = typeof features;
export type TableRow<Data extends object> = Row<Features, Data>;

/** Paging parameters of a request (contracts, `paging`); without any, the whole list is requested. */
export interface PageRequest {
  /** From 1; -1 and those past the end are the last page, 0 counts as the first. */
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  /** An earlier response's X-Next-Cursor; takes precedence over `page`. */
  readonly cursor?: string | undefined;
}

/** "Appointment details and users: 10 rows per page." (specification, section 9) */
export const usualPageSize = 10;

export const isPaged = ({ page, pageSize, cursor }: PageRequest): boolean =>
  page !== undefined || pageSize !== undefined || cursor !== undefined;

/** The window of a page in a list of `total` rows; of the last page, if the page is past the end. */
export function windowOf({ page = 1, pageSize = usualPageSize }: PageRequest, total: number) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const requestedPage = page === -1 ? pages : Math.min(pages, Math.max(1, page));
  const offset = (requestedPage - 1) * pageSize;
  const size = Math.max(0, Math.min(pageSize, total - offset));
  return { offset, size, reachesTheEnd: offset + size >= total };
}

/** Paging as a request asks for it (contracts, `paging`); none of it means the whole list. */
export interface PageRequest {
  /** Counts from 1; -1 is the last page, 0 is taken as the first. */
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  /** What an earlier answer's X-Next-Cursor handed out; beats `page`. */
  readonly cursor?: string | undefined;
}

/** "Appointment details and users: 10 rows per page." (specification, section 9) */
export const usualPageSize = 10;

export const isPaged = ({ page, pageSize, cursor }: PageRequest): boolean =>
  page !== undefined || pageSize !== undefined || cursor !== undefined;

/** Where a page lies in a list of `total` rows. */
export function windowOf({ page = 1, pageSize = usualPageSize }: PageRequest, total: number) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const wanted = page === -1 ? pages : Math.max(1, page);
  const offset = (wanted - 1) * pageSize;
  const size = Math.max(0, Math.min(pageSize, total - offset));
  return { offset, size, reachesTheEnd: offset + size >= total };
}

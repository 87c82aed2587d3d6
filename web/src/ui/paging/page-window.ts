/**
 * The page numbers of a pager: "pagination shows up to 5 numbers in a sliding window, with an ellipsis and the last
 * page when more than 5 remain" (section 9). `last` is set if the ellipsis and the last page follow the window.
 */
export interface PageWindow {
  numbers: number[];
  last: number | undefined;
}

export const pagesOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

export function pageWindow(page: number, pages: number, width = 5): PageWindow {
  const first = Math.max(1, Math.min(page - Math.floor(width / 2), pages - width + 1));
  const end = Math.min(pages, first + width - 1);
  const numbers = Array.from({ length: end - first + 1 }, (_, index) => first + index);
  return { numbers, last: end < pages ? pages : undefined };
}

/** Rows per read; a longer list is streamed. */
export const rowsAtOnce = 500;

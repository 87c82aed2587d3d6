/** So many rows are read at once; a list that is longer is streamed. */
export const rowsAtOnce = 500;

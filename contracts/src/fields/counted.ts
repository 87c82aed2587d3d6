/** `1 row`, `2 rows`. */
export const counted = (count: number | bigint, one: string, other = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : other}`;

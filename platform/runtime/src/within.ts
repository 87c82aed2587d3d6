/** The result of `work`, or a rejection with `overdue` after `ms`; a later result is dropped. */
export async function within<Result>(ms: number, work: Promise<Result>, errorOf: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errorOf()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

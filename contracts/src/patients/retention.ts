/** The most patients in one request for erasure by retention. */
export const maxErasedAtOnce = 50;

/** The first date whose visits keep a patient; `today` is the clinic's. */
export const visitedFrom = (today: string, years: number): string =>
  `${Number(today.slice(0, 4)) - years}${today.slice(4).replace('-02-29', '-02-28')}`;

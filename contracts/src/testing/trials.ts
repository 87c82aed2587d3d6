// Node's, whose types pages don't have.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/**
 * How many cases a test tries: `inTests` in `npm test`, the fewest that reach each case by construction; `inTrials` in
 * `npm run trials`.
 */
export const runs = (inTests: number, inTrials: number): number => (process.env['TRIALS'] ? inTrials : inTests);

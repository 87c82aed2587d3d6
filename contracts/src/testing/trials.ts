// Node's global; pages don't have its types.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/**
 * How many cases a test tries: `inTests` in `npm test`, the minimum that reaches each case by construction; `inTrials`
 * in `npm run trials`.
 */
export const runs = (inTests: number, inTrials: number): number => (process.env['TRIALS'] ? inTrials : inTests);

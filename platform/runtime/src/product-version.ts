import { readFileSync } from 'node:fs';

/** Which build is running. */
export interface ProductVersion {
  /** The package's version. */
  readonly version: string;
  /** Read from git at build time, or from DAYLINE_COMMIT; `unknown` otherwise. */
  readonly commit: string;
  /** `name@version` of each of the views that this process reads or writes. */
  readonly views: readonly string[];
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

function commit(): string {
  const envCommit = process.env['DAYLINE_COMMIT'];
  if (envCommit) return envCommit;
  try {
    // Written beside the compiled code by tools/build.mjs.
    return read('../dist/commit.txt').trim() || 'unknown';
  } catch {
    return 'unknown';
  }
}

export function productVersion(
  projections: readonly { readonly name: string; readonly version: number }[],
): ProductVersion {
  // Cast is safe: npm requires the field.
  const { version } = JSON.parse(read('../package.json')) as { version: string };
  return { version, commit: commit(), views: projections.map((views) => `${views.name}@${views.version}`) };
}

/** "Dayline 1.0.0 (commit 1a2b3c4d5e6f, views desk@27, activity@12)" */
export const versionLine = ({ version, commit, views }: ProductVersion): string =>
  `Dayline ${version} (${[`commit ${commit}`, `views ${views.join(', ')}`].join(', ')})`;

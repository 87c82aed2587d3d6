import type { Projection } from '../projection.ts';
import { actors } from './actors.ts';
import { deskChanges } from './desk-changes.ts';
import { digest } from './digest.ts';
import { entries } from './entries.ts';
import { recordedCounts } from './recorded-counts.ts';
import { refusals } from './refusals.ts';
import { signInMonths } from './sign-in-months.ts';

/**
 * Everything that happened, for auditors. It has its own checkpoint, so that the desk never waits for it or stops with
 * it. Folded from the stored log: it holds no personal data, so it needs no keys.
 */
export const activity = {
  name: 'activity',
  version: 15,
  views: [entries, actors, refusals, digest, recordedCounts, deskChanges, signInMonths],
  takesMalformed: true,
} as const satisfies Projection;

import type { BuildingViews, Refusal } from '@dayline/contracts/errors';
import type { Position } from '@dayline/contracts/ids';
import type { Clock } from '@dayline/runtime/clock';
import type { FairQueue } from '@dayline/runtime/fair-queue';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Caller, Credential } from './caller.ts';
import type { Named, Ownership } from './claims.ts';
import type { CallContext, CallerContext } from './handler.ts';
import type { OriginSettings } from './origin.ts';
import type { BodyDigests } from './request/body-digest.ts';
import type { Cursors } from './sealed-cursors.ts';
import type { HeaderList } from './security-headers.ts';
import type { Sessions } from './session/sessions.ts';
import type { Throttle } from './throttle.ts';

/** A refused command of a caller, for the audit trail. */
export interface RefusedCommand {
  readonly endpoint: string;
  /** The parsed request; undefined if refused before parsing. */
  readonly request: unknown;
  readonly named: Named;
  readonly context: CallerContext;
  readonly refusal: Refusal;
}

/** Counts a use of a call; returns the seconds to wait, 0 if allowed. */
export type CountedCall = (call: CallContext, request: unknown) => Promise<number>;

export interface CallDeps {
  /** Tried in order; the first that identifies a caller counts. */
  readonly credentials: readonly Credential[];
  readonly sessions: Pick<Sessions, 'cookie' | 'isProved'>;
  readonly ownership: Ownership;
  readonly throttle: Throttle;
  /** Throttle per caller; unlimited if absent. */
  readonly callerThrottle?: Throttle;
  /** Throttle per display or API key, before it is looked up; unlimited if absent. */
  readonly machineThrottle?: Throttle;
  /** Calls limited per use. */
  readonly counted?: Partial<Record<string, CountedCall>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: OriginSettings & { readonly trustProxy: number };
  readonly security: HeaderList;
  readonly cursors: Cursors;
  /** The queue of the process's commands; none if absent. */
  readonly commands?: FairQueue;
  /** For commands, whose key identifies their retries. */
  readonly digestOf?: BodyDigests;
  /** Whether a command's key was used with another body. */
  readonly isReused?: (command: CallContext) => Promise<boolean>;
  /**
   * Resolves unless the log was set back and no operator has accepted it: then nothing is answered. @throws
   * SetBackNotAccepted
   */
  readonly admit?: () => Promise<void>;
  /** Waits up to 2 s until the views that a query reads have reached a position. Returns whether they have. */
  readonly waitFor?: (position: Position, path: string) => Promise<boolean>;
  /** Progress of missing views that a call reads; null if it can be answered. */
  readonly building?: (endpoint: string) => Promise<BuildingViews | null>;
  /** How long a call waits for the stores before it is answered 503, in ms; default 10 s. */
  readonly answerWithinMs?: number;
  /** Called after the answer; must not throw. */
  readonly onRefused?: (command: RefusedCommand) => void;
  /** Counts the call; ms from the first byte of the request until the answer was written. */
  readonly onAnswered?: (endpoint: string, status: number, ms: number, caller: Caller | null) => void;
}

import type { DiskProbe } from '../disk-probe.ts';
import type { Calls } from '../load/requests.ts';
import type { RunningServer } from '../load/server-process.ts';
import type { Target } from '../load/target.ts';
import type { Plan } from './plan.ts';

/** The setting in which the figures over HTTP are measured. */
export interface Setting {
  readonly plan: Plan;
  readonly server: RunningServer;
  readonly target: Target;
  readonly calls: Calls;
  readonly disk: DiskProbe;
}

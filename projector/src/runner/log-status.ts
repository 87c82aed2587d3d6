import type { Logger } from '@dayline/runtime/logging/logger';
import type { ProjectorStatus } from './status.ts';

/** Logs why a projection isn't running, once per consecutive reason, and when it runs again, with the duration. */
export function statusLines(logger: Pick<Logger, 'error' | 'info'>): (status: ProjectorStatus) => void {
  const troubles = new Map<string, { readonly reason: string; readonly since: number }>();
  return ({ projection, stopped, trouble }) => {
    const reason = stopped ?? trouble;
    const last = troubles.get(projection);
    if (reason === (last?.reason ?? null)) return;
    if (reason !== null) {
      troubles.set(projection, { reason, since: last?.since ?? performance.now() });
      logger.error({ projection, stopped, trouble }, 'the projector has stopped or is retrying');
    } else {
      troubles.delete(projection);
      const troubledMs = Math.round(performance.now() - (last?.since ?? 0));
      logger.info({ projection, troubledMs }, 'the projector runs again');
    }
  };
}

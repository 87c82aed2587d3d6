import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The parts of the driver's connection that are used here; it is not part of the driver's types. */
interface DriverConnection extends EventEmitter {
  /** Why the connection was closed. */
  readonly error: Error | null;
  writeCommand(...parameters: unknown[]): Promise<void>;
}

/**
 * Ends a command's pending write when its connection closes. The driver (7.9.0) waits for `drain` or `error` of the
 * socket without a time limit, and a socket that is closed, rather than reset, emits neither: a command that was being
 * written, or that got the connection just before its `close` event, would never settle. It would keep its place in the
 * connection pool, and all that waits for it.
 */
export function endWritesOfClosedConnections(): void {
  const require = createRequire(import.meta.url);
  const { Connection } = require('mongodb/lib/cmap/connection') as { Connection: { prototype: DriverConnection } };
  const { prototype } = Connection;
  const { writeCommand } = prototype;
  prototype.writeCommand = async function (...parameters) {
    let onClose = (): void => undefined;
    const closing = new Promise<never>((_, reject) => {
      onClose = () => reject(this.error);
      this.once('close', onClose);
    });
    try {
      await Promise.race([writeCommand.apply(this, parameters), closing]);
    } finally {
      this.off('close', onClose);
    }
  };
}

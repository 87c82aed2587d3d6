import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { appointmentId as appointmentIdOf } from '@dayline/contracts/ids';
import { systemClock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import express, { type Express, type RequestHandler } from 'express';
import { Server } from 'socket.io';
import { yardstickPaths } from './messages.ts';
import { openRawClient } from './raw-client.ts';
import { openStoreYardstick } from './store-rate.ts';
import { openSyncedFile } from './synced-file.ts';

export interface Yardsticks {
  /** The port of the yardstick's own sockets. */
  readonly socketPort: number;
  mount(app: Express): void;
  close(): Promise<void>;
}

const booking = endpoints.createAppointment.request;
const noPosition = '0'.repeat(16);
const json = express.json();

/**
 * Reads a booking as a plain Express route does, validates it by the call's schema, works, and responds in the call's
 * shape.
 */
const validated = (work: () => Promise<string> | string): RequestHandler[] => [
  json,
  async (request, response) => {
    const parsed = booking.safeParse(request.body);
    if (!parsed.success) {
      response.status(400).json({ success: false });
      return;
    }
    const position = await work();
    const appointmentId = appointmentIdOf(parsed.data.pocId, parsed.data.date, newUlid(systemClock));
    response.json({ success: true, message: 'Appointment booked.', position, appointmentId });
  },
];

/**
 * The limits that the product is measured against: Express routes with no session, claims, idempotency, log or
 * projector.
 */
export async function openYardsticks(folder: string, eventStoreUrl: string | null): Promise<Yardsticks> {
  const store = eventStoreUrl === null ? await openOwnStore(folder) : openRawClient(eventStoreUrl);
  const socketServer = createServer();
  const sockets = new Server(socketServer, { serveClient: false, perMessageDeflate: false });
  await new Promise<void>((resolve) => {
    socketServer.listen(0, '127.0.0.1', resolve);
  });
  let payload: readonly object[] = [];
  let emitted = 0;

  const synced = async () => {
    await store.writeAndSync();
    return noPosition;
  };
  const syncedAndEmitted = async () => {
    await store.writeAndSync();
    emitted += 1;
    const at = String(emitted).padStart(16, '0');
    sockets.emit(
      'live',
      payload.map((message) => ({ ...message, at })),
    );
    return at;
  };

  return {
    // Cast is safe: a server that listens on a host and port has such an address.
    socketPort: (socketServer.address() as AddressInfo).port,
    mount(app) {
      app.post(yardstickPaths.validate, ...validated(() => noPosition));
      app.post(yardstickPaths.sync, ...validated(synced));
      app.post(
        yardstickPaths.syncAndRead,
        ...validated(async () => {
          await store.writeAndRead();
          return noPosition;
        }),
      );
      app.post(yardstickPaths.syncAndEmit, ...validated(syncedAndEmitted));
      app.post(yardstickPaths.payload, json, (request, response) => {
        payload = request.body;
        response.json({ success: true });
      });
      app.post(yardstickPaths.store, async (request, response) => {
        const { ms, batch } = request.query;
        response.json(await store.run(Number(ms), Number(batch)));
      });
    },
    async close() {
      await sockets.close();
      await store.close();
    },
  };
}

/** On SQLite the limits are one sync of a file, and the product's own store on a separate log. */
async function openOwnStore(folder: string) {
  const store = await openStoreYardstick(join(folder, 'yardstick-log'));
  const file = await openSyncedFile(join(folder, 'synced'));
  return {
    run: store.run,
    writeAndSync: file.writeAndSync,
    /** A read is negligible compared with a sync. */
    writeAndRead: file.writeAndSync,
    async close() {
      await store.close();
      await file.close();
    },
  };
}

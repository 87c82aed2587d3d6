import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { appointmentId as appointmentIdOf } from '@dayline/contracts/ids';
import { systemClock } from '@dayline/platform/clock';
import { readJson } from '@dayline/platform/http/body';
import { newUlid } from '@dayline/platform/ids/ulid';
import type { Express } from 'express';
import { Server } from 'socket.io';
import { yardstickPaths } from './messages.ts';
import { openStoreYardstick } from './store-rate.ts';
import { openSyncedFile } from './synced-file.ts';

export interface Yardsticks {
  /** Of the yardstick's own sockets, and of validating and answering without Express. */
  readonly socketPort: number;
  mount(app: Express): void;
  close(): Promise<void>;
}

const booking = endpoints.createAppointment.request;
const noPosition = '0'.repeat(16);

/**
 * The limits that the product is measured against, in its own process and on its own server: the same body reader, the
 * same schema, an answer of the same shape, and below that only what the limit is about.
 */
export async function openYardsticks(folder: string): Promise<Yardsticks> {
  const store = await openStoreYardstick(join(folder, 'yardstick-log'));
  const file = await openSyncedFile(join(folder, 'synced'));
  // Whatever isn't for the sockets is answered as by `validate`, without Express.
  const socketServer = createServer((request, response) => {
    void validated(request, response, () => noPosition);
  });
  const sockets = new Server(socketServer, { serveClient: false, perMessageDeflate: false });
  await new Promise<void>((resolve) => {
    socketServer.listen(0, '127.0.0.1', resolve);
  });
  let payload: readonly object[] = [];
  let emitted = 0;

  async function validated(request: IncomingMessage, response: ServerResponse, then: () => Promise<string> | string) {
    const read = await readJson(request);
    const parsed = read !== 'gone' && 'body' in read ? booking.safeParse(read.body) : null;
    if (!parsed?.success) return answer(response, 400, { success: false });
    const position = await then();
    const appointmentId = appointmentIdOf(parsed.data.pocId, parsed.data.date, newUlid(systemClock));
    answer(response, 200, { success: true, message: 'Appointment booked.', position, appointmentId });
  }

  return {
    // The border: a server that listens on a host and port has such an address.
    socketPort: (socketServer.address() as AddressInfo).port,
    mount(app) {
      app.post(yardstickPaths.validate, (request, response) => validated(request, response, () => noPosition));
      app.post(yardstickPaths.sync, (request, response) =>
        validated(request, response, async () => {
          await file.writeAndSync();
          return noPosition;
        }),
      );
      app.post(yardstickPaths.syncAndEmit, (request, response) =>
        validated(request, response, async () => {
          await file.writeAndSync();
          emitted += 1;
          const at = String(emitted).padStart(16, '0');
          sockets.emit(
            'live',
            payload.map((message) => ({ ...message, at })),
          );
          return at;
        }),
      );
      app.post(yardstickPaths.payload, async (request, response) => {
        const read = await readJson(request);
        if (read === 'gone' || 'refused' in read || !Array.isArray(read.body))
          return answer(response, 400, { success: false });
        payload = read.body;
        answer(response, 200, { success: true });
      });
      app.post(yardstickPaths.store, async (request, response) => {
        const asked = new URL(request.url, 'http://localhost').searchParams;
        answer(response, 200, await store.run(Number(asked.get('ms')), Number(asked.get('batch'))));
      });
    },
    async close() {
      await sockets.close();
      await store.close();
      await file.close();
    },
  };
}

export function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(text))]);
  response.end(text);
}

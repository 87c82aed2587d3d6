// G13's limit: Node with only an HTTP server and socket.io. Reports its memory after the given time, in ms.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Server } from 'socket.io';

const http = createServer();
new Server(http, { serveClient: false });
http.listen(0, '127.0.0.1');
await pause(Number(process.argv[2]));
process.send?.(process.memoryUsage.rss());
process.once('disconnect', () => process.exit());

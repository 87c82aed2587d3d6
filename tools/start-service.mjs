// npm run start:command, start:query, start:projector, start:chatbot: builds what is missing, then runs one service in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, buildServices, install, root } from './build.mjs';

const [service] = process.argv.slice(2);
if (!['command-service', 'query-service', 'projector', 'chatbot'].includes(service)) {
  console.error('Usage: start-service.mjs command-service | query-service | projector | chatbot');
  process.exit(1);
}
// The query service serves the pages.
await install(service === 'query-service' ? build : buildServices, 'start');
await import(pathToFileURL(join(root, service, 'dist/main.js')).href);

// npm run dayline -- …: builds what is missing, then runs the command line in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServices, install, root } from './build.mjs';

await install(buildServices, 'start');
await import(pathToFileURL(join(root, 'standalone/dist/cli/main.js')).href);

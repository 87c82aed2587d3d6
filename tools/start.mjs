// npm start: installs and builds what is missing, then runs the embedded product in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, root } from './build.mjs';

await install(build, 'start');
await import(pathToFileURL(join(root, 'standalone/dist/main.js')).href);

// npm start: installs and builds what is missing, then runs the embedded product in this process. It is started with
// --v8-pool-size=0, as many threads for V8's own work as there are cores to spare: with four on two cores, a collection
// of garbage kept the projector's thread from its core for 0.15 s.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, root } from './build.mjs';

install();
build();
await import(pathToFileURL(join(root, 'standalone/dist/main.js')).href);

// node tools/proxy-config.mjs [--write]: the reverse proxy's configuration from the endpoint table, to read or to keep
// in deploy/nginx.conf, where the image takes it from.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServices, install, root } from './build.mjs';

install();
buildServices();
const { composeProxy, nginxConfig } = await import(pathToFileURL(join(root, 'platform/dist/proxy/nginx.js')).href);
const text = nginxConfig(composeProxy);
if (process.argv.includes('--write')) writeFileSync(join(root, 'deploy/nginx.conf'), text);
else process.stdout.write(text);

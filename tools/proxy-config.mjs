// node tools/proxy-config.mjs [--write]: prints the reverse proxy's configuration made from the endpoint table, or
// writes it to deploy/nginx.conf, where the image takes it from.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServices, install, root } from './build.mjs';

await install(buildServices);
const { composeProxy, nginxConfig } = await import(pathToFileURL(join(root, 'platform/http/dist/proxy/nginx.js')).href);
const text = nginxConfig(composeProxy);
if (process.argv.includes('--write')) writeFileSync(join(root, 'deploy/nginx.conf'), text);
else process.stdout.write(text);

// node tools/proxy-config.mjs: prints the reverse proxy's configuration, generated from the endpoint table. --write
// writes that of docker-compose.yml to deploy/nginx.conf, where the image takes it from; any other option configures
// services at fixed addresses, such as nginx of a Linux distribution in front of services on the same machine: node
// tools/proxy-config.mjs --listen 443 --certificate /etc/ssl/dayline.pem --key /etc/ssl/private/dayline.key \ --command
// 127.0.0.1:3001 --query 127.0.0.1:3002 --web /opt/dayline/web/dist > /etc/nginx/nginx.conf
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildServices, install, root } from './build.mjs';

const text = { type: 'string' };
const addresses = { type: 'string', multiple: true };
const { values } = parseArgs({
  options: {
    ...{ write: { type: 'boolean' }, listen: text, certificate: text, key: text, web: text, run: text },
    ...{ 'mime-types': text, 'access-log': text, command: addresses, query: addresses, chatbot: text },
  },
});
const { write = false, ...given } = values;
const isOwn = Object.keys(given).length > 0;
if ((given.certificate === undefined) !== (given.key === undefined))
  throw new Error('TLS needs --certificate and --key.');
if (write && isOwn) throw new Error('--write writes the configuration of docker-compose.yml, which takes no options.');

await install(buildServices, 'start');
const { composeProxy, nginxConfig } = await import(pathToFileURL(join(root, 'platform/http/dist/proxy/nginx.js')).href);
const config = nginxConfig(
  isOwn
    ? {
        listen: given.listen ?? (given.certificate ? '443' : '80'),
        ...(given.certificate && { tls: { certificate: given.certificate, key: given.key } }),
        webFolder: given.web ?? join(root, 'web/dist'),
        runFolder: given.run ?? '/run',
        mimeTypes: given['mime-types'] ?? '/etc/nginx/mime.types',
        accessLog: given['access-log'] ?? '/var/log/nginx/dayline.log',
        resolver: null,
        commandServices: given.command ?? ['127.0.0.1:3001'],
        queryServices: given.query ?? ['127.0.0.1:3002'],
        chatbot: given.chatbot,
      }
    : composeProxy,
);
if (write) writeFileSync(join(root, 'deploy/nginx.conf'), config);
else process.stdout.write(config);

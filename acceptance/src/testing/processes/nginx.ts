import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nginxConfig, type ProxySettings } from '@dayline/http/proxy/nginx';
import { send } from '@dayline/http/testing/send';
import { listenOnAnyPort } from '@dayline/test-servers/listening';
import { eventually } from '../event-file.ts';
import { removeData } from './product.ts';

const nginx = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);
/** A suite that needs nginx; skipped where none is installed. */
export const describeWithNginx = nginx === undefined ? describe.skip : describe;

export interface Nginx {
  readonly url: string;
  close(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const { port, close } = await listenOnAnyPort(createServer());
  await close();
  return port;
}

/** A real nginx with the product's proxy configuration, in front of started services; addresses are host:port. */
export async function startNginx(
  port: number,
  services: Pick<ProxySettings, 'commandServices' | 'queryServices' | 'chatbot'>,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-nginx-'));
  // Started by root, its workers run as another user.
  chmodSync(folder, 0o755);
  const [webFolder, mimeTypes, file] = ['web', 'mime.types', 'nginx.conf'].map((name) => join(folder, name));
  mkdirSync(webFolder ?? '');
  writeFileSync(mimeTypes ?? '', 'types { text/html html; }');
  const config = nginxConfig({
    ...{ listen: `127.0.0.1:${port}`, webFolder: webFolder ?? '', mimeTypes: mimeTypes ?? '', runFolder: folder },
    ...{ accessLog: join(folder, 'access.log'), resolver: null, ...services },
  });
  // Its time limits, such as 2 s to connect, may be too short on a busy machine.
  writeFileSync(file ?? '', config.replaceAll(/_timeout \d+s;/g, '_timeout 100s;'));
  const child = spawn(nginx ?? '', ['-e', 'stderr', '-c', file ?? '', '-g', 'daemon off;'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    removeData(folder);
  };
  try {
    await eventually('nginx answers', async () => {
      const answer = await send(url, { method: 'GET', path: '/healthz' }).catch(() => null);
      return answer?.status === 200;
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

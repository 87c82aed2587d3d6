import { fileURLToPath } from 'node:url';
import { systemClock } from '@dayline/platform/clock';
import { readConfig } from '@dayline/platform/config/config';
import { createLogger } from '@dayline/platform/logging/logger';
import { seedOnFirstStart } from './demo/first-start.ts';
import { demoClients, demoPassword } from './demo/people.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** One line that names what is wrong, and exit code 1. */
function giveUp(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const read = readConfig(process.env);
if (!read.ok) giveUp(read.problem);
const { config } = read;
const logger = createLogger('dayline', { level: config.logLevel });
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

let hasDemo = false;
let running: Embedded;
try {
  running = await startEmbedded({
    config,
    logger,
    webFolder,
    beforeListening: async (commands, log) => {
      if (!config.demo) return;
      hasDemo = await seedOnFirstStart({ dataDir: config.dataDir, now: systemClock.now() }, commands, log, () =>
        say('First start: making the demo data …'),
      );
    },
  });
} catch (error) {
  giveUp(startFailure(error));
}

// Before it says that it is ready: whoever reads that may stop it at once.
let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  say('Stopping …');
  await running.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

say(
  `Dayline is ready at http://${config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host}:${running.port}`,
);
if (hasDemo) {
  say(`Demo sign-ins, all with the password ${demoPassword}:`);
  for (const client of demoClients) {
    for (const { email, role, name } of client.accounts) {
      const side = role === 'doctor' ? 'Doctor' : `Admin, ${client.name}`;
      say(`  ${email.padEnd(26)} ${side}${role === 'auditor' ? ' (auditor)' : ''} · ${name}`);
    }
  }
}

function startFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `PORT ${config.port} is taken: stop what listens there, or set another PORT.`;
  if (code === 'EACCES') return `PORT ${config.port} may not be used by this user: set another PORT.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${config.host} is no address of this machine.`;
  return `Dayline could not start: ${error instanceof Error ? error.message : String(error)}`;
}

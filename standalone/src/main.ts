import { fileURLToPath } from 'node:url';
import { paths } from '@dayline/contracts/page-paths';
import { systemClock } from '@dayline/runtime/clock';
import { createLogger } from '@dayline/runtime/logging/logger';
import { versionLine } from '@dayline/runtime/product-version';
import { addressOf, giveUp, say, settingsOrEnd, startFailure, stopOnSignal } from '@dayline/runtime/service/process';
import { demoClients, demoPassword } from './demo/clients.ts';
import { seedOnFirstStart } from './demo/first-start.ts';
import { appendInTurns } from './demo/turns.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

const config = settingsOrEnd(process.env);
const logger = createLogger('dayline', { level: config.logLevel });
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

const turns = appendInTurns();
let hasDemo = false;
let running: Embedded;
try {
  running = await startEmbedded({
    config,
    logger,
    webFolder,
    appendsOver: turns.over,
    hasDemo: () => hasDemo,
    beforeListening: async (commands, log) => {
      if (!config.demo) return;
      hasDemo = await seedOnFirstStart({ config, now: systemClock.now() }, { commands, turns, log }, () =>
        say('First start: making the demo data …'),
      );
    },
  });
} catch (error) {
  giveUp(startFailure(error, config));
}

stopOnSignal(() => running.stop());

say(versionLine(running.product));
say(`Dayline is ready at ${addressOf(config, running.port)}`);
if (running.isEmpty) {
  say('There is no client yet. Add one, and who signs in to it:');
  say('  npm run dayline -- client add "Your Hospital"');
  say('  npm run dayline -- account add you@your-hospital.example --name "Your Name" --client "Your Hospital"');
}
if (hasDemo) {
  say(`Demo sign-ins, all with the password ${demoPassword}:`);
  for (const client of demoClients) {
    for (const { email, role, name } of client.accounts) {
      const side = role === 'doctor' ? 'Doctor' : `Admin, ${client.name}`;
      say(`  ${email.padEnd(26)} ${side}${role === 'auditor' ? ' (auditor)' : ''} · ${name}`);
    }
  }
  if (!config.whatsApp)
    say(`Booking by WhatsApp, on a simulated phone: ${addressOf(config, running.port)}${paths.chatbotTry}`);
}

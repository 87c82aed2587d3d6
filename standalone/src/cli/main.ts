import { EventLogDamaged } from '@dayline/event-log/port';
import { isOutage } from '@dayline/http/outage';
import { CommanderError } from 'commander';
import { CliFailure } from './failure.ts';
import { printable } from './output.ts';
import { daylineProgram } from './program.ts';

/** Exit codes: 0 done, 1 failed, 2 unknown command. */
async function run(): Promise<number> {
  try {
    await daylineProgram().parseAsync();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === 'commander.unknownCommand') return 2;
      return error.code === 'commander.help' && process.argv.length <= 2 ? 2 : error.exitCode === 0 ? 0 : 1;
    }
    process.stderr.write(printable(`${lineOf(error)}\n`));
    return 1;
  }
}

function lineOf(error: unknown): string {
  if (error instanceof CliFailure) return error.message;
  const said = `It failed: ${error instanceof Error ? error.message : error}`;
  const isAway = isOutage(error) && !(error instanceof EventLogDamaged);
  return isAway ? `${said} (EVENT_STORE_URL and VIEW_STORE_URL say where the stores are.)` : said;
}

// The reader has closed the pipe, as `head` does: without this, a follower would run for ever.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await run();

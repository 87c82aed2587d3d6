import { EventLogDamaged } from '@dayline/event-log/port';
import { isOutage } from '@dayline/http/outage';
import { Command, CommanderError } from 'commander';
import { accountCommands } from './account.ts';
import { auditCommands } from './audit.ts';
import { backupCommand } from './backup.ts';
import { eventCommands } from './events.ts';
import { CliFailure } from './failure.ts';
import { keyCommands } from './keys.ts';
import { messageCommands } from './messages.ts';
import { branchCommands, clientCommands, departmentCommands, doctorCommands } from './organisation.ts';
import { printable } from './output.ts';
import { patientCommands } from './patient.ts';
import { viewCommands } from './views.ts';

const program = new Command('dayline')
  .description('Administers Dayline, beside the running product or without it, on the data folder DATA_DIR.')
  .configureOutput({
    writeOut: (text) => process.stdout.write(printable(text)),
    writeErr: (text) => process.stderr.write(printable(text)),
  })
  .showHelpAfterError('(--help says more)')
  .exitOverride();
for (const add of [
  clientCommands,
  departmentCommands,
  accountCommands,
  branchCommands,
  doctorCommands,
  patientCommands,
  messageCommands,
  viewCommands,
  eventCommands,
  auditCommands,
  backupCommand,
  keyCommands,
]) {
  add(program);
}
// Subcommands copy their parent's settings when created, so these have to be applied to each.
const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
for (const command of everyCommand(program)) command.exitOverride().showHelpAfterError('(--help says more)');

/** Exit codes: 0 done, 1 failed, 2 unknown command. */
async function run(): Promise<number> {
  try {
    await program.parseAsync();
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

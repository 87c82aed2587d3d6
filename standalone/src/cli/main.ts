import { isOutage } from '@dayline/platform/http/outage';
import { Command, CommanderError } from 'commander';
import { accountCommands } from './account.ts';
import { backupCommand } from './backup.ts';
import { eventCommands } from './events.ts';
import { CliFailure } from './failure.ts';
import { keyCommands } from './keys.ts';
import { messageCommands } from './messages.ts';
import { branchCommands, clientCommands, departmentCommands, doctorCommands } from './organisation.ts';
import { patientCommands } from './patient.ts';
import { viewCommands } from './views.ts';

const program = new Command('dayline')
  .description('Administers Dayline, beside the running product or without it, on the data folder DATA_DIR.')
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
  backupCommand,
  keyCommands,
]) {
  add(program);
}
// Each subcommand was made with the settings of its parent at that time, so that these reach them all.
const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
for (const command of everyCommand(program)) command.exitOverride().showHelpAfterError('(--help says more)');

/** 0 done, 1 it could not be done, 2 there is no such command. */
async function run(): Promise<number> {
  try {
    await program.parseAsync();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === 'commander.unknownCommand') return 2;
      return error.code === 'commander.help' && process.argv.length <= 2 ? 2 : error.exitCode === 0 ? 0 : 1;
    }
    process.stderr.write(`${lineOf(error)}\n`);
    return 1;
  }
}

function lineOf(error: unknown): string {
  if (error instanceof CliFailure) return error.message;
  const said = `It failed: ${error instanceof Error ? error.message : error}`;
  return isOutage(error) ? `${said} (EVENT_STORE_URL and VIEW_STORE_URL say where the stores are.)` : said;
}

// Whoever reads has enough, as `head` has: nobody is there to tell more, and a follower would go on for ever.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await run();

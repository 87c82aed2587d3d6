import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import { productVersion, versionLine } from '@dayline/runtime/product-version';
import { Command } from 'commander';
import { accountCommands } from './account.ts';
import { auditCommands } from './audit/audit.ts';
import { backupCommand } from './backup.ts';
import { eventCommands } from './events.ts';
import { importCommands } from './import.ts';
import { keyCommands } from './keys.ts';
import { messageCommands } from './messages.ts';
import { branchCommands, clientCommands, departmentCommands, doctorCommands } from './organisation.ts';
import { patientCommands } from './patient.ts';
import { setBackCommand } from './set-back.ts';
import { printable } from './terminal/output.ts';
import { viewCommands } from './views.ts';

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/** The command `dayline` with all its subcommands. It throws a `CommanderError` where it would exit. */
export function daylineProgram(): Command {
  const program = new Command('dayline')
    .description('Administers Dayline, beside the running product or without it, on the data folder DATA_DIR.')
    .configureOutput({
      writeOut: (text) => process.stdout.write(printable(text)),
      writeErr: (text) => process.stderr.write(printable(text)),
    })
    .showHelpAfterError('(--help says more)')
    .version(versionLine(productVersion([desk, activity])))
    .exitOverride();
  for (const add of [
    clientCommands,
    departmentCommands,
    accountCommands,
    branchCommands,
    doctorCommands,
    patientCommands,
    importCommands,
    messageCommands,
    viewCommands,
    eventCommands,
    auditCommands,
    backupCommand,
    keyCommands,
    setBackCommand,
  ]) {
    add(program);
  }
  // Subcommands copy their parent's settings when created, so these have to be applied to each.
  for (const command of everyCommand(program)) command.exitOverride().showHelpAfterError('(--help says more)');
  return program;
}

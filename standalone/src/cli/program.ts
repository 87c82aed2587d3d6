import { Command } from 'commander';
import { printable } from './terminal/output.ts';

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

type AddCommands = (program: Command) => void;

/** The commands by their first word. A module is loaded when one of its words is typed, or when all are listed. */
const modules: readonly (readonly [words: readonly string[], load: () => Promise<readonly AddCommands[]>])[] = [
  [
    ['client', 'department', 'branch', 'doctor'],
    async () => {
      const organisation = await import('./organisation.ts');
      const { clientCommands, departmentCommands, branchCommands, doctorCommands } = organisation;
      return [clientCommands, departmentCommands, branchCommands, doctorCommands];
    },
  ],
  [['account'], async () => [(await import('./account.ts')).accountCommands]],
  [['patient'], async () => [(await import('./patient/patient.ts')).patientCommands]],
  [['import', 'import-undo', 'export'], async () => [(await import('./import.ts')).importCommands]],
  [['messages'], async () => [(await import('./messages.ts')).messageCommands]],
  [['chatbot'], async () => [(await import('./connections/chatbot.ts')).chatbotCommands]],
  [['views'], async () => [(await import('./views.ts')).viewCommands]],
  [['events'], async () => [(await import('./events.ts')).eventCommands]],
  [['audit'], async () => [(await import('./audit/audit.ts')).auditCommands]],
  [['backup'], async () => [(await import('./backup/backup.ts')).backupCommand]],
  [['restore'], async () => [(await import('./backup/restore.ts')).restoreCommands]],
  [['keys'], async () => [(await import('./keys.ts')).keyCommands]],
  [['webhooks'], async () => [(await import('./connections/webhooks.ts')).webhookCommands]],
  [['accept-set-back'], async () => [(await import('./set-back.ts')).setBackCommand]],
];

async function version(): Promise<string> {
  const { productVersion, versionLine } = await import('@dayline/runtime/product-version');
  const { desk } = await import('@dayline/projector/projections/desk/projection');
  const { activity } = await import('@dayline/projector/projections/activity/projection');
  return versionLine(productVersion([desk, activity]));
}

/**
 * The command `dayline` with the subcommands that the typed words need: all, unless the first word is one's name. It
 * throws a `CommanderError` where it would exit.
 */
export async function daylineProgram(line: readonly string[] = []): Promise<Command> {
  const namedModules = modules.filter(([words]) => words.some((word) => word === line[0]));
  const program = new Command('dayline')
    .description('Administers Dayline on the data folder DATA_DIR, whether or not the product is running.')
    .configureOutput({
      writeOut: (text) => process.stdout.write(printable(text)),
      writeErr: (text) => process.stderr.write(printable(text)),
    })
    .showHelpAfterError('(use --help for details)')
    .exitOverride();
  if (namedModules.length === 0) program.version(await version());
  for (const [, load] of namedModules.length === 0 ? modules : namedModules) {
    for (const add of await load()) add(program);
  }
  // Subcommands copy their parent's settings when created, so these have to be applied to each.
  for (const command of everyCommand(program)) command.exitOverride().showHelpAfterError('(use --help for details)');
  return program;
}

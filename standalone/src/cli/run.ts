import { EventLogDamaged } from '@dayline/event-log/port';
import { isOutage } from '@dayline/http/outage';
import { CommanderError } from 'commander';
import { daylineProgram } from './program.ts';
import { CliFailure } from './terminal/failure.ts';
import { printable } from './terminal/output.ts';

/** Runs the arguments after `dayline`. Exit codes: 0 done, 1 failed, 2 unknown command. */
export async function runLine(line: readonly string[]): Promise<number> {
  try {
    await (await daylineProgram(line)).parseAsync(line, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === 'commander.unknownCommand') return 2;
      return error.code === 'commander.help' && line.length === 0 ? 2 : error.exitCode === 0 ? 0 : 1;
    }
    process.stderr.write(printable(`${sentenceOf(error)}\n`));
    return 1;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof CliFailure) return error.message;
  const message = `It failed: ${error instanceof Error ? error.message : error}`;
  const isUnavailable = isOutage(error) && !(error instanceof EventLogDamaged);
  return isUnavailable ? `${message} (EVENT_STORE_URL and VIEW_STORE_URL say where the stores are.)` : message;
}

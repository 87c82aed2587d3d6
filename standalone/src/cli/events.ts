import { positionSchema } from '@dayline/contracts/ids';
import { followable, itemsAfter } from '@dayline/event-log/followable';
import type { StoredEvent } from '@dayline/event-log/port';
import { openLogToRead } from '@dayline/stores/open';
import type { Command } from 'commander';
import { CliFailure } from './terminal/failure.ts';
import { say } from './terminal/output.ts';
import { headOf, settingsWithLog } from './workplace.ts';

interface Options {
  readonly from?: string;
  readonly stream?: string;
  readonly type?: readonly string[];
  readonly json?: boolean;
  readonly follow: boolean;
}

export function eventCommands(program: Command): void {
  const events = program.command('events').description('the event log');
  events
    .command('tail')
    .description('print events as they are appended; personal fields stay sealed')
    .option('--from <position>', 'start after this position; "start" prints all (default: only new events)')
    .option('--stream <name>', 'only this stream, for example doctorDay-…')
    .option('--type <type...>', 'only these types, for example AppointmentBooked')
    .option('--json', 'print each event as a line of JSON')
    .option('--no-follow', 'stop at the end of the log; without --from, start at the beginning')
    .action((options: Options) => tail(options));
}

async function tail(options: Options): Promise<void> {
  const { log, close } = await openLogToRead(settingsWithLog());
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  // The reader, such as `head`, has closed the pipe.
  process.stdout.on('error', end);
  // The follower alone doesn't keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    const head = await headOf(log);
    const after = options.from ?? (options.follow ? head : 'start');
    const from = after === 'start' ? log.start : positionSchema.safeParse(after).data;
    if (from === undefined) throw new CliFailure(`${after} is not a position: use 16 digits, or the word start.`);
    for await (const item of itemsAfter(followable(log), { position: from }, ending.signal, options.type)) {
      for (const event of item.kind === 'events' ? item.events : []) {
        if (options.stream === undefined || event.stream === options.stream) print(event, options);
      }
      if (item.kind === 'caughtUp' && !options.follow) return;
    }
  } finally {
    clearInterval(alive);
    await close();
  }
}

function print(event: StoredEvent, { json }: Options): void {
  if (json === true) {
    say(JSON.stringify(event));
    return;
  }
  const { position, stream, revision, type, data, metadata } = event;
  const plainJson = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('s1.') ? '(sealed)' : value,
  );
  say(`${position} ${metadata.recordedAt} ${stream}@${revision} ${type} by ${metadata.actor.name} ${plainJson}`);
}

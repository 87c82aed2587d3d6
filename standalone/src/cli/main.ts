import { runLine } from './run.ts';

// The reader has closed the pipe, as `head` does: without this, a follower would run indefinitely.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await runLine(process.argv.slice(2));

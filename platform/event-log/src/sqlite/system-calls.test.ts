import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAppending } from '../testing/test-process.ts';
import type { Synchronous } from './connection.ts';

const isWrite = (call: string) => /pwrite64\(\d+<[^>]*events\.db-wal>/.test(call);
const isSync = (call: string) => /f(data)?sync\(\d+<[^>]*events\.db-wal>/.test(call);
const isAnswer = (call: string) => /write\(1<.*"ack /.test(call);

/**
 * Appends sequentially under strace; returns for each answer whether an fsync came between its write and the answer.
 */
async function answersAfterFsync(synchronous: Synchronous): Promise<boolean[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-calls-'));
  const trace = join(folder, 'trace');
  const under = ['strace', '-f', '--seccomp-bpf', '-y', '-e', 'trace=pwrite64,write,fsync,fdatasync', '-o', trace];
  try {
    const appending = startAppending(join(folder, 'events.db'), { synchronous, most: 10, under });
    expect(await appending.ended).toBe(0);
    const answers: boolean[] = [];
    let state: 'nothing' | 'written' | 'synced' = 'nothing';
    for (const call of readFileSync(trace, 'utf8').split('\n')) {
      if (isWrite(call)) state = 'written';
      if (isSync(call) && state === 'written') state = 'synced';
      if (!isAnswer(call)) continue;
      answers.push(state === 'synced');
      state = 'nothing';
    }
    return answers;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const canTrace = spawnSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true']).status === 0;
if (!canTrace) process.stderr.write('\n*** SKIPPED: the order of system calls: strace cannot run here\n');
const onlyWithStrace = canTrace ? test : test.skip;

onlyWithStrace('with FULL, each answer comes after the WAL was written and synced to the disk', async () => {
  expect(await answersAfterFsync('FULL')).toEqual(Array(10).fill(true));
});

onlyWithStrace('with NORMAL, it would not: the trace can tell', async () => {
  expect(await answersAfterFsync('NORMAL')).toEqual(Array(10).fill(false));
});

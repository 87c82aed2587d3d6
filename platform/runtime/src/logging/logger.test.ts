import { createLogger } from './logger.ts';

function logged(level: string, log: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  log(createLogger('command-service', { level, destination: { write: (line) => lines.push(line) } }));
  return lines.map((line) => JSON.parse(line));
}

test('a line is JSON with the service, the level by name and the time in UTC', () => {
  const [line] = logged('info', (logger) => logger.info({ requestId: 'r1' }, 'refused'));
  expect(line).toMatchObject({ service: 'command-service', level: 'info', requestId: 'r1', msg: 'refused' });
  expect(String(line?.['time'])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('what is below the level is not written', () => {
  expect(logged('error', (logger) => logger.info('no'))).toEqual([]);
});

test('an error is logged with its stack', () => {
  const [line] = logged('info', (logger) => logger.error({ err: new Error('the disk is full') }, 'fault'));
  expect(line?.['err']).toMatchObject({ type: 'Error', message: 'the disk is full' });
});

test('what must never be logged is struck out, should it be handed over', () => {
  const secret = 'Dayline#2026';
  const given = {
    password: secret,
    token: secret,
    cookie: secret,
    body: { name: secret },
    email: secret,
    phone: secret,
  };
  const lines = logged('info', (logger) => logger.info(given, 'x'));
  expect(JSON.stringify(lines)).not.toContain(secret);
});

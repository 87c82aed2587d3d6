import { startFailure } from './process.ts';

const config = { port: 3000, host: '127.0.0.1', dataDir: '/srv/dayline' };
const failed = (code: string) => Object.assign(new Error('disk I/O error'), { code });

test.each(['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR'])('a full disk is named for %s', (code) => {
  expect(startFailure(failed(code), config, () => 4_096)).toBe(
    'Dayline could not start: the disk of DATA_DIR /srv/dayline is full.',
  );
  expect(startFailure(failed(code), config, () => 1e9)).toBe('Dayline could not start: disk I/O error');
});

import { isFileAway } from './sqlite-error.ts';

const sqlite = (code: string): Error => Object.assign(new Error('x'), { code });

test.each([
  ['a full disk', sqlite('SQLITE_FULL'), true],
  ['a disk that fails', sqlite('SQLITE_IOERR_FSYNC'), true],
  ['a file that somebody holds', sqlite('SQLITE_BUSY_SNAPSHOT'), true],
  ['a damaged file', sqlite('SQLITE_CORRUPT'), true],
  ['a file that can not be opened', sqlite('SQLITE_CANTOPEN'), true],
  ['a closed connection', new TypeError('The database connection is not open'), true],
  ['a wrong statement', sqlite('SQLITE_ERROR'), false],
  ['a broken constraint', sqlite('SQLITE_CONSTRAINT_UNIQUE'), false],
  ['a fault in our code', new TypeError('x is not a function'), false],
  ['nothing', undefined, false],
])('%s: %#', (_, error, isAway) => {
  expect(isFileAway(error)).toBe(isAway);
});

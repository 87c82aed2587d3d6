export { checksumOf, type EventColumns } from '../sqlite/commit.ts';

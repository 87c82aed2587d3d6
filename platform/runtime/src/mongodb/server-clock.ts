import type { Document } from 'mongodb';

/**
 * The server's time in an update pipeline or an aggregation, in ms since the epoch, UTC: processes' clocks differ.
 */
export const serverNow: Document = { $toLong: '$$NOW' };

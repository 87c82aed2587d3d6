import { signedHeadSchema } from '../signed-head.ts';
import { defineEvent } from './definition.ts';

/** What was signed of the log, by the product itself. It belongs to no client. */
export const logHeadEvents = [defineEvent('LogHeadSigned', 1, signedHeadSchema)] as const;

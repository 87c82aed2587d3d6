import type { Rehearsal } from '@dayline/contracts/endpoints/rehearsal';

/** Whether anybody has to know of a change of hours before it is saved. */
export const concernsSomebody = ({ visits, blocks }: Rehearsal): boolean => visits.count + blocks.count > 0;

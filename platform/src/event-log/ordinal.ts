import type { Position } from '@dayline/contracts/ids';

/** Positions that count from 1 without gaps, as 16 digits: text that sorts as the numbers do. */
export const toPosition = (ordinal: number): Position => String(ordinal).padStart(16, '0');
export const toOrdinal = (position: Position): number => Number(position);

export const startPosition: Position = toPosition(0);

import type { Position } from '@dayline/contracts/ids';

/** Positions count from 1 without gaps, as 16 digits that sort as text in numeric order. */
export const toPosition = (ordinal: number): Position => String(ordinal).padStart(16, '0');
export const toOrdinal = (position: Position): number => Number(position);

export const startPosition: Position = toPosition(0);

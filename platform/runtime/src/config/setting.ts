import { z } from 'zod';

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);

export const onOff = z.enum(['on', 'off']).transform((word) => word === 'on');
export const httpOrigin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

export interface Setting<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** Used if the variable is not set; null for none. */
  readonly fallback: string | null;
  /** Completes the error line "PORT must be …". */
  readonly expected: string;
  readonly meaning: string;
}

export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  fallback: string | null,
  expected: string,
  meaning: string,
): Setting<Schema> => ({ schema, fallback, expected, meaning });

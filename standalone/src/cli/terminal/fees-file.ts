import { readFileSync } from 'node:fs';
import { type FeeRules, newFeeRulesSchema, noFeeRulesYet } from '@dayline/contracts/clinic/fees';
import type { Refusal } from '@dayline/contracts/errors';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { z } from 'zod';
import { CliFailure, granted, unreadable } from './failure.ts';
import { say } from './output.ts';

export const feesFile =
  'a JSON file: the printed form (refused if the rules have changed since), or the rules alone; or none';

/** As `printFees` prints them. */
const printedSchema = z.strictObject({ revision: z.int().min(noFeeRulesYet), feeRules: newFeeRulesSchema.nullable() });

/** Prints fee rules with their revision, to be edited and set from a file. */
export function printFees({ feeRules, feeRulesChange }: Pick<DoctorRow, 'feeRules' | 'feeRulesChange'>): void {
  say(JSON.stringify({ revision: feeRulesChange?.revision ?? noFeeRulesYet, feeRules }, null, 2));
}

export function printFeesChange(result: { readonly position: string | null } | Refusal): void {
  say(granted(result).position === null ? 'Nothing changed.' : 'Fee rules set.');
}

/** @throws CliFailure naming what is wrong with the file */
export function feesIn(file: string): { feeRules: FeeRules | null; revision?: number } {
  if (file === 'none') return { feeRules: null };
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw error instanceof SyntaxError
      ? new CliFailure(`${file} is not JSON: ${error.message}`)
      : unreadable(file, error);
  }
  const isPrinted = typeof value === 'object' && value !== null && 'revision' in value;
  const parsed = isPrinted
    ? printedSchema.safeParse(value)
    : newFeeRulesSchema.transform((feeRules) => ({ feeRules })).safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CliFailure(`${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}

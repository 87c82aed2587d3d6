import { z } from 'zod';
import { counted } from './phrase.ts';

/** A field that failed validation: its path (`timeIntervals.0.endTime`) and a sentence. */
export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The labels of fields that differ from their names. */
const labels: Readonly<Record<string, string>> = {
  pocId: 'Doctor',
  POC_Name: 'Name',
  POC_Kind: 'Kind',
  External_POC_ID: 'External POC ID',
  Meet_Link: 'Meeting link',
  link: 'Meeting link',
  userId: 'Patient',
  actorId: 'Person',
  eventId: 'Entry',
  undo: 'Entry to undo',
  timings: 'Time',
  schedule: 'Week',
  timeIntervals: 'Hours',
  at: 'Moment',
  with: 'Later moment',
  notable: 'Only notable entries',
  newPassword: 'Password',
  attestationObject: 'Passkey',
};

/** The words for a field: `startTime` is 'Start time', `Contact_Number` is 'Contact number', `clientId` is 'Client'. */
export function labelOf(path: readonly PropertyKey[] = []): string {
  const name = path.findLast((step) => typeof step === 'string');
  if (name === undefined) return 'The request';
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_\W]+/g, ' ')
    .toLowerCase()
    .replace(/ id$/, '')
    .trim();
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence that begins with the field's label, such as `fieldMessage('must be a time')`. */
export const fieldMessage = (rest: string) => ({
  error: ({ path }: { readonly path?: PropertyKey[] | undefined }) => `${labelOf(path)} ${rest}.`,
});

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
};

type Issue = z.core.$ZodRawIssue;

/** The fault of a value, worded to follow its label. */
function wrongOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'is required'
        : `must be ${kinds[issue.expected] ?? 'a group of fields'}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big': {
      const most = issue.maximum;
      if (issue.origin === 'string') return `can have at most ${counted(most, 'character')}`;
      if (issue.origin === 'array') return `can be given at most ${counted(most, 'time')}`;
      return most >= Number.MAX_SAFE_INTEGER ? 'is too large' : `can be at most ${most}`;
    }
    case 'invalid_format':
      return issue.format === 'date'
        ? 'must be a date such as 2026-11-25'
        : issue.format === 'datetime'
          ? 'must be a moment in UTC such as 2026-11-25T09:30:00Z'
          : 'is not written as it should be';
    case 'invalid_value':
      return issue.values.length === 1
        ? `can only be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'cannot be read';
  }
}

function tooSmall({ origin, minimum, input }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string') {
    return input === '' ? 'is required' : `must have at least ${counted(minimum, 'character')}`;
  }
  if (origin === 'array') return minimum === 1 ? 'is required' : `must be given at least ${counted(minimum, 'time')}`;
  return `must be at least ${minimum}`;
}

/**
 * Sentences for all faults that schemas have no sentence for, so that no page shows a developer's ("Invalid input:
 * expected …").
 */
export const sentenceErrorMap: z.core.$ZodErrorMap = (issue) => `${labelOf(issue.path)} ${wrongOf(issue)}.`;

/** The faults of an input, by field; null if there are none. */
export type CheckResult<Data> = { readonly data: Data } | { readonly fields: FieldError[] };

const maxFieldErrors = 20;

/** An input parsed by its schema, or a sentence for each wrong field. */
export function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): CheckResult<z.output<Schema>> {
  const parsed = schema.safeParse(input, { error: sentenceErrorMap });
  if (parsed.success) return { data: parsed.data };
  const fields = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'This field does not exist.' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  );
  return { fields: fields.slice(0, maxFieldErrors) };
}

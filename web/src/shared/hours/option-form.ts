import type { HoursOptions, OptionField } from './options.ts';
import { fieldLabels as labels } from './text.ts';

/** The options of an interval, and what a form does with them. */
export interface OptionForm {
  more: HoursOptions;
  errorOf(field: OptionField): string | undefined;
  onChange(part: Partial<HoursOptions>): void;
}

/** What every field of one option has. */
export const fieldOf = ({ more, errorOf, onChange }: OptionForm, name: Exclude<OptionField, 'weeks' | 'alsoIn'>) => ({
  label: labels[name],
  name,
  value: more[name],
  error: errorOf(name),
  onChange: (next: string) => onChange({ [name]: next }),
});

export const columns = (least: number) => ({
  columnGap: 1,
  rowGap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`,
});

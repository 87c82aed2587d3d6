import { longestEmail } from '@dayline/contracts/fields/email-address';
import { longestLocation, longestName } from '@dayline/contracts/fields/longest';
import { AskedField } from '../../../ui/fields/asked-field.tsx';
import { TextField, type TextFieldProps } from '../../../ui/fields/fields.tsx';
import type { DetailErrors, Details } from '../rules.ts';
import { detailsText as text } from '../text.ts';

const asked: readonly ({ name: keyof Details } & Pick<TextFieldProps, 'type' | 'inputMode' | 'maxLength'>)[] = [
  { name: 'name', maxLength: longestName },
  { name: 'email', type: 'email', inputMode: 'email', maxLength: longestEmail },
  { name: 'location', maxLength: longestLocation },
];

/** Name, email and location; beside what differs from `before`, what it was. */
export function PersonFields(props: {
  details: Details;
  errors: DetailErrors;
  before?: Details;
  autoFocus?: boolean;
  onChange(details: Details): void;
}) {
  const { details, errors, before, autoFocus = false, onChange } = props;
  return asked.map(({ name, ...input }, index) => {
    const was = before?.[name] ?? '';
    return (
      <AskedField key={name} name={name}>
        <TextField
          label={text.labels[name]}
          name={name}
          value={details[name]}
          onChange={(value) => onChange({ ...details, [name]: value })}
          error={errors[name]}
          hint={was !== '' && was !== details[name].trim() ? text.was(was) : undefined}
          autoComplete="off"
          autoFocus={autoFocus && index === 0}
          {...input}
        />
      </AskedField>
    );
  });
}

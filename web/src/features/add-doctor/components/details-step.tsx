import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { useEffect, useRef } from 'react';
import { DepartmentField } from '../../../shared/appointments/doctors/doctor-fields.tsx';
import { useDepartments } from '../../../shared/appointments/doctors/doctors.ts';
import { ModeToggle } from '../../../ui/buttons/mode-toggle.tsx';
import { LoadFailed } from '../../../ui/feedback/banner.tsx';
import { TextField, type TextFieldProps } from '../../../ui/fields/fields.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import {
  completeFields,
  contactDigits,
  type DoctorErrors,
  type DoctorField,
  type DoctorFields,
  longest,
  ofKind,
} from '../rules.ts';
import { labels, addDoctorText as text } from '../text.ts';

interface DetailsStepProps {
  fields: DoctorFields;
  errors: DoctorErrors;
  /** How many times the step was refused: each time, the first invalid field is focused. */
  refusals: number;
  onChange(change: Partial<DoctorFields>): void;
}

/** Step 1: the details of the doctor or unit. */
export function DetailsStep({ fields, errors, refusals, onChange }: DetailsStepProps) {
  const departments = useDepartments();
  const form = useRef<HTMLDivElement>(null);
  const [first] = Object.keys(errors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal, not whenever a field is corrected
  useEffect(() => {
    if (refusals > 0 && first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [refusals]);
  const field = (name: DoctorField) => ({
    name,
    label: labels[name],
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value }),
    autoComplete: 'off',
  });
  const isUnit = fields.kind === 'unit';
  const complete = (name: 'name' | 'contact') => () => onChange({ [name]: completeFields(fields)[name] });
  const rupees: Pick<TextFieldProps, 'type' | 'step' | 'min' | 'startAdornment' | 'inputMode'> = {
    type: 'number',
    inputMode: 'decimal',
    step: 0.01,
    min: 0,
    startAdornment: <InputAdornment position="start">₹</InputAdornment>,
  };
  return (
    <Box ref={form} sx={{ display: 'grid', gap: 2, pb: 1 }}>
      {departments.isError ? <LoadFailed onRetry={departments.refetch}>{text.departmentsFailed}</LoadFailed> : null}
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Box sx={{ maxWidth: 320 }}>
          <ModeToggle
            label={text.kind}
            value={fields.kind}
            onChange={(kind) => onChange(ofKind(fields, kind))}
            modes={[
              { value: 'doctor', label: text.doctor },
              { value: 'unit', label: text.unit },
            ]}
          />
        </Box>
        {isUnit ? <Muted>{text.unitHint}</Muted> : null}
      </Box>
      <DepartmentField {...field('departmentId')} autoFocus />
      <Stack gap={2} sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
        <TextField
          {...field('name')}
          {...(isUnit ? { label: labels.unitName } : { hint: text.nameHint })}
          maxLength={longest.name}
          onBlur={complete('name')}
        />
        <TextField
          {...field('contact')}
          type="tel"
          inputMode="numeric"
          onChange={(input) => onChange({ contact: contactDigits(input) })}
          onBlur={complete('contact')}
          hint={text.contactHint}
          optional={isUnit}
        />
        {isUnit ? null : <TextField {...field('email')} type="email" inputMode="email" maxLength={longest.email} />}
        <TextField {...field('fees')} {...rupees} optional />
        <TextField {...field('link')} inputMode="url" maxLength={longest.link} optional />
        <TextField {...field('externalId')} maxLength={longest.externalId} optional />
      </Stack>
    </Box>
  );
}

import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import type { ReactNode } from 'react';
import type { BookingField } from './rules.ts';

/** The labels, as fields, summary and error summary say them. */
export const fieldLabels: Record<BookingField, string> = {
  countryCode: 'Country code',
  phone: 'Phone Number',
  name: 'Name',
  email: 'Email',
  location: 'Location',
  type: 'Appointment Type',
  departmentId: 'Department',
  pocId: 'Doctor',
  date: 'Date',
  time: 'Time',
};

/** Marks where a field stands, so that it can be focused by its name. */
export function AskedField({ name, children }: { name: BookingField; children: ReactNode }) {
  return <Box data-field={name}>{children}</Box>;
}

/** Puts the focus into a field: its input, or the choice that the tab key would reach. */
export function focusField(name: BookingField): void {
  const field = document.querySelector(`[data-field="${name}"]`);
  const target = field?.querySelector<HTMLElement>(
    'input:checked, input:not([aria-hidden="true"]), select, [tabindex="0"]',
  );
  target?.focus();
}

/** The sentence under a group of choices, which has no field of its own to carry it. */
export function ChoiceError({ id, children }: { id: string; children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <FormHelperText id={id} error>
      {children}
    </FormHelperText>
  );
}

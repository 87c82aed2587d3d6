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

/** Where the focus goes in a field, the first that is there: what is wrong, what is chosen, what the tab key would reach. */
const focusable = ['[aria-invalid="true"]:not([aria-hidden])', 'input:checked', 'input:not([aria-hidden])', 'select'];

/** Puts the focus into a field, by its name. */
export function focusField(name: BookingField): void {
  const field = document.querySelector(`[data-field="${name}"]`);
  for (const selector of [...focusable, '[role="radio"][tabindex="0"]']) {
    const found = field?.querySelector<HTMLElement>(selector);
    if (!found) continue;
    found.focus();
    if (document.activeElement === found) return;
  }
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

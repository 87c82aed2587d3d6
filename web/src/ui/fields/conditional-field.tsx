import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import type { ReactNode } from 'react';

/** Marks a field's element, so that it can be focused by name. */
export function ConditionalField({ name, children }: { name: string; children: ReactNode }) {
  return <Box data-field={name}>{children}</Box>;
}

/** The element to focus in a field, first match wins: the invalid one, the selected one, the one in tab order. */
const focusable = ['[aria-invalid="true"]:not([aria-hidden])', 'input:checked', 'input:not([aria-hidden])', 'select'];
const choices = ['[role="radio"][aria-checked="true"]', '[role="radio"][tabindex="0"]', '[aria-pressed="true"]'];

/** Focuses the field; returns whether there was something to focus. */
export function focusField(name: string): boolean {
  const field = document.querySelector(`[data-field="${name}"]`);
  for (const selector of [...focusable, ...choices]) {
    const found = field?.querySelector<HTMLElement>(selector);
    if (!found) continue;
    found.focus();
    if (document.activeElement === found) return true;
  }
  return false;
}

/** The error of a group of choices, which has no field of its own to show it. */
export function ChoiceError({ id, children }: { id: string; children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <FormHelperText id={id} error>
      {children}
    </FormHelperText>
  );
}

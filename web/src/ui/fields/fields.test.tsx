import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../shared/testing/render.tsx';
import { TextField, type TextFieldProps } from './fields.tsx';

function Typed({ first = '', ...props }: { first?: string } & Pick<TextFieldProps, 'type' | 'maxLength' | 'error'>) {
  const [value, setValue] = useState(first);
  return <TextField label="Value" value={value} onChange={setValue} {...props} />;
}

test('a longer text than a field takes is reported as too long, and never cut', async () => {
  const { user } = show(<Typed maxLength={5} error="The form's own." />);
  const field = screen.getByRole('textbox', { name: 'Value' });
  await user.click(field);
  await user.paste('Panchgani');
  expect(field).toHaveValue('Panchgani');
  expect(field).toHaveAccessibleDescription('Use at most 5 characters (now 9).');
  expect(field).toBeInvalid();
  await user.clear(field);
  await user.paste(' Panch ');
  expect(field).toHaveAccessibleDescription("The form's own.");
});

test('the wheel over a focused number leaves it as it is', async () => {
  const { user } = show(<Typed type="number" first="600" />);
  const field = screen.getByRole('spinbutton', { name: 'Value' });
  await user.click(field);
  fireEvent.wheel(field, { deltaY: 100 });
  // Browsers change the number only in the focused field.
  expect(field).not.toHaveFocus();
  expect(field).toHaveValue(600);
});

test('a date is also written in words, whose order no browser changes', async () => {
  show(<Typed type="date" first="1999-03-12" />);
  const field = screen.getByLabelText('Value');
  expect(field).toHaveValue('1999-03-12');
  expect(screen.getByText('Mar 12, 1999')).toHaveAttribute('aria-hidden', 'true');
  fireEvent.change(field, { target: { value: '' } });
  expect(screen.queryByText(/1999/)).not.toBeInTheDocument();
});

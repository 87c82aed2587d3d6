import { screen } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../shared/testing/render.tsx';
import { cleanPhone, PhoneField } from './phone-field.tsx';

test.each([
  ['+91 98450-12345', '9845012345'],
  ['0091 98450 12345', '9845012345'],
  ['919845012345', '9845012345'],
  ['098450 12345', '9845012345'],
  ['9198450123', '9198450123'],
  ['98450123456', '9845012345'],
  ['call 98450', '98450'],
])('%s becomes %s', (text, cleaned) => expect(cleanPhone(text, '91')).toBe(cleaned));

function Harness() {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('91');
  return (
    <PhoneField
      label="Phone Number"
      value={phone}
      onChange={setPhone}
      countryCode={code}
      onCountryCode={setCode}
      autoFocus
    />
  );
}

test('is focused on load, accepts only digits, and offers the country codes', async () => {
  const { user } = show(<Harness />);
  const field = screen.getByRole('textbox', { name: 'Phone Number' });
  expect(field).toHaveFocus();
  await user.keyboard('98a4-5');
  expect(field).toHaveValue('9845');
  await user.clear(field);
  await user.paste('+91 98450 12345');
  expect(field).toHaveValue('9845012345');
  expect(screen.getAllByRole('option')).toHaveLength(14);
});

test('a key too many changes nothing, also where the number begins as its country code does', async () => {
  const { user } = show(<Harness />);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Country code' }), '1');
  const field = screen.getByRole('textbox', { name: 'Phone Number' });
  await user.type(field, '12345678901');
  expect(field).toHaveValue('1234567890');
  await user.clear(field);
  await user.paste('1 (212) 555-0100');
  expect(field).toHaveValue('2125550100');
});

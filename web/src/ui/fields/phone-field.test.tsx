import { fireEvent, screen } from '@testing-library/react';
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
  ['Ph: 98450-12345', '9845012345'],
  ['(984) 501-2345', '9845012345'],
  ['+91 (0) 98450 12345', '9845012345'],
  ['९८४५०१२३४५', '9845012345'],
])('%s becomes %s', (text, number) => expect(cleanPhone(text, '91')).toEqual({ countryCode: '91', number }));

test.each([
  ['+44 7911 123456', '44', '7911123456'],
  ['0044 (0)7911 123456', '44', '7911123456'],
  ['tel:+447911123456', '44', '7911123456'],
  ['+1 (212) 555-0123', '1', '2125550123'],
  ['+971 50 123 4567', '971', '501234567'],
  ['\u202a+880 1712 345678\u202c', '880', '1712345678'],
])('%s has the country code %s', (text, countryCode, number) =>
  expect(cleanPhone(text, '91')).toEqual({ countryCode, number }),
);

test('ten digits with a 0 in front are a number but in India', () => {
  expect(cleanPhone('0412 345 678', '61')).toEqual({ countryCode: '61', number: '0412345678' });
  expect(cleanPhone('0412 345 678', '91')).toEqual({ countryCode: '91', number: '412345678' });
  expect(cleanPhone('07911 123456', '44')).toEqual({ countryCode: '44', number: '7911123456' });
});

test.each(['+47 1234 5678', '+965 5012 3456', '00352 621 123 456'])(
  '%s, of no offered country, is no number',
  (text) => {
    const { countryCode, number } = cleanPhone(text, '91');
    expect(countryCode).toBe('91');
    expect(number.length).toBeGreaterThan(10);
  },
);

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
  await user.clear(field);
  await user.paste('+44 7911 123456');
  expect(field).toHaveValue('7911123456');
  expect(screen.getByRole('combobox', { name: 'Country code' })).toHaveValue('44');
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
  await user.clear(field);
  await user.type(field, '07911123456');
  expect(field).toHaveValue('7911123456');
});

test("a number from a phone's clipboard takes the place of what was typed", async () => {
  const { user } = show(<Harness />);
  const field = screen.getByRole('textbox', { name: 'Phone Number' });
  await user.type(field, '9');
  fireEvent.input(field, { target: { value: '99845012345' }, data: '9845012345' });
  expect(field).toHaveValue('9845012345');
});

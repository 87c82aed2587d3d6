/** "codes offered: 1, 44, 61, 91, 86, 49, 33, 81, 65, 971, 92, 880, 94, 977" (section 9). */
export const countryCodes = [
  '1',
  '44',
  '61',
  '91',
  '86',
  '49',
  '33',
  '81',
  '65',
  '971',
  '92',
  '880',
  '94',
  '977',
] as const;

/** "Phone 10 digits; default country code 91" (section 9). */
export const defaultCountryCode = '91';
export const phoneDigits = 10;

/** Numbers that are typed for people without a phone. */
export const isNoPhone = (phone: string): boolean => /(0{10}|9{10})$/.test(phone);

/** An offered country code followed by ten digits, such as 919876543210. */
export const phonePattern = new RegExp(`^(${countryCodes.join('|')})\\d{${phoneDigits}}$`);

/** Ten digits; a number that begins with 00 has the code of a country that isn't offered. */
export const wholePhone = new RegExp(`^(?!00)\\d{${phoneDigits}}$`);
export const isWholePhone = (phone: string): boolean => wholePhone.test(phone);

/** The country code and the ten digits of a phone as on the wire; null if its country isn't offered. */
export function phoneParts(phone: string): { readonly countryCode: string; readonly phone: string } | null {
  if (!phonePattern.test(phone)) return null;
  return { countryCode: phone.slice(0, -phoneDigits), phone: phone.slice(-phoneDigits) };
}

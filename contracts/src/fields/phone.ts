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

/** An offered country code followed by ten digits, such as 919876543210. */
export const phonePattern = new RegExp(`^(${countryCodes.join('|')})\\d{${phoneDigits}}$`);

/** Dates are written as the specification says (section 9: en-US), numbers and money as in India: `1,00,000`. */
export const locale = { dates: 'en-US', numbers: 'en-IN' } as const;

/** Checks a link without the server, which alone knows the required host. */
export const isMeetingLink = (input: string): boolean => /^https:\/\/[^\s/]+\/\S*$/.test(input);

/** Rupees of at least 0 with at most two decimals. */
export const isAmount = (input: string): boolean => /^(?=.*\d)\d{0,7}(\.\d{0,2})?$/.test(input);

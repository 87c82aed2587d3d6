/** Checks a link without the server, which alone knows the required host. */
export const isMeetingLink = (typed: string): boolean => /^https:\/\/[^\s/]+\/\S*$/.test(typed);

/** Rupees of at least 0 with at most two decimals. */
export const isAmount = (typed: string): boolean => /^(?=.*\d)\d{0,7}(\.\d{0,2})?$/.test(typed);

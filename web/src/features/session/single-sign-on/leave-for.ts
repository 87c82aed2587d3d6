/** Leaves the application for a page of another site. */
export const leaveFor = (address: string): void => location.assign(address);

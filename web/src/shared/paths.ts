import { paths } from '@dayline/contracts/page-paths';

export { paths };

/** The story of one appointment, for admins and auditors; a doctor sees own appointments there. */
export const auditStoryPath = (appointmentId: string): string =>
  `${paths.audit}/appointments/${encodeURIComponent(appointmentId)}`;

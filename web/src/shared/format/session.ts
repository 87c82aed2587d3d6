import type { ShownSession } from '@dayline/contracts/clinic/sessions';

/** Where a session is, if not as the doctor has it: `City Centre, Room 12`; '' if it is. */
export const placeOf = ({ department, branch, room }: ShownSession): string =>
  [department, branch, room].filter(Boolean).join(', ');

/** `Special · City Centre, Room 12`; '' without a session that says so. */
export const sessionText = (session: ShownSession | undefined): string =>
  session ? [session.name, placeOf(session)].filter(Boolean).join(' · ') : '';

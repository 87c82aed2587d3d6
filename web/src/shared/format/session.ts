import type { ShownSession } from '@dayline/contracts/clinic/sessions';

/** A session's place if it differs from the doctor's: `City Centre, Room 12`; otherwise ''. */
export const placeOf = ({ department, branch, room }: ShownSession): string =>
  [department, branch, room].filter(Boolean).join(', ');

/** `Special · City Centre, Room 12`; '' without a session or details. */
export const sessionText = (session: ShownSession | undefined): string =>
  session ? [session.name, placeOf(session)].filter(Boolean).join(' · ') : '';

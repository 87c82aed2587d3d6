import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { markingText } from '../../shared/appointments/marking/text.ts';
import type { Movable } from '../../shared/appointments/moving/movable.ts';
import { appointmentText } from '../../shared/appointments/text.ts';
import { copyLinkOf, slipOf } from '../../shared/appointments/visit/visit-links.ts';
import { clockTime, shortDate } from '../../shared/format/time.ts';
import { auditStoryPath } from '../../shared/paths.ts';
import type { ActionLink } from '../../ui/buttons/action.ts';
import type { RowMenuItem } from '../../ui/buttons/row-menu.tsx';

/** A row's appointment, for what changes it. */
export const movable = (row: AppointmentDetail): Movable => ({
  ...row,
  about: `${row.UserName ?? appointmentText.erased}, ${shortDate(row.AppointmentDate)}, ${clockTime(row.AppointmentTime)}`,
  ...{ name: row.UserName, pocId: row.POC_ID, doctor: row.POCName, type: row.AppointmentType },
});

/** What a row's menu leads to besides its changes. */
export const leadsOf = (row: AppointmentDetail): RowMenuItem[] => [
  slipOf(row.AppointmentId),
  ...copyLinkOf(row.meetingLink),
  historyOf(row),
];

export const historyOf = ({ AppointmentId }: AppointmentDetail): ActionLink => ({
  name: markingText.history,
  icon: 'history',
  to: auditStoryPath(AppointmentId),
});

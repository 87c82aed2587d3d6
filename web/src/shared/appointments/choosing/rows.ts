import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import type { ActionLink } from '../../../ui/buttons/action.ts';
import type { RowMenuItem } from '../../../ui/buttons/row-menu.tsx';
import { clockTime, shortDate } from '../../format/time.ts';
import { auditStoryPath } from '../../paths.ts';
import { markingText } from '../marking/text.ts';
import type { Movable } from '../moving/movable.ts';
import { appointmentText } from '../text.ts';
import { copyLinkOf, slipOf } from '../visit/visit-links.ts';

/** A row's appointment, for what changes it. */
export const movable = (row: AppointmentDetail): Movable => ({
  ...row,
  about: `${row.UserName ?? appointmentText.erased}, ${shortDate(row.AppointmentDate)}, ${clockTime(row.AppointmentTime)}`,
  isCalled: row.called ?? false,
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

import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import type { ActionLink } from '../../../ui/buttons/action.ts';
import type { RowMenuItem } from '../../../ui/buttons/row-menu.tsx';
import { auditStoryPath } from '../../paths.ts';
import { markingText } from '../marking/text.ts';
import { copyLinkOf, slipOf } from '../visit/visit-links.ts';

/** Links of a row's menu. */
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

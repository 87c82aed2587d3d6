import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { canBeMarked } from '../../../shared/appointments/marking/rules.ts';
import { markingText } from '../../../shared/appointments/marking/text.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { copyLinkOf, slipOf } from '../../../shared/appointments/visit/visit-links.ts';
import { auditStoryPath } from '../../../shared/paths.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { RowMenu, type RowMenuItem } from '../../../ui/buttons/row-menu.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { todayText } from '../text.ts';

const nameOf = (row: TodaysAppointment): string => row.PatientName ?? appointmentText.anErased;

/** The two marks, shared by the card's buttons, the focused card's keys and the key sheet. */
export const markActions = (
  row: TodaysAppointment | undefined,
  onMark: (status: AppointmentStatus) => void,
): [visited: Action, notVisited: Action] => {
  const enabled = row !== undefined && canBeMarked(row);
  return [
    {
      name: markingText.markAs('Availed'),
      icon: 'check',
      shortcut: 'v',
      enabled,
      perform: () => onMark('Availed'),
    },
    { name: markingText.markAs('Not_Availed'), shortcut: 'n', enabled, perform: () => onMark('Not_Availed') },
  ];
};

/** "Action buttons appear only when Confirmed and Is_Active is 1" (section 4); otherwise a link to its history. */
export function CardActions(props: {
  row: TodaysAppointment;
  /** The focused card, or else the next one: its button is filled. */
  primary: boolean;
  /** Arrived or Call, before the marks. */
  state: Action | undefined;
  onMark(status: AppointmentStatus): void;
}) {
  const { row, primary, state, onMark } = props;
  if (!canBeMarked(row)) {
    return (
      <LinkButton
        to={auditStoryPath(row.AppointmentId)}
        variant="text"
        size="small"
        aria-label={todayText.historyOf(nameOf(row))}
        startIcon={<Icon name="history" />}
        sx={{ mr: { md: 0.5 }, ml: { xs: -1, md: 0 } }}
      >
        {markingText.history}
      </LinkButton>
    );
  }
  const [visitedAction, notVisited] = markActions(row, onMark);
  // Only the filled button has the icon, to draw the eye.
  const { icon: _icon, ...plain } = visitedAction;
  return (
    <>
      {state === undefined ? null : <ActionButton action={state} primary={primary} quiet={!primary} size="small" />}
      <ActionButton
        action={primary && !state ? visitedAction : plain}
        primary={primary && !state}
        quiet={!primary}
        size="small"
      />
      <ActionButton action={notVisited} quiet={!primary} size="small" />
    </>
  );
}

/** A card's other actions, in any status. */
export function CardMenu({ row, actions }: { row: TodaysAppointment; actions: readonly Action[] }) {
  const items: RowMenuItem[] = [
    slipOf(row.AppointmentId),
    ...copyLinkOf(row.meetingLink),
    { name: markingText.history, icon: 'history', to: auditStoryPath(row.AppointmentId) },
    ...actions,
  ];
  return <RowMenu label={todayText.more(nameOf(row))} items={items} />;
}

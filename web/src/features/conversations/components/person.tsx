import type { WholeChat } from '@dayline/contracts/endpoints/partner/chats';
import type { Visit } from '@dayline/contracts/endpoints/patients';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../../../shared/api/hooks.ts';
import { changeOver, usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { useVisitActions } from '../../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfPatient } from '../../../shared/appointments/visit/visit-row.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, shortDate, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { FilterTabs } from '../../../shared/list/filter-tabs.tsx';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineBelow, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { bookingFor, type Overview } from '../rules.ts';
import { conversationsText as text } from '../text.ts';

/** How many past visits are shown. */
const pastShown = 3;

/** The visits of the people at the phone of a chat, one person at a time. */
export function Person({ patients }: Pick<WholeChat, 'patients'>) {
  const [chosen, setChosen] = useState(patients[0]?.userId);
  const person = patients.find(({ userId }) => userId === chosen) ?? patients[0];
  if (!person) return null;
  const name = person.name ?? text.erased;
  return (
    <Paper component="aside" aria-label={text.person(name)} sx={{ minWidth: 0 }}>
      <Inline gap={1} wrap sx={{ px: 2, py: 1, minHeight: 56, ...lineBelow }}>
        <Muted>{text.atThisPhone}</Muted>
        {patients.length === 1 ? (
          <Bold sx={{ overflowWrap: 'anywhere' }}>
            <PatientLink userId={person.userId} name={person.name}>
              {name}
            </PatientLink>
          </Bold>
        ) : (
          <FilterTabs
            label={text.atThisPhone}
            value={person.userId}
            onChange={setChosen}
            tabs={patients.map((each) => ({ key: each.userId, label: each.name ?? text.erased }))}
          />
        )}
      </Inline>
      <Visits key={person.userId} userId={person.userId} />
    </Paper>
  );
}

function Visits({ userId }: { userId: string }) {
  const query = useCall('getPatientOverview', { userId, past: pastShown });
  return (
    <ListState
      query={query}
      skeleton={<RowsSkeleton rows={4} height={44} columns={2} />}
      failed={{ title: text.personFailed }}
    >
      {(overview) => <Overviewed overview={overview} />}
    </ListState>
  );
}

function Overviewed({ overview }: { overview: Overview }) {
  const { upcoming, past, today, name } = overview;
  const { clientId, clientName } = useIdentity();
  const navigate = useNavigate();
  const { moveAction, cancelAction, dialogs } = useVisitActions('admin', today);
  const pending = usePendingChanges((state) => state.changes);
  const visits = upcoming.visits.filter(
    ({ appointmentId, at }) => changeOver(pending, appointmentId, at)?.Status !== 'Cancelled',
  );
  const book: Action = {
    ...{ name: text.bookFor(name ?? ''), icon: 'plus' },
    perform: () => void navigate(paths.addNewAppointment, { state: { clientId, clientName, ...bookingFor(overview) } }),
  };
  return (
    <>
      {visits.length === 0 ? (
        <Muted block sx={{ px: 2, py: 1.5, ...lineBelow }}>
          {text.noneUpcoming}
        </Muted>
      ) : (
        <PlainList aria-label={text.upcoming}>
          {visits.map((visit) => {
            const row = visitOfPatient(visit, name);
            const actions = visit.movingTo ? [] : [moveAction(row), cancelAction(row)];
            return <NextVisit key={visit.appointmentId} visit={visit} today={today} actions={actions} />;
          })}
        </PlainList>
      )}
      {past.visits.length === 0 ? null : (
        <>
          <Typography component="h3" sx={{ px: 2, pt: 1.5, pb: 0.5, fontSize: '0.8125rem', fontWeight: 600 }}>
            {text.lastVisits}
          </Typography>
          <PlainList aria-label={text.lastVisits} sx={{ px: 2, pb: 1 }}>
            {past.visits.map((visit) => (
              <PastVisit key={visit.appointmentId} visit={visit} />
            ))}
          </PlainList>
        </>
      )}
      <Box sx={{ p: 2 }}>
        <ActionButton action={book} fullWidth />
      </Box>
      {dialogs}
    </>
  );
}

function NextVisit({ visit, today, actions }: { visit: Visit; today: string; actions: readonly Action[] }) {
  const { date, time, pocName, type, session, status } = visit;
  const when = `${shortDate(date)}, ${clockTime(time)}`;
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, display: 'grid', gap: 0.25, ...lineBelow }}>
      <Inline gap={1} sx={{ justifyContent: 'space-between' }}>
        <Bold sx={{ fontSize: '0.9375rem' }}>
          {date === today ? text.today : shortWeekdayAndDate(date)}, {clockTime(time)}
        </Bold>
        <StatusChip status={status} />
      </Inline>
      <Box sx={{ overflowWrap: 'anywhere' }}>{pocName}</Box>
      <Muted block>{[appointmentText.type[type], sessionText(session)].filter(Boolean).join(' · ')}</Muted>
      {actions.length === 0 ? null : (
        <Inline gap={1} sx={{ mt: 1 }}>
          {actions.map(({ icon: _, ...action }) => (
            <ActionButton
              key={action.name}
              action={action}
              size="small"
              aria-label={text.named(action.name, when)}
              sx={{ flex: 1 }}
            />
          ))}
        </Inline>
      )}
    </Box>
  );
}

const PastVisit = ({ visit: { date, pocName, status } }: { visit: Visit }) => (
  <Inline component="li" gap={1} sx={{ minHeight: 36, fontSize: '0.8125rem' }}>
    <Muted sx={{ flex: '0 0 58px' }}>{shortDate(date)}</Muted>
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{pocName}</Box>
    <StatusChip status={status} />
  </Inline>
);

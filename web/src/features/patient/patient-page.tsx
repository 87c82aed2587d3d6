import { idSchema } from '@dayline/contracts/ids';
import Box from '@mui/material/Box';
import { Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useActions } from '../../shared/actions/actions.ts';
import { KeyHints } from '../../shared/actions/key-hints.tsx';
import { actionsText } from '../../shared/actions/text.ts';
import { CallError } from '../../shared/api/call-error.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Muted, Stack } from '../../ui/layout/boxes.tsx';
import { Section } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { phoneText } from '../../ui/locale/words.ts';
import { useFamily, usePatient } from './api/queries.ts';
import { FamilyCard } from './components/family-card.tsx';
import { OpenPayments } from './components/open-payments.tsx';
import { PastVisits } from './components/past-visits.tsx';
import { PatientHeader } from './components/patient-header.tsx';
import { SamePersonCard } from './components/same-person-card.tsx';
import { UpcomingVisits } from './components/upcoming-visits.tsx';
import { MessagesCard } from './messages/messages-card.tsx';
import { bookAgainState, type Overview } from './rules.ts';
import { patientText as text } from './text.ts';
import { useVisits } from './use-visits.tsx';

const CorrectDialog = lazyPiece(() => import('./components/correct-dialog.tsx'));

/** The number of past visits listed at first, and the number added per click. */
const [shownAtFirst, shownMore] = [8, 50];

/** Another client's patient and a missing one look alike. */
const isNobody = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 403);

/** A patient's page (/patient/:patientId): personal data, upcoming and past visits, payments, and the family. */
export default function PatientPage() {
  const userId = useParams()['patientId'] ?? '';
  const isId = idSchema.safeParse(userId).success;
  // Another patient starts with few visits again.
  return isId ? <Patient key={userId} userId={userId} /> : <UnknownPatient />;
}

const UnknownPatient = () => (
  <>
    <PageHeader title={text.title} />
    <Notice icon="search" title={text.unknown} hint={text.unknownHint} />
  </>
);

function Patient({ userId }: { userId: string }) {
  const [past, setPast] = useState(shownAtFirst);
  const query = usePatient(userId, past);
  if (query.data === undefined && isNobody(query.error)) return <UnknownPatient />;
  return (
    <>
      {query.data === undefined ? <PageHeader title={text.title} /> : null}
      <ListState query={query} skeleton={<PatientSkeleton />} failed={{ title: text.failed }}>
        {(overview) =>
          overview.erased ? (
            <>
              <PageHeader title={text.erased} />
              <Notice icon="person" title={text.erased} hint={text.erasedHint} />
            </>
          ) : (
            <Sheet overview={overview} onMore={() => setPast(overview.past.visits.length + shownMore)} />
          )
        }
      </ListState>
    </>
  );
}

const PatientSkeleton = () => (
  <Section title={text.upcoming} padded={false}>
    <RowsSkeleton rows={8} columns={5} />
  </Section>
);

/** The desk's actions: Book Again is the page's filled one. */
function useDeskActions(overview: Overview, family: ReturnType<typeof useFamily>['data']) {
  const { clientId, clientName } = useIdentity();
  const navigate = useNavigate();
  const [correcting, setCorrecting] = useState(false);
  const hasVisits = overview.upcoming.total + overview.past.total > 0;
  const again: Action = {
    name: hasVisits ? text.bookAgain : text.book,
    icon: 'plus',
    shortcut: 'b',
    perform: () => {
      const state = { clientId, clientName, ...bookAgainState(overview, family?.people ?? []) };
      void navigate(paths.addNewAppointment, { state });
    },
  };
  const enqueue: Action = {
    name: text.addToQueue,
    icon: 'ticket',
    shortcut: 'w',
    perform: () => {
      const label = [overview.name, overview.phone && phoneText(overview.phone)].filter(Boolean).join(', ');
      void navigate(paths.queue, { state: { walkIn: { value: overview.userId, label } } });
    },
  };
  const correct: Action = { name: text.correct, icon: 'edit', shortcut: 'e', perform: () => setCorrecting(true) };
  return {
    again,
    enqueue,
    correct,
    dialog: correcting ? (
      <Suspense>
        <CorrectDialog overview={overview} onClose={() => setCorrecting(false)} />
      </Suspense>
    ) : null,
  };
}

const hintsOf = (words: typeof actionsText.hints) =>
  [
    ['A', words.arrived],
    ['M', words.move],
    ['B', words.bookAgain],
    ['W', words.walkIn],
    ['E', words.correct],
    ['P', words.print],
  ] as const;

function Sheet({ overview, onMore }: { overview: Overview; onMore(): void }) {
  const { role } = useIdentity();
  const family = useFamily(overview.userId);
  const { again, enqueue, correct, dialog } = useDeskActions(overview, family.data);
  const isDesk = role === 'admin';
  const print: Action = { name: text.print, icon: 'print', shortcut: 'p', perform: () => window.print() };
  const { visits, actionsOf, isDue, keys, dialogs } = useVisits(overview);
  useActions(isDesk ? [...keys, again, enqueue, correct, print] : []);
  const actions = isDesk ? (
    <>
      <ActionButton action={correct} />
      <ActionButton action={print} sx={{ display: { xs: 'none', md: 'inline-flex' } }} />
      <ActionButton action={enqueue} sx={{ display: { xs: 'none', md: 'inline-flex' } }} />
      {/* While a visit is due, its Arrived is the page's filled button. */}
      <ActionButton action={again} primary={!isDue} />
    </>
  ) : undefined;
  const column = { display: { xs: 'contents', lg: 'grid' }, gap: 1.5, alignContent: 'start' } as const;
  return (
    <>
      <PatientHeader overview={overview} actions={actions} />
      {role === 'doctor' ? (
        <Muted block sx={{ mb: 1.5 }}>
          {text.ownOnly}
        </Muted>
      ) : null}
      <Stack gap={1.5} sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 348px' } }}>
        <Stack sx={column}>
          <UpcomingVisits overview={overview} visits={visits} actionsOf={actionsOf} />
          <PastVisits overview={overview} onMore={onMore} />
        </Stack>
        <Stack sx={column}>
          <OpenPayments overview={overview} />
          {overview.phone === null ? null : <FamilyCard overview={overview} query={family} />}
          {role === 'doctor' ? null : <MessagesCard overview={overview} isDesk={isDesk} />}
          {role === 'doctor' ? null : <SamePersonCard overview={overview} isDesk={isDesk} />}
        </Stack>
      </Stack>
      {isDesk ? (
        <Box sx={{ mt: 1.5 }}>
          <KeyHints hints={hintsOf(actionsText.hints)} />
        </Box>
      ) : null}
      {dialog}
      {isDesk ? dialogs : null}
    </>
  );
}

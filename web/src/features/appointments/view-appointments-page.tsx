import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useRowFocus } from '../../shared/actions/row-focus.ts';
import { useClinicNow } from '../../shared/format/use-clinic-now.ts';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { useLastPage } from '../../shared/list/list-page.tsx';
import { SearchField } from '../../shared/list/search-field.tsx';
import { availabilityPath, paths } from '../../shared/paths.ts';
import { readPageIdentity } from '../../shared/session/page-identity.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline, PlainList, Round, Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { initials } from '../../ui/locale/words.ts';
import { pagesOf } from '../../ui/paging/page-window.ts';
import { WindowedPager } from '../../ui/paging/pager.tsx';
import { useSlots } from './api/use-slots.ts';
import { useWaiting } from './api/use-waiting.ts';
import { SlotCard } from './components/slot-card.tsx';
import { SlotPanel } from './components/slot-panel.tsx';
import { WeekStrip } from './components/week-strip.tsx';
import { cardsPerPage, slotKey, stateOf, stripOf } from './slots-rules.ts';
import { slotsText as text } from './slots-text.ts';

/** The admin's page to go back to, with its name. */
function originOf(state: unknown): { to: string; name: string } {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return from === paths.doctors
    ? { to: paths.doctors, name: text.fromDoctors }
    : { to: paths.viewPoc, name: text.fromViewPoc };
}

function Face({ name }: { name: string }) {
  const { role } = useIdentity();
  const { state } = useLocation();
  const backPath = originOf(state);
  return (
    <Inline gap={0.5}>
      {role === 'doctor' ? null : (
        <IconButton component={Link} to={backPath.to} aria-label={backPath.name} sx={{ ml: -1 }}>
          <Icon name="left" />
        </IconButton>
      )}
      <Round aria-hidden="true" size={40} sx={{ fontWeight: 600, bgcolor: 'teal.soft', color: 'primary.main' }}>
        {initials(name, 1)}
      </Round>
    </Inline>
  );
}

interface CardsProps {
  slots: readonly SlotGroup[];
  now: ClinicTime;
  open: string | undefined;
  waitingFor(slot: SlotGroup): number;
  onOpen(key: string): void;
}

function Cards({ slots, now, open, waitingFor, onOpen }: CardsProps) {
  const focus = useRowFocus(slots.length);
  return (
    <PlainList
      aria-label={text.slots}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '100%', lg: 'repeat(2, minmax(0, 1fr))' },
        gap: { xs: 1, md: 1.25 },
      }}
    >
      {slots.map((slot, index) => {
        const key = slotKey(slot);
        return (
          <li key={key} ref={(item) => focus.rowRef(index)(item?.querySelector('button') ?? null)}>
            <SlotCard
              slot={slot}
              state={stateOf(slot, now)}
              open={key === open}
              waiting={waitingFor(slot)}
              onOpen={() => onOpen(key)}
            />
          </li>
        );
      })}
    </PlainList>
  );
}

/** A doctor's slots (/view-appointments), sections 2, 4 and 9. */
export default function ViewAppointmentsPage() {
  const { state } = useLocation();
  const { pocId = '' } = readPageIdentity(state);
  // Another doctor's slots are a new page.
  return <Slots key={pocId} pocId={pocId} />;
}

function Slots({ pocId }: { pocId: string }) {
  const { role, zone } = useIdentity();
  const { state } = useLocation();
  const now = useClinicNow(zone);
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const { cards, strip, about, from, earlier, later, search, page, setSearch, setPage } = useSlots(pocId, now);
  const [choice, setChoice] = useState<string>();

  const slots = cards.data?.body.appointmentDetails ?? [];
  const total = cards.data?.total;
  useLastPage(cards, cardsPerPage, { page, setPage });
  // On wide screens one slot is always open beside the cards: the next one, until another is chosen. A phone has no
  // room for it.
  const next = narrow ? undefined : (slots.find((slot) => stateOf(slot, now) !== 'passed') ?? slots[0]);
  const open = slots.find((slot) => slotKey(slot) === choice) ?? next;
  const openKey = open && slotKey(open);

  const name = about?.pocName || readPageIdentity(state).pocName || text.unknownDoctor;
  const departmentId = about?.departmentId ?? '';
  const waitingFor = useWaiting({ pocId, departmentId }, now);
  // "Selected department" is the specification's key: going back leads to this doctor's department.
  useEffect(() => {
    if (role === 'admin' && departmentId !== '') sessionStorage.setItem('selectedDepartment', departmentId);
  }, [role, departmentId]);

  const panel = open ? (
    <SlotPanel key={openKey} slot={open} state={stateOf(open, now)} pocId={pocId} departmentId={departmentId} />
  ) : null;
  return (
    <>
      <PageHeader
        title={name}
        subtitle={about ? about.pocSpecialization || text.unknownSpecialization : ' '}
        beforeTitle={<Face name={name} />}
        afterTitle={<CountBadge count={total} words={text.count} />}
        action={
          <>
            <SearchField label={text.search} placeholder={text.placeholder} value={search} onChange={setSearch} />
            <ToAvailability doctor={{ pocId, pocName: name, departmentId }} />
          </>
        }
      />
      {strip.data ? (
        <WeekStrip
          days={stripOf(strip.data.appointmentDetails, from, now)}
          now={now}
          search={search}
          onSearch={setSearch}
          onEarlier={earlier}
          onLater={later}
          shown={new Set(slots.map(slotKey))}
          open={openKey}
        />
      ) : null}
      <ListState
        query={cards}
        skeleton={<CardsSkeleton cards={cardsPerPage} height={116} minWidth={320} />}
        failed={{ title: text.failed }}
        count={(data) => data.total}
        filtered={search.trim() !== ''}
        empty={{ title: text.none, hint: text.noneHint }}
        noMatch={{
          title: text.none,
          hint: text.noMatch,
          action: { name: text.clear, perform: () => setSearch('') },
        }}
      >
        {(data) => (
          <Beside panel={narrow ? null : panel}>
            <Cards
              slots={data.body.appointmentDetails}
              now={now}
              open={openKey}
              waitingFor={waitingFor}
              onOpen={setChoice}
            />
            <WindowedPager page={page} pages={pagesOf(data.total, cardsPerPage)} onPage={setPage} label={text.slots} />
          </Beside>
        )}
      </ListState>
      {narrow ? <Sheet onClose={() => setChoice(undefined)}>{panel}</Sheet> : null}
    </>
  );
}

function ToAvailability({ doctor }: { doctor: { pocId: string; pocName: string; departmentId: string } }) {
  const { role } = useIdentity();
  return (
    <LinkButton
      variant="outlined"
      to={role === 'doctor' ? paths.updateAvailabilityPoc : availabilityPath(doctor)}
      sx={{ display: { xs: 'none', md: 'inline-flex' } }}
    >
      {text.availability}
    </LinkButton>
  );
}

/** The cards with the open slot beside them. */
function Beside({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <Stack
      gap={{ xs: 1.5, md: 2 }}
      sx={{
        gridTemplateColumns: { xs: '100%', md: 'minmax(0, 1fr) minmax(0, 1fr)', lg: 'minmax(0, 1fr) 556px' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ '& > nav': { border: 0, px: 0 } }}>{children}</Box>
      {panel === null ? null : (
        <Paper
          component="section"
          aria-labelledby="slot-open"
          sx={{ borderTop: '2px solid', borderTopColor: 'primary.main' }}
        >
          {panel}
        </Paper>
      )}
    </Stack>
  );
}

/** On a phone the open slot is a sheet from below. */
function Sheet({ onClose, children }: { onClose(): void; children: ReactNode }) {
  return (
    <Drawer
      anchor="bottom"
      open={children !== null}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': 'slot-open',
          sx: { maxHeight: '76%', borderRadius: '12px 12px 0 0' },
        },
      }}
    >
      {children}
    </Drawer>
  );
}

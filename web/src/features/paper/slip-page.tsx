import type { Slip } from '@dayline/contracts/endpoints/appointments/slips';
import { appointmentIdSchema } from '@dayline/contracts/ids';
import Box from '@mui/material/Box';
import { useLayoutEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useActions } from '../../shared/actions/actions.ts';
import { CallError } from '../../shared/api/call-error.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { paths, slipPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { BackButton } from '../../ui/buttons/back-button.tsx';
import { ModeToggle } from '../../ui/buttons/mode-toggle.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { Preview } from './components/paper.tsx';
import { SlipSheet } from './components/slip-sheet.tsx';
import { pageOf, type SlipSize, slipSizes } from './rules.ts';
import { paperText as text } from './text.ts';

const key = 'dayline.slipSize';

/** The paper of this device's printer. */
function useSlipSize(): [SlipSize, (size: SlipSize) => void] {
  const [size, setSize] = useState<SlipSize>(() => (localStorage.getItem(key) === 'a5' ? 'a5' : 'roll'));
  const choose = (next: SlipSize) => {
    localStorage.setItem(key, next);
    setSize(next);
  };
  return [size, choose];
}

const homes = {
  admin: paths.adminTodaysAppointments,
  doctor: paths.todaysAppointments,
  auditor: paths.auditAppointments,
} as const;

/** The patient's slip of an appointment (/slip/:appointmentId), shown before printing. */
export default function SlipPage() {
  const { role } = useIdentity();
  const appointmentId = useParams()['appointmentId'] ?? '';
  const isId = appointmentIdSchema.safeParse(appointmentId).success;
  const query = useCall('getSlip', { appointmentId }, { enabled: isId });
  const [size, setSize] = useSlipSize();
  const slip = query.data;
  const print: Action = {
    ...{ name: text.print, icon: 'print', shortcut: 'p' },
    enabled: slip !== undefined,
    perform: () => window.print(),
  };
  useActions([print]);
  return (
    <>
      <Box className="not-on-paper">
        <PageHeader
          title={text.slip}
          beforeTitle={<BackButton otherwise={homes[role]} />}
          action={
            <>
              <Box sx={{ width: 180 }}>
                <ModeToggle
                  label={text.paper}
                  value={size}
                  onChange={setSize}
                  modes={slipSizes.map((value) => ({ value, label: text.sizes[value] }))}
                />
              </Box>
              <ActionButton action={print} primary />
            </>
          }
        />
      </Box>
      {isId ? <SlipState query={query} size={size} /> : <Unknown />}
    </>
  );
}

const Unknown = () => <Notice icon="search" title={text.unknown} hint={text.unknownHint} />;

function SlipState({ query, size }: { query: ReturnType<typeof useCall<'getSlip'>>; size: SlipSize }) {
  const { error } = query;
  if (query.data === undefined && error instanceof CallError) {
    const { moved } = error.details ?? {};
    if (moved) {
      return (
        <Notice
          icon="flow"
          title={text.moved}
          hint={<TextLink to={slipPath(moved.appointmentId)}>{text.toNewSlip}</TextLink>}
        />
      );
    }
    // Another client's and a missing one look alike.
    if (error.status === 403 || error.status === 404) return <Unknown />;
  }
  return (
    <ListState
      query={query}
      skeleton={<RowsSkeleton rows={6} height={40} columns={2} />}
      failed={{ title: text.failed }}
    >
      {(slip) => <PrintedSlip slip={slip} size={size} />}
    </ListState>
  );
}

function PrintedSlip({ slip, size }: { slip: Slip; size: SlipSize }) {
  const sheet = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(0);
  // A roll's page is as long as the slip, whose fonts and texts may load later.
  useLayoutEffect(() => {
    const measure = () => setHeight(sheet.current?.getBoundingClientRect().height ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    if (sheet.current) observer.observe(sheet.current);
    return () => observer.disconnect();
  }, []);
  return (
    <Preview page={pageOf(size, height)}>
      <SlipSheet slip={slip} size={size} ref={sheet} />
    </Preview>
  );
}

import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useActions } from '../../shared/actions/actions.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { BackButton } from '../../ui/buttons/back-button.tsx';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DaySheet } from './components/day-sheet.tsx';
import { Preview } from './components/paper.tsx';
import { listsOf } from './rules.ts';
import { paperText as text } from './text.ts';

const nothing: readonly TodaysAppointment[] = [];

/** Today's appointments; a doctor sees only their own. */
function useRows() {
  const { role, clientId, pocId: own } = useIdentity();
  const pocId = own ?? '';
  const isDoctor = role === 'doctor';
  const ofClient = useCall('listTodaysAppointmentsOfClient', { clientId }, { enabled: !isDoctor });
  const ofDoctor = useCall('listTodaysAppointmentsOfDoctor', { pocId }, { enabled: isDoctor });
  return isDoctor ? ofDoctor : ofClient;
}

/** Today's list on A4, a page for each doctor (/day-list), previewed before it is printed. */
export default function DayListPage() {
  const { role, zone } = useIdentity();
  const today = useClinicDay(zone);
  const query = useRows();
  const { params, set } = useAddressParams();
  const doctorId = params.get('doctor') ?? '';
  const rows = query.data ?? nothing;
  const all = useMemo(() => listsOf(rows), [rows]);
  const lists = all.filter(({ pocId }) => doctorId === '' || pocId === doctorId);
  const print: Action = {
    ...{ name: text.print, icon: 'print', shortcut: 'p', enabled: lists.length > 0 },
    perform: () => window.print(),
  };
  useActions([print]);
  return (
    <>
      <Box className="not-on-paper">
        <PageHeader
          title={text.list}
          beforeTitle={
            <BackButton otherwise={role === 'doctor' ? paths.todaysAppointments : paths.adminTodaysAppointments} />
          }
          action={
            <>
              {role === 'doctor' ? null : (
                <Box sx={{ width: { xs: '100%', sm: 220 } }}>
                  <NativeSelectField
                    label={text.doctor}
                    labelHidden
                    value={doctorId}
                    onChange={(doctor) => set({ doctor })}
                    placeholder={text.allDoctors}
                    choices={all.map(({ pocId, name }) => ({ value: pocId, label: name }))}
                  />
                </Box>
              )}
              <ActionButton action={print} primary />
            </>
          }
        />
      </Box>
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={10} height={32} columns={6} />}
        failed={{ title: text.listFailed }}
        count={() => lists.length}
        empty={{ title: text.nobody, icon: 'today', hint: text.nobodyHint }}
      >
        {() => (
          <Preview page="A4 portrait">
            {lists.map((list) => (
              <DaySheet key={list.pocId} list={list} today={today} />
            ))}
          </Preview>
        )}
      </ListState>
    </>
  );
}

import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { useDoctors } from '../../../shared/appointments/doctors/doctors.ts';
import { shortWeekdayAndDate, timeAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ListState, Notice } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Bold, Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { type PlannedLeave, usePlan } from '../api/use-plan.ts';
import { rangeText } from '../range-text.ts';
import { countsOf, type PlanForAll, type Preview, planForAll } from '../rules.ts';
import { leaveText as text } from '../text.ts';
import { Bookings } from './bookings.tsx';
import { Days } from './days.tsx';
import { WhenFields } from './when-fields.tsx';

/** The doctor's name, as in the session or the directory. */
function useDoctorName(pocId: string): string {
  const { role, pocName } = useIdentity();
  const doctors = useDoctors(role !== 'doctor');
  return (role === 'doctor' ? pocName : doctors.data?.find((doctor) => doctor.pocId === pocId)?.pocName) ?? '';
}

const withBookings = (days: Preview['days']) => days.filter(({ bookings }) => bookings.length > 0);

/** Plans a leave, or a doctor's last day: its days, its appointments with what happens to each, and the button that starts it. */
export function Planning({ pocId, doctorChoice }: { pocId: string; doctorChoice: ReactNode }) {
  const { zone, role } = useIdentity();
  const name = useDoctorName(pocId);
  const leavePlan = usePlan(pocId);
  const { preview, plan, today, chosen, changed } = leavePlan;
  const asOf = preview.dataUpdatedAt > 0 ? timeAtClinic(new Date(preview.dataUpdatedAt).toISOString(), zone) : '';
  return (
    <>
      <PageHeader
        title={leavePlan.isLast ? text.titleOfLast(name) : text.title}
        afterTitle={
          <>
            {leavePlan.isLast ? null : doctorChoice}
            <ToneChip tone="confirmed" icon="eye">
              {text.preview}
            </ToneChip>
          </>
        }
        action={
          <Inline gap={1} wrap>
            {asOf === '' ? null : <Muted>{text.asOf(asOf)}</Muted>}
            <ActionButton action={{ name: text.again, perform: () => void preview.refetch() }} />
          </Inline>
        }
      />
      <Stack
        gap={2}
        sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '348px minmax(0, 1fr)' }, alignItems: 'start' }}
      >
        <Section title={text.when}>
          <Stack gap={1.5}>
            <WhenFields
              plan={plan}
              isLast={leavePlan.isLast}
              today={today}
              reason={leavePlan.reason}
              onReason={leavePlan.setReason}
              onPlan={leavePlan.setPlan}
            />
            {preview.data ? (
              <Box sx={{ mx: -2 }}>
                <Days days={leavePlan.isLast ? withBookings(preview.data.days) : preview.data.days} choiceOf={chosen} />
              </Box>
            ) : null}
          </Stack>
        </Section>
        <Paper component="section" aria-label={text.appointments(leavePlan.bookings.length)} sx={{ minWidth: 0 }}>
          {changed > 0 ? (
            <Banner tone="notVisited" icon="warning" urgent>
              {text.changed(changed)}
            </Banner>
          ) : null}
          <ListState query={preview} skeleton={<RowsSkeleton rows={6} columns={3} />} failed={{ title: text.failed }}>
            {(data) => <PlanPreview data={data} planned={leavePlan} />}
          </ListState>
          {role === 'auditor' ? null : <PlanFooter pocId={pocId} planned={leavePlan} />}
        </Paper>
      </Stack>
    </>
  );
}

function PlanPreview({ data, planned }: { data: Preview; planned: PlannedLeave }) {
  const isDesk = useIdentity().role !== 'doctor';
  const { bookings, chosen, choose, all, setAll, colleague, setColleague, isLast } = planned;
  const without = bookings.filter(({ later, colleague: other }) => !later && !other).length;
  const colleagues = new Map(
    data.days.flatMap((day) => day.colleagues.map((colleague) => [colleague.pocId, colleague])),
  );
  const choices = planForAll
    .filter((choice) => isDesk || choice === 'proposed' || choice === 'keep')
    .filter((choice) => !isLast || choice !== 'later');
  if (bookings.length === 0 && isLast) return <Notice icon="check" title={text.noneOfLast} />;
  if (bookings.length === 0) return <Notice icon="check" title={text.none} hint={text.noneHint} />;
  return (
    <>
      <CardLine at="top">
        <Bold>{text.appointments(bookings.length)}</Bold>
        {without > 0 ? <Muted>{text.noPlace(without)}</Muted> : null}
        <Inline gap={1} wrap sx={{ ml: { md: 'auto' }, width: { xs: '100%', md: 'auto' } }}>
          <Muted>{text.planForAll}</Muted>
          <Box sx={{ flex: { xs: 1, md: '0 0 190px' } }}>
            <NativeSelectField
              label={text.planForAll}
              labelHidden
              value={all}
              // Cast is safe: the choices are these.
              onChange={(next) => setAll(next as PlanForAll)}
              choices={choices.map((value) => ({ value, label: text.all[value] }))}
            />
          </Box>
          {colleagues.size === 0 && colleague === '' ? null : (
            <Box sx={{ flex: { xs: '1 1 100%', md: '0 0 220px' } }}>
              <NativeSelectField
                label={text.colleague}
                labelHidden
                value={colleague}
                onChange={setColleague}
                choices={[
                  { value: '', label: text.anyColleague },
                  ...[...colleagues.values()].map(({ pocId, pocName, free }) => ({
                    value: pocId,
                    label: text.freeAt(pocName, free),
                  })),
                ]}
              />
            </Box>
          )}
        </Inline>
      </CardLine>
      <Bookings days={data.days} choiceOf={chosen} onChoose={choose} />
    </>
  );
}

/** The sentence that will be true, and the button that makes it so. */
function PlanFooter({ pocId, planned }: { pocId: string; planned: PlannedLeave }) {
  const { role } = useIdentity();
  const name = useDoctorName(pocId);
  const { plan, bookings, chosen, asksMoney, money, setMoney, start, isActing, canStart } = planned;
  const { differences, difference, setDifference, isLast } = planned;
  const asksFees = differences.appointments > 0;
  return (
    <Box sx={{ position: 'sticky', bottom: 0, bgcolor: 'background.paper', borderRadius: '0 0 8px 8px' }}>
      <CardLine at="bottom">
        <Box sx={{ flex: '1 1 300px', minWidth: 0 }} role="status">
          <Bold>{isLast ? text.leaves(name, shortWeekdayAndDate(plan.from)) : text.away(name, rangeText(plan))}</Bold>{' '}
          {text.sum(countsOf(bookings, chosen), name)}
          <Muted block>
            {asksFees ? text.sumOfFees(differences) : role === 'doctor' ? text.doctorHint : text.feesStay}
          </Muted>
        </Box>
        {asksFees ? (
          <Box sx={{ flex: '0 1 270px' }}>
            <NativeSelectField
              label={text.fees(differences.appointments)}
              value={difference}
              onChange={(next) => setDifference(next === 'taken' ? 'taken' : 'left')}
              choices={[
                { value: 'left', label: text.feesLeft },
                { value: 'taken', label: text.feesTaken },
              ]}
            />
          </Box>
        ) : null}
        {asksMoney ? (
          <Box sx={{ flex: '0 1 220px' }}>
            <NativeSelectField
              label={text.money}
              value={money}
              onChange={(next) => setMoney(next === 'refunded' ? 'refunded' : 'notRefunded')}
              choices={[
                { value: 'refunded', label: text.refunded },
                { value: 'notRefunded', label: text.notRefunded },
              ]}
            />
          </Box>
        ) : null}
        <ActionButton
          primary
          action={{
            name: isLast ? text.confirmLast : text.startLeave,
            enabled: canStart,
            isPending: isActing,
            perform: () => void start(),
          }}
        />
      </CardLine>
    </Box>
  );
}

import { type ReactNode, useMemo } from 'react';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../../shared/list/address-params.ts';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { TabsPanel } from '../../../ui/layout/tabs-panel.tsx';
import { useBlockedSlots, useBookings, useDates, useDayHours } from '../api/queries.ts';
import { type BlockedSlot, blockedDates, calendarOf, type Dates } from '../rules.ts';
import { type Side, sideText, availabilityText as text } from '../text.ts';
import { BlockedPanel } from './blocked-panel.tsx';
import { UpdatePanel } from './update-panel.tsx';

interface AvailabilityTabsProps {
  side: Side;
  title: string;
  pocId: string;
  zone: string;
  /** At the right of the title: the doctor. */
  action?: ReactNode;
}

/** The two tabs of a doctor's availability; the open one is kept in the address. */
export function AvailabilityTabs({ side, title, pocId, zone, action }: AvailabilityTabsProps) {
  const { params, set } = useAddressParams();
  const tab = params.get('tab') === 'blocked' ? 'blocked' : 'update';
  const dates = useDates(pocId, useClinicDay(zone));
  const blockedSlots = useBlockedSlots(pocId);
  const count = blockedSlots.data && blockedDates(blockedSlots.data, []).length;
  const failedTitle = sideText[side].datesFailed;
  return (
    <TabsPanel
      label={text.tabs}
      tabs={[
        { key: 'update', label: side === 'admin' ? text.adminUpdate : text.doctorUpdate },
        { key: 'blocked', label: text.blockedSlots, count },
      ]}
      value={tab}
      onChange={(next) => set({ tab: next === 'update' ? undefined : next })}
      header={(tabs) => <PageHeader title={title} afterTitle={tabs} action={action} />}
    >
      {tab === 'blocked' ? (
        <BlockedPanel
          pocId={pocId}
          query={blockedSlots}
          dates={dates.data ?? []}
          failedTitle={sideText[side].timesFailed}
        />
      ) : (
        <ListState
          query={dates}
          skeleton={<CardsSkeleton cards={2} height={520} minWidth={320} />}
          failed={{ title: failedTitle }}
        >
          {(found) => (
            <Update side={side} pocId={pocId} zone={zone} dates={found} blocked={blockedSlots.data ?? none} />
          )}
        </ListState>
      )}
    </TabsPanel>
  );
}

const none: readonly never[] = [];

function Update(props: { side: Side; pocId: string; zone: string; dates: Dates; blocked: readonly BlockedSlot[] }) {
  const { side, pocId, zone, dates, blocked } = props;
  const today = useClinicDay(zone);
  const bookings = useBookings(pocId, today);
  const hours = useDayHours(pocId).data ?? none;
  const days = useMemo(
    () => calendarOf({ dates, bookings: bookings.bookings, blocked, ownHours: hours.map(({ date }) => date) }, today),
    [dates, bookings.bookings, blocked, hours, today],
  );
  return <UpdatePanel side={side} pocId={pocId} zone={zone} today={today} days={days} bookings={bookings} />;
}

import { keyframes } from '@emotion/react';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import { type ReactNode, useId, useState } from 'react';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { lineAbove, Muted, PlainList, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { shortened } from '../../../ui/locale/words.ts';
import type { useBlockedSlots } from '../api/queries.ts';
import { useUnblocking } from '../api/use-unblocking.ts';
import { type BlockedDate, blockedDates, type Dates, isWholeDay, sharedReason } from '../rules.ts';
import { availabilityText as text } from '../text.ts';

/** "Slot list animation is 60 px per slot" (section 2). */
const slotHeight = 60;
const expandFrom = (rows: number) => keyframes`from { max-height: 0 } to { max-height: ${rows * slotHeight}px }`;

function Line(props: {
  what: string;
  /** The end time, shown below `what`. */
  until?: string;
  reason: string | null;
  strong?: boolean;
  unblockName: string;
  onUnblock(): void;
}) {
  const { what, until, reason, strong = false, unblockName, onUnblock } = props;
  return (
    <Stack
      component="li"
      gap={1.5}
      sx={{
        gridTemplateColumns: { xs: '72px minmax(0, 1fr) auto', md: '120px minmax(0, 1fr) auto' },
        alignItems: 'center',
        minHeight: slotHeight,
        px: { xs: 1.5, md: 2 },
        py: 0.5,
        ...lineAbove,
      }}
    >
      <Span sx={{ fontWeight: 600, color: strong ? 'status.blocked.main' : 'text.primary' }}>
        {what}
        {until === undefined ? null : <Muted block>{text.until(clockTime(until))}</Muted>}
      </Span>
      <Span sx={{ color: 'text.secondary', fontSize: '0.8125rem', lineHeight: '1.125rem' }}>
        {reason || text.noReason}
      </Span>
      <Button variant="outlined" size="small" aria-label={unblockName} onClick={onUnblock}>
        {text.unblock}
      </Button>
    </Stack>
  );
}

function DateGroup({ group, children }: { group: BlockedDate; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const full = group.extent === 'full';
  const reason = sharedReason(group.slots);
  const count = group.slots.filter((slot) => !isWholeDay(slot)).length;
  const rows = count + (full ? 1 : 0);
  return (
    <Paper component="li" sx={{ overflow: 'hidden' }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-start',
          width: '100%',
          minHeight: 48,
          px: { xs: 1.5, md: 2 },
          py: 1,
          columnGap: 1.5,
          rowGap: 0.5,
          textAlign: 'left',
          '&:hover': { bgcolor: 'surface.raised' },
          '&.Mui-focusVisible': { outlineOffset: '-2px' },
        }}
      >
        <Span sx={{ fontWeight: 600, minWidth: 96 }}>{shortWeekdayAndDate(group.date)}</Span>
        <ToneChip tone={full ? 'blocked' : 'notVisited'} icon={full ? 'blocked' : 'halfRing'}>
          {full ? text.fullyBlocked : text.partiallyBlocked}
        </ToneChip>
        <Muted>
          {count === 0 ? text.noHours : text.slotCount(count)}
          {reason ? ` · ${shortened(reason, 60)}` : ''}
        </Muted>
        <Icon name={open ? 'up' : 'down'} size={16} sx={{ ml: 'auto', color: 'text.secondary' }} />
      </ButtonBase>
      {open ? (
        <PlainList
          id={listId}
          aria-label={shortWeekdayAndDate(group.date)}
          sx={{ overflow: 'hidden', animation: `${expandFrom(rows)} 150ms ease-out` }}
        >
          {children}
        </PlainList>
      ) : null}
    </Paper>
  );
}

/** "Blocked Slots tab lists blocked dates grouped by date …, expandable" (section 2). */
export function BlockedPanel(props: {
  pocId: string;
  query: ReturnType<typeof useBlockedSlots>;
  dates: Dates;
  failedTitle: string;
}) {
  const { pocId, query, dates, failedTitle } = props;
  const { unblockDate, unblockSlot } = useUnblocking(pocId);
  return (
    <ListState
      query={query}
      skeleton={<RowsSkeleton rows={6} height={48} columns={3} />}
      failed={{ title: failedTitle }}
      count={(slots) => slots.length}
      empty={{
        title: text.noneBlocked,
        hint: text.noneBlockedHint,
        icon: 'calendar',
      }}
    >
      {(slots) => (
        <PlainList aria-label={text.blockedSlots} sx={{ display: 'grid', gap: 1, maxWidth: 880 }}>
          {blockedDates(slots, dates).map((group) => (
            <DateGroup key={group.date} group={group}>
              {group.extent === 'full' ? (
                <Line
                  what={text.allDay}
                  strong
                  reason={sharedReason(group.slots) ?? (group.slots[0]?.reason || null)}
                  unblockName={text.unblockOne(shortWeekdayAndDate(group.date))}
                  onUnblock={() => void unblockDate(group.date)}
                />
              ) : null}
              {group.slots
                .filter((slot) => !isWholeDay(slot))
                .map((slot) => (
                  <Line
                    key={slot.slot_id}
                    what={clockTime(slot.start_time)}
                    until={slot.end_time}
                    reason={slot.reason}
                    unblockName={text.unblockOne(clockTime(slot.start_time))}
                    onUnblock={() => void unblockSlot(slot)}
                  />
                ))}
            </DateGroup>
          ))}
        </PlainList>
      )}
    </ListState>
  );
}

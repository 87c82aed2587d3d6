import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { type TimeChoice, TimeSlotGrid } from '../../../shared/appointments/time-slot-grid.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import type { TimesByDay } from '../api/queries.ts';
import { availabilityText as text } from '../text.ts';

interface SlotsProps {
  times: TimesByDay;
  slots: readonly TimeChoice[];
  selected: readonly string[];
  several: boolean;
  failedTitle: string;
  /** A blocked slot asks for confirmation instead of toggling; with several dates it can't be clicked. */
  onBlocked(time: string): void;
  onToggle(time: string): void;
}

/** "Clicking a blocked … slot asks …; non-blocked slots toggle selection" (section 4). */
export function Slots({ times, slots, selected, several, failedTitle, onBlocked, onToggle }: SlotsProps) {
  const titleId = useId();
  const choose = (time: string) => {
    if (slots.find((slot) => slot.time === time)?.state === 'blocked') onBlocked(time);
    else onToggle(time);
  };
  return (
    <section aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2, mb: 1 }}>
        <Typography id={titleId} variant="h3" component="h3">
          {text.times}
        </Typography>
        <Muted>
          {text.chosenOf(selected.length, slots.filter(({ state }) => state === 'free').length)}
          {several ? ` · ${text.together}` : ''}
        </Muted>
      </Box>
      <ListState
        query={{
          data: times.days && slots,
          error: times.error,
          isPending: times.days === undefined,
          isFetching: times.isFetching,
          refetch: times.refetch,
        }}
        skeleton={<CardsSkeleton cards={12} height={40} minWidth={132} />}
        failed={{ title: failedTitle }}
        count={(found) => found.length}
        empty={{ title: text.noTimes, icon: 'clock' }}
      >
        {(found) => (
          <TimeSlotGrid
            label={text.times}
            slots={found}
            selected={selected}
            multiple
            blockedSelectable={!several}
            onToggle={choose}
          />
        )}
      </ListState>
    </section>
  );
}

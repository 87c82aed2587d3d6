import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { CountBadge } from '../../../shared/list/count-badge.tsx';
import { ModeToggle } from '../../../ui/buttons/mode-toggle.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Notice } from '../../../ui/feedback/list-state.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { uiText } from '../../../ui/text.ts';
import { type Booking, rangeWords } from '../rules.ts';
import { availabilityText as text } from '../text.ts';
import { AffectedBookings } from './affected-bookings.tsx';
import type { ChoiceState, DraftMode } from './use-choice.ts';

interface ChoiceCardProps {
  choice: ChoiceState;
  mode: DraftMode;
  /** Whether the chosen dates have slots to block. */
  canBlock: boolean;
  /** Whether the doctor has dates at all. */
  hasDates: boolean;
  /** The selected dates that are still open. */
  dates: readonly string[];
  /** Undefined while loading. */
  affectedBookings: readonly Booking[] | undefined;
  /** Shown if the bookings couldn't be loaded. */
  affectedError: ReactNode;
  slots: ReactNode;
  /** Replaces the block's fields, with its own action. */
  hours: ReactNode;
  notices: ReactNode;
  foot: ReactNode;
}

/**
 * What to block on the selected dates: "Full Availability or Partial Availability (chosen slots) plus a reason
 * textarea".
 */
export function ChoiceCard({
  choice,
  mode,
  canBlock,
  hasDates,
  dates,
  affectedBookings,
  affectedError,
  slots,
  hours,
  notices,
  foot,
}: ChoiceCardProps) {
  const titleId = useId();
  const { draft } = choice;
  const hasSelection = dates.length > 0;
  const several = dates.length > 1;
  return (
    <Paper component="section" aria-labelledby={titleId} sx={{ p: { xs: 1.5, md: 2 }, minWidth: 0 }}>
      <Inline gap={1} sx={{ minHeight: 32 }}>
        <Typography id={titleId} variant="h3" component="h2">
          {hasSelection ? rangeWords(dates) : text.noDateChosen}
        </Typography>
        {several ? <CountBadge count={dates.length} words={text.dateCount} /> : null}
        {hasSelection ? (
          <Button variant="text" size="small" onClick={choice.clear} sx={{ ml: 'auto' }}>
            {uiText.clear}
          </Button>
        ) : null}
      </Inline>
      <Box sx={{ display: 'grid', gap: 2, mt: 1.5 }}>
        {notices}
        {hasSelection ? (
          <>
            <Inline wrap sx={{ columnGap: 1.5, rowGap: 0.5 }}>
              {canBlock ? (
                <Box sx={{ width: { xs: '100%', sm: several ? 310 : 516 } }}>
                  <ModeToggle
                    label={text.mode}
                    value={mode}
                    onChange={choice.chooseMode}
                    modes={[
                      { value: 'full', label: text.full },
                      { value: 'partial', label: text.partial },
                      ...(several ? [] : [{ value: 'hours' as const, label: text.otherHours }]),
                    ]}
                  />
                </Box>
              ) : null}
              {/* The specification's Full Availability blocks all of it: that is said aloud. */}
              <Muted sx={{ flex: '1 1 180px', color: 'text.primary', fontWeight: 600 }}>
                {effectOf(mode, dates.length)}
              </Muted>
            </Inline>
            {mode === 'partial' ? slots : null}
            {mode === 'hours' ? null : (
              <Stack gap={2} sx={{ gridTemplateColumns: { xs: '100%', lg: '1fr 1fr' }, alignItems: 'start' }}>
                <TextField
                  label={text.reason}
                  optional
                  multiline
                  rows={3}
                  maxLength={maxReasonLength}
                  placeholder={text.reasonHint}
                  value={draft.reason}
                  onChange={(reason) => choice.change({ reason })}
                />
                <Box sx={{ pt: { lg: 3 } }}>
                  {affectedError}
                  {affectedBookings && affectedBookings.length > 0 ? (
                    <AffectedBookings bookings={affectedBookings} />
                  ) : null}
                  {affectedBookings?.length === 0 && (mode === 'full' || draft.times.length > 0) ? (
                    <Banner tone="visited" icon="check">
                      {mode === 'full' ? text.nobodyThen : text.nobodyAtTimes}
                    </Banner>
                  ) : null}
                </Box>
              </Stack>
            )}
          </>
        ) : (
          <Notice
            icon="calendar"
            title={hasDates ? text.chooseDate : text.noDates}
            hint={hasDates ? text.chooseDateHint : text.noDatesHint}
          />
        )}
      </Box>
      {mode === 'hours' && hasSelection ? hours : foot}
    </Paper>
  );
}

function effectOf(mode: DraftMode, dates: number): string {
  if (mode === 'hours') return text.holdThen;
  return mode === 'full' ? text.blocksAll(dates) : text.blocksChosen(dates);
}

import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, Muted, Span, smallText } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { clockTime } from '../../format/time.ts';
import { beginsAt, type Column, minutesBehind } from '../presence/column.ts';
import { presenceText } from '../presence/text.ts';
import { appointmentText, hallText as text } from '../text.ts';

/** A time or a room is on one line. */
const whole = { display: 'inline-block' } as const;

/** Who is in, how many wait, and by how much the doctor is behind. */
export function stateParts(column: Column, now: ClinicTime): string[] {
  const { called, waiting, doctor } = column;
  const [inRoom] = called;
  const begins = beginsAt(column, now);
  // 'next free' says it.
  const isWalkInTime = begins === doctor.walkIn?.time;
  const minutesLate = minutesBehind(column, now);
  return [
    inRoom && text.isIn(presenceText.token(inRoom.presence)),
    waiting.length > 0 && text.waiting(waiting.length),
    minutesLate > 0 && text.behind(presenceText.waited(minutesLate)),
    doctor.blocked && text.blocked,
    begins && !doctor.blocked && !isWalkInTime && text.begins(clockTime(begins)),
    !(inRoom || waiting.length > 0 || begins || doctor.blocked) && text.nobodyIn,
  ].filter((words) => typeof words === 'string');
}

/** 'next free 10:20 AM' */
export function freeWords({ doctor: { walkIn } }: Column, { time }: ClinicTime): string {
  if (walkIn === null) return text.noneFree;
  if (walkIn.overbooked) return text.full;
  return walkIn.time <= time ? text.freeNow : text.nextFree(clockTime(walkIn.time));
}

/** The doctors on duty, a tile each: room, who is in, how many wait, minutes behind, and the next free time. */
export function DoctorsOnDuty(props: {
  /** Undefined while loading. */
  columns: readonly Column[] | undefined;
  /** Whether loading failed. */
  isFailed: boolean;
  now: ClinicTime;
  /** The board of a doctor. */
  pathOf(pocId: string): string;
}) {
  const { columns, isFailed, now, pathOf } = props;
  const hint = columns ? text.nobodyOnDuty : appointmentText.notAvailable;
  return (
    <Section title={text.onDuty} padded={false} {...(columns && { count: columns.length })}>
      {columns === undefined && !isFailed ? <RowsSkeleton rows={4} height={56} columns={3} /> : null}
      {columns?.length === 0 || (columns === undefined && isFailed) ? (
        <Muted sx={{ display: 'block', px: 2, pb: 2 }}>{hint}</Muted>
      ) : null}
      <Box
        sx={{
          ...{ display: 'grid', gap: '1px', maxHeight: { lg: 252 }, overflowY: 'auto', bgcolor: 'divider' },
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
          ...(columns?.length ? { borderTop: '1px solid', borderColor: 'divider' } : {}),
        }}
      >
        {columns?.map((column) => {
          const { pocId, name, room } = column.doctor;
          return (
            <Box
              key={pocId}
              component={Link}
              to={pathOf(pocId)}
              sx={{
                ...{ display: 'block', minHeight: 62, px: 2, py: 0.75, bgcolor: 'background.paper', color: 'inherit' },
                ...{ textDecoration: 'none', '&:hover': { bgcolor: 'surface.raised' } },
                '&:focus-visible': { outlineOffset: '-2px' },
              }}
            >
              <Bold sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Bold>
              {room === null ? null : (
                <>
                  {' '}
                  <Muted sx={whole}>· {room}</Muted>
                </>
              )}
              <Span sx={{ display: 'block', ...smallText }}>
                {stateParts(column, now).map((words) => (
                  <Fragment key={words}>
                    <Span sx={whole}>{words} ·</Span>{' '}
                  </Fragment>
                ))}
                <Muted sx={whole}>{freeWords(column, now)}</Muted>
              </Span>
            </Box>
          );
        })}
      </Box>
    </Section>
  );
}

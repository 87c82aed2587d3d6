import { maxMarks, type ReplayMark } from '@dayline/contracts/endpoints/audit/as-of';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useActions } from '../../../shared/actions/actions.ts';
import { timeAtClinic } from '../../../shared/format/time.ts';
import { FilterTabs } from '../../../shared/list/filter-tabs.tsx';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { Legend } from '../../../ui/charts/legend.tsx';
import { Inline, Muted, Span } from '../../../ui/layout/boxes.tsx';
import { countText } from '../../../ui/locale/words.ts';
import {
  type Axis,
  axisOf,
  kindOf,
  type MarkKind,
  markKinds,
  nearestIndex,
  placeOn,
  speeds,
  timeAt,
} from '../replay.ts';
import { replayText as text } from '../text.ts';
import type { useSteps } from './use-steps.ts';

type Steps = ReturnType<typeof useSteps>;

const colours: Record<MarkKind, string> = {
  booked: 'status.confirmed.main',
  visited: 'fill.low',
  notVisited: 'fill.medium',
  cancelled: 'status.cancelled.main',
  moved: 'text.secondary',
  undone: 'primary.main',
  refused: 'status.cancelled.main',
  other: 'field.border',
};

const Sign = ({ kind }: { kind: MarkKind }) => (
  <Span
    aria-hidden="true"
    sx={{
      width: 12,
      height: 12,
      color: colours[kind],
      border: '2px solid currentColor',
      borderRadius: kind === 'refused' ? '50%' : '3px',
      bgcolor: kind === 'refused' ? 'transparent' : 'currentColor',
    }}
  />
);

/** Room for half of the slider's thumb at both ends: a mark is under the middle of the thumb. */
const inset = 8;

/** One path for each kind: a day of a large clinic has thousands of marks. Refusals are rings below the line. */
function Ticks({ marks, axis }: { marks: readonly ReplayMark[]; axis: Axis }) {
  const paths = new Map<MarkKind, string>();
  for (const mark of marks) {
    const kind = kindOf(mark);
    const x = (placeOn(axis, Date.parse(mark.recordedAt)) * 1_000).toFixed(2);
    paths.set(kind, `${paths.get(kind) ?? ''}M${x} ${kind === 'refused' ? '36h0' : '0v14'}`);
  }
  const refusedPath = paths.get('refused');
  paths.delete('refused');
  return (
    <Box
      component="svg"
      aria-hidden="true"
      viewBox="0 0 1000 44"
      preserveAspectRatio="none"
      sx={{
        position: 'absolute',
        left: inset,
        top: 0,
        width: `calc(100% - ${2 * inset}px)`,
        height: 44,
        overflow: 'visible',
        '& path': { stroke: 'currentColor', strokeLinecap: 'butt', vectorEffect: 'non-scaling-stroke' },
      }}
    >
      {[...paths].map(([kind, path]) => (
        <Box
          component="path"
          key={kind}
          d={path}
          sx={{ color: colours[kind], strokeWidth: kind === 'undone' ? 4 : 3 }}
        />
      ))}
      {refusedPath === undefined
        ? null
        : (
            [
              [9, colours.refused],
              [5, 'background.paper'],
            ] as const
          ).map(([width, color]) => (
            <Box
              component="path"
              key={width}
              d={refusedPath}
              sx={{ color, strokeWidth: width, '&&': { strokeLinecap: 'round' } }}
            />
          ))}
    </Box>
  );
}

/** The hours below the line, and the moment itself; hours that it would cover are left out. */
function Labels({ axis, here, zone }: { axis: Axis; here: ReplayMark | undefined; zone: string }) {
  const at = here && placeOn(axis, Date.parse(here.recordedAt));
  const far = (place: number, share: number) => at === undefined || Math.abs(place - at) > share;
  const label = { position: 'absolute', transform: 'translateX(-50%)', whiteSpace: 'nowrap' } as const;
  return (
    <Box sx={{ position: 'relative', height: 20, mx: `${inset}px`, fontSize: '0.8125rem' }}>
      {axis.labels.map(({ at: hour, text: words }, index) => {
        const place = placeOn(axis, hour);
        return (
          <Span
            key={hour}
            sx={{
              ...label,
              left: `${place * 100}%`,
              color: 'text.secondary',
              // A phone has room for every third label.
              display: {
                xs: index % 3 === 0 && far(place, 0.24) ? 'inline' : 'none',
                md: far(place, 0.06) ? 'inline' : 'none',
              },
            }}
          >
            {words}
          </Span>
        );
      })}
      {here && at !== undefined ? (
        <Span
          sx={{
            ...label,
            left: `clamp(38px, ${at * 100}%, calc(100% - 38px))`,
            fontWeight: 600,
            color: 'status.blocked.main',
          }}
        >
          {timeAtClinic(here.recordedAt, zone)}
        </Span>
      ) : null}
    </Box>
  );
}

/** A line to the scale of time; the thumb moves from entry to entry. */
function Slider({ steps, zone, entry }: { steps: Steps; zone: string; entry: string }) {
  const { marks, index, step, stepBy } = steps;
  const axis = useMemo(() => axisOf(marks, zone), [marks, zone]);
  const here = marks[index - 1];
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => stepBy(-1),
    ArrowDown: () => stepBy(-1),
    ArrowRight: () => stepBy(1),
    ArrowUp: () => stepBy(1),
    PageDown: () => stepBy(-10),
    PageUp: () => stepBy(10),
    Home: () => step(0),
    End: () => step(marks.length),
  };
  return (
    <>
      <Box sx={{ position: 'relative', height: 44, mt: 1 }}>
        {axis ? <Ticks marks={marks} axis={axis} /> : null}
        <Box
          component="input"
          type="range"
          min={axis?.from ?? 0}
          max={axis?.to ?? 0}
          step={1}
          value={axis ? timeAt(axis, marks, index) : 0}
          disabled={axis === null}
          aria-label={text.slider}
          aria-valuetext={here ? `${timeAtClinic(here.recordedAt, zone)}, ${entry}` : entry}
          onChange={(event) => {
            if (axis) step(nearestIndex(axis, marks, Number(event.target.value)));
          }}
          onKeyDown={(event) => {
            const perform = keys[event.key];
            if (perform === undefined) return;
            // The browser would move it by 1 ms.
            event.preventDefault();
            perform();
          }}
          sx={{
            position: 'absolute',
            left: 0,
            top: 10,
            width: '100%',
            height: 24,
            m: 0,
            cursor: 'pointer',
            accentColor: 'var(--dl-palette-status-blocked-main)',
          }}
        />
      </Box>
      {axis ? <Labels axis={axis} here={here} zone={zone} /> : <Muted>{text.noMarks}</Muted>}
    </>
  );
}

/** The actions of stepping and playing; their keys work anywhere on the page. */
function useStepActions({ marks, index, isPlaying, stepBy, play }: Steps) {
  const stepAction = (by: 1 | -1): Action => ({
    name: by < 0 ? text.stepBack : text.stepForward,
    icon: by < 0 ? 'left' : 'right',
    shortcut: by < 0 ? 'ArrowLeft' : 'ArrowRight',
    repeats: true,
    enabled: by < 0 ? index > 0 : index < marks.length,
    perform: () => stepBy(by),
  });
  const actions = {
    back: stepAction(-1),
    playing: {
      name: isPlaying ? text.pause : text.play,
      icon: isPlaying ? 'pause' : 'play',
      shortcut: 'p',
      enabled: marks.length > 0,
      perform: play,
    } satisfies Action,
    forward: stepAction(1),
  };
  useActions(Object.values(actions));
  return actions;
}

/** Step, play, speed and the slider. */
export function TimelineBar({ steps, zone }: { steps: Steps; zone: string }) {
  const { marks, index, isPart, speed, setSpeed } = steps;
  const { back, playing, forward } = useStepActions(steps);
  const [first, last] = [marks[0], marks.at(-1)];
  const entry = isPart ? text.entryOfShown(index, marks.length) : text.entryOf(index, marks.length);
  const kinds = useMemo(() => markKinds.filter((kind) => marks.some((mark) => kindOf(mark) === kind)), [marks]);
  return (
    <Paper component="section" aria-label={text.timeline} sx={{ px: 2, pt: 1.25, pb: 1 }}>
      <Inline gap={1} wrap>
        <Box
          sx={{
            display: 'flex',
            // Wraps only with a reader's own text spacing.
            flexWrap: 'wrap',
            gap: 1,
            width: { xs: '100%', sm: 'auto' },
            // One line on a phone too: the labels stay, the icons are hidden.
            '& > *': { flex: { xs: '1 0 auto', sm: 'none' }, px: 1, whiteSpace: 'nowrap' },
            '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
          }}
        >
          <ActionButton action={back} size="small" />
          <ActionButton action={playing} size="small" primary />
          <ActionButton action={forward} size="small" />
        </Box>
        <Inline wrap sx={{ columnGap: 1 }}>
          <FilterTabs
            label={text.speed}
            tabs={speeds.map((speed) => ({ key: String(speed), label: text.seconds(speed) }))}
            value={String(speed)}
            onChange={(value) => setSpeed(Number(value))}
          />
          <Muted sx={{ whiteSpace: 'nowrap' }}>{text.anEntry}</Muted>
        </Inline>
        <Box sx={{ ml: { md: 'auto' }, display: { xs: 'none', lg: 'block' }, '& ul': { columnGap: 1.25 } }}>
          <Legend entries={kinds.map((kind) => ({ sign: <Sign kind={kind} />, label: text.kinds[kind] }))} />
        </Box>
        <Typography sx={{ ml: { xs: 0, md: 'auto', lg: 1 }, fontSize: '0.8125rem', fontWeight: 600 }}>
          {entry}
        </Typography>
      </Inline>
      <Slider steps={steps} zone={zone} entry={entry} />
      {isPart && first && last ? (
        <Typography variant="caption" role="status" sx={{ display: 'block', pt: 0.5, color: 'status.notVisited.main' }}>
          {text.part(countText(maxMarks), timeAtClinic(first.recordedAt, zone), timeAtClinic(last.recordedAt, zone))}
        </Typography>
      ) : null}
    </Paper>
  );
}

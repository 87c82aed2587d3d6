import type { ReplayMark } from '@dayline/contracts/endpoints/as-of';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useActions } from '../../../shared/actions/actions.ts';
import { countText } from '../../../shared/format/words.ts';
import { FilterTabs } from '../../../shared/list/filter-tabs.tsx';
import type { Action } from '../../../ui/action.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Legend } from '../../../ui/legend.tsx';
import { kindOf, type MarkKind, markKinds, secondsText, speeds } from '../replay.ts';
import { replayText as text } from '../text.ts';
import type { useSteps } from '../use-replay.ts';

const looks: Record<MarkKind, { readonly colour: string; readonly label: string }> = {
  booked: { colour: 'status.confirmed.main', label: 'Booked' },
  visited: { colour: 'fill.low', label: 'Visited' },
  notVisited: { colour: 'fill.medium', label: 'Not Visited' },
  cancelled: { colour: 'status.cancelled.main', label: 'Cancelled' },
  undone: { colour: 'primary.main', label: 'Undone' },
  refused: { colour: 'status.cancelled.main', label: 'Refused' },
  other: { colour: 'field.border', label: 'Other' },
};

const Sign = ({ kind }: { kind: MarkKind }) => (
  <Box
    component="span"
    aria-hidden="true"
    sx={{
      width: 12,
      height: 12,
      color: looks[kind].colour,
      border: '2px solid currentColor',
      borderRadius: kind === 'refused' ? '50%' : '3px',
      bgcolor: kind === 'refused' ? 'transparent' : 'currentColor',
    }}
  />
);

/** One path for each kind: a day of a large clinic has thousands of marks. Refusals hang below the line. */
function Ticks({ marks }: { marks: readonly ReplayMark[] }) {
  const width = Math.max(1, marks.length);
  const paths = new Map<MarkKind, string>();
  for (const [place, mark] of marks.entries()) {
    const kind = kindOf(mark);
    const line = kind === 'refused' ? `M${place + 1} 30v8` : `M${place + 1} 0v14`;
    paths.set(kind, (paths.get(kind) ?? '') + line);
  }
  return (
    <Box
      component="svg"
      aria-hidden="true"
      viewBox={`0 0 ${width} 40`}
      preserveAspectRatio="none"
      sx={{ position: 'absolute', left: 10, right: 10, top: 0, width: 'calc(100% - 20px)', height: 40 }}
    >
      {[...paths].map(([kind, path]) => (
        <Box
          component="path"
          key={kind}
          d={path}
          vectorEffect="non-scaling-stroke"
          sx={{ color: looks[kind].colour, stroke: 'currentColor', strokeWidth: kind === 'undone' ? 4 : 3 }}
        />
      ))}
    </Box>
  );
}

/** Step, play, speed and the slider, which goes from entry to entry. */
export function TimelineBar({ steps, zone }: { steps: ReturnType<typeof useSteps>; zone: string }) {
  const { marks, index, speed, setSpeed, isPlaying, step, play } = steps;
  const back: Action = {
    name: text.stepBack,
    icon: 'left',
    shortcut: 'ArrowLeft',
    enabled: index > 0,
    perform: () => step(index - 1),
  };
  const forward: Action = {
    name: text.stepForward,
    icon: 'right',
    shortcut: 'ArrowRight',
    enabled: index < marks.length,
    perform: () => step(index + 1),
  };
  const playing: Action = {
    name: isPlaying ? text.pause : text.play,
    icon: isPlaying ? 'pause' : 'play',
    shortcut: 'p',
    enabled: marks.length > 0,
    perform: play,
  };
  useActions([back, forward, playing]);
  const here = marks[index - 1];
  const first = marks[0];
  const last = marks.at(-1);
  const entry = `Entry ${countText(index)} of ${countText(marks.length)}`;
  const kinds = markKinds.filter((kind) => marks.some((mark) => kindOf(mark) === kind));
  return (
    <Paper component="section" aria-label={text.timeline} sx={{ px: 2, pt: 1.25, pb: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          variant="outlined"
          size="small"
          disabled={!back.enabled}
          onClick={back.perform}
          startIcon={<Icon name="left" size={16} />}
        >
          {back.name}
        </Button>
        <Button
          variant="contained"
          size="small"
          disabled={!playing.enabled}
          onClick={playing.perform}
          startIcon={<Icon name={isPlaying ? 'pause' : 'play'} size={16} />}
        >
          {playing.name}
        </Button>
        <Button
          variant="outlined"
          size="small"
          disabled={!forward.enabled}
          onClick={forward.perform}
          endIcon={<Icon name="right" size={16} />}
        >
          {forward.name}
        </Button>
        <Box sx={{ width: { xs: '100%', sm: 'auto' } }}>
          <FilterTabs
            label={text.speed}
            tabs={speeds.map((each) => ({ key: String(each), label: `${each} s` }))}
            value={String(speed)}
            onChange={(chosen) => setSpeed(Number(chosen))}
          />
        </Box>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {text.anEntry}
        </Typography>
        <Box sx={{ ml: { md: 'auto' }, display: { xs: 'none', lg: 'block' } }}>
          <Legend entries={kinds.map((kind) => ({ sign: <Sign kind={kind} />, label: looks[kind].label }))} />
        </Box>
        <Typography sx={{ ml: { xs: 0, md: 'auto', lg: 1 }, fontSize: '0.8125rem', fontWeight: 600 }}>
          {entry}
        </Typography>
      </Box>
      <Box sx={{ position: 'relative', height: 44, mt: 1 }}>
        <Ticks marks={marks} />
        <Box
          component="input"
          type="range"
          min={0}
          max={marks.length}
          step={1}
          value={index}
          disabled={marks.length === 0}
          aria-label={text.slider}
          aria-valuetext={here ? `${secondsText(here.recordedAt, zone)}, ${entry}` : entry}
          onChange={(event) => step(Number(event.target.value))}
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
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: '0.8125rem' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {first ? secondsText(first.recordedAt, zone) : text.noMarks}
        </Box>
        {here ? (
          <Box component="span" sx={{ fontWeight: 600, color: 'status.blocked.main' }}>
            {secondsText(here.recordedAt, zone)}
          </Box>
        ) : null}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {last ? secondsText(last.recordedAt, zone) : null}
        </Box>
      </Box>
      {steps.query.data?.complete === false ? (
        <Typography variant="caption" sx={{ display: 'block', pt: 0.5, color: 'status.notVisited.main' }}>
          {text.incomplete}
        </Typography>
      ) : null}
    </Paper>
  );
}

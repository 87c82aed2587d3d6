import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** A morning as a timeline: start, length and status of each appointment. */
const visits = [
  { x: 76, width: 62, lane: 0, kind: 'done' },
  { x: 150, width: 44, lane: 1, kind: 'done' },
  { x: 206, width: 78, lane: 0, kind: 'missed' },
  { x: 252, width: 54, lane: 2, kind: 'done' },
  { x: 318, width: 62, lane: 1, kind: 'done' },
  { x: 366, width: 70, lane: 0, kind: 'here' },
  { x: 412, width: 50, lane: 2, kind: 'next' },
  { x: 474, width: 66, lane: 1, kind: 'next' },
] as const;

const looks = {
  done: { fill: '#1d6f7c', stroke: '#1d6f7c' },
  missed: { fill: 'none', stroke: '#c79a55' },
  here: { fill: '#6fd0dc', stroke: '#6fd0dc' },
  next: { fill: 'none', stroke: '#3d7f8a' },
} as const;

const hours = [
  [70, '8'],
  [170, '9'],
  [270, '10'],
  [370, '11'],
  [470, '12'],
] as const;

/** The picture of the sign-in page. Decorative, so hidden from screen readers. */
export function DayPicture() {
  return (
    <Box
      component="aside"
      aria-label="About Dayline"
      sx={{
        display: { xs: 'none', md: 'grid' },
        alignContent: 'center',
        gap: 5,
        p: { md: 5, lg: 8 },
        bgcolor: 'rail.ground',
        color: 'rail.ink',
      }}
    >
      <Box
        component="svg"
        viewBox="0 0 600 300"
        aria-hidden="true"
        focusable="false"
        sx={{ width: '100%', maxWidth: 640, mx: 'auto', '& text': { fontSize: 13, fill: '#8fb6bc' } }}
      >
        {hours.map(([x, hour]) => (
          <g key={hour}>
            <line x1={x} x2={x} y1="36" y2="226" stroke="#1a4d57" />
            <text x={x} y="24" textAnchor="middle">
              {hour}
            </text>
          </g>
        ))}
        {visits.map(({ x, width, lane, kind }) => (
          <g key={x}>
            <rect
              x={x}
              y={52 + lane * 58}
              width={width}
              height="36"
              rx="8"
              fill={looks[kind].fill}
              stroke={looks[kind].stroke}
              strokeWidth="1.5"
              strokeDasharray={kind === 'next' ? '4 4' : 'none'}
            />
            <line x1={x + width / 2} x2={x + width / 2} y1={88 + lane * 58} y2="252" stroke="#1a4d57" />
            <circle
              cx={x + width / 2}
              cy="256"
              r="5"
              fill={kind === 'next' ? '#0b3b44' : looks[kind].stroke}
              stroke={looks[kind].stroke}
              strokeWidth="2"
            />
          </g>
        ))}
        <line x1="40" x2="401" y1="256" y2="256" stroke="#6fd0dc" strokeWidth="2" opacity=".55" />
        <line x1="401" x2="570" y1="256" y2="256" stroke="#3d7f8a" strokeWidth="2" strokeDasharray="2 6" />
        <line x1="401" x2="401" y1="36" y2="276" stroke="#e8f6f8" strokeWidth="1.5" strokeDasharray="2 3" />
        <text x="401" y="294" textAnchor="middle" style={{ fill: '#e8f6f8', fontWeight: 600 }}>
          now
        </text>
      </Box>
      <Box sx={{ maxWidth: 640, width: '100%', mx: 'auto' }}>
        <Typography
          sx={{ fontSize: '1.5rem', lineHeight: '2rem', fontWeight: 600, color: '#fff', letterSpacing: '-.01em' }}
        >
          A doctor's day is one line.
        </Typography>
        <Typography sx={{ mt: 1, fontSize: '1rem', lineHeight: '1.5rem', maxWidth: 480 }}>
          Booked at the desk, seen on every screen, marked, undone and remembered.
        </Typography>
      </Box>
    </Box>
  );
}

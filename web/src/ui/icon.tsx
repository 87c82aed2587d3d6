import Box from '@mui/material/Box';

/** The icons, on a 20 × 20 grid, as paths of one stroke width. */
const shapes = {
  home: 'M3 10.5 10 4l7 6.5M5 9v7h10V9',
  today:
    'M5 4h10a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM3 8h14M7 2v4M13 2v4m-5.5 6.5 2 2 3.5-4',
  calendar: 'M5 4h10a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM3 8h14M7 2v4M13 2v4',
  person: 'M13 6.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM4 17c0-3.3 2.7-6 6-6s6 2.7 6 6',
  people:
    'M10 7a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM2.5 16c0-2.8 2.2-5 5-5s5 2.2 5 5M13 5a2.5 2.5 0 0 1 0 4.6m4.5 6.4c0-2.3-1.4-4.2-3.5-4.8',
  departments:
    'M4 3h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm8 0h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm-8 8h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1Zm8 0h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1Z',
  stethoscope: 'M4 4v4a4 4 0 0 0 8 0V4M8 12v1a4 4 0 0 0 8 0v-2M17.6 9a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0Z',
  addPerson: 'M11 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM2.5 16.5c0-3 2.5-5.2 5.5-5.2 1 0 2 .3 2.8.7M15 11v6M12 14h6',
  logout: 'M8 3H5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h3M12.5 14l4-4-4-4M16 10H7.5',
  plus: 'M10 4v12M4 10h12',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  cross: 'm6 6 8 8M14 6l-8 8',
  award: 'M14 7.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM7.5 11 6 17l4-2.2 4 2.2-1.5-6',
  clock: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM10 6v4.5l3 1.5',
  blocked: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM5.2 5.2l9.6 9.6',
  history: 'M3.5 10a6.5 6.5 0 1 0 2-4.7L3 7.5M3 3.5v4h4M10 6.5V10l2.5 1.5',
  help: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM8 8a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1.1v.3M10 14v.01',
  search: 'M14 8.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM12.5 12.5 17 17',
  menu: 'M3 6h14M3 10h14M3 14h14',
  more: 'M4.5 9.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1ZM10 9.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1ZM15.5 9.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1Z',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  down: 'm5 8 5 5 5-5',
  first: 'm14 5-5 5 5 5M6 5v10',
  last: 'm6 5 5 5-5 5M14 5v10',
  eye: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5ZM12 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  eyeOff: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5ZM4 16 16 4',
  warning: 'M10 3.5 17.5 16h-15L10 3.5ZM10 8.5V12M10 14v.01',
  refresh: 'M16.5 10a6.5 6.5 0 1 1-2-4.7L17 7.5M17 3.5v4h-4',
  keyboard:
    'M4 5h12a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM5.5 8.5v.01M8.5 8.5v.01M11.5 8.5v.01M14.5 8.5v.01M7 12h6',
  contrast: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM10 3v14M12.5 5v10M14.7 6.5v7',
  video: 'M4 5h7a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM13 9l5-3v8l-5-3',
  fees: 'M6 4h8M6 7.5h8M6 4h3a3.5 3.5 0 0 1 0 7H6l6 6',
  lock: 'M6 9h8a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2ZM7 9V6.5a3 3 0 0 1 6 0V9',
  sort: 'm6 8 4-4 4 4M6 12l4 4 4-4',
  sortUp: 'M10 16V4M5.5 8.5 10 4l4.5 4.5',
  sortDown: 'M10 4v12M5.5 11.5 10 16l4.5-4.5',
  edit: 'm4 16 .8-3.4L13.4 4a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2L7.4 15.2 4 16ZM12 5.5 14.5 8',
  mail: 'M4 5h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM3.5 6l6.5 5 6.5-5',
  phone: 'M5 3h2.5l1.2 3.5L7 8a9 9 0 0 0 5 5l1.5-1.7L17 12.5V15a2 2 0 0 1-2 2A12 12 0 0 1 3 5a2 2 0 0 1 2-2Z',
  pin: 'M10 17v-5M6.5 12h7L12.5 9V5H14V3.5H6V5h1.5v4l-1 3Z',
  place: 'M10 17s5.5-5 5.5-9a5.5 5.5 0 0 0-11 0c0 4 5.5 9 5.5 9ZM12 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  star: 'm10 3.5 2 4.3 4.7.6-3.5 3.2 1 4.7-4.2-2.4-4.2 2.4 1-4.7L3.3 8.4 8 7.8l2-4.3Z',
  photo:
    'M4 5h2.5l1-2h5l1 2H16a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM13 10.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  chat: 'M4 4h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H9l-4 3v-3H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Z',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5',
  up: 'm5 12 5-5 5 5',
  play: 'M6 4.5v11l9-5.5-9-5.5Z',
  pause: 'M7 5v10M13 5v10',
  compare: 'M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3',
  ring: 'M16 10a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z',
  halfRing: 'M16 10a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM10 4a6 6 0 0 1 0 12M10 5v10M11.5 5v10M13 6v8M14.5 7.5v5',
  undo: 'M4 8h8a4.5 4.5 0 0 1 0 9H8M7 4.5 3.5 8 7 11.5',
  bell: 'M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5L16 15H4l1.5-1.5ZM8.5 17h3',
  flow: 'M4 3.5h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1Zm9 8h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1ZM8 6h3.5A2.5 2.5 0 0 1 14 8.5v3',
  globe:
    'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM3 10h14M10 3c2 2.2 2.8 4.5 2.8 7s-.8 4.8-2.8 7c-2-2.2-2.8-4.5-2.8-7S8 5.2 10 3Z',
} as const;

export type IconName = keyof typeof shapes;

/** An icon beside a word; hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: size < 16 ? 2.25 : 1.75,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
      }}
    >
      <path d={shapes[name]} />
    </Box>
  );
}

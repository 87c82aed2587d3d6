/** The product's colours, for each scheme. Each pair has a contrast of at least 4.5:1 for text and 3:1 for shapes. */
export interface Tone {
  /** The colour of the label and its icon. */
  main: string;
  /** The background colour. */
  soft: string;
  /** The border of a banner of this tone. */
  line: string;
}

export interface StatusTones {
  confirmed: Tone;
  visited: Tone;
  notVisited: Tone;
  cancelled: Tone;
  blocked: Tone;
}

/** A tone of chips, banners and headings; code that knows a status chooses its tone. */
export type ToneName = keyof StatusTones;
/** A tone of an entry in a list of events. */
export type EntryTone = ToneName | 'teal' | 'quiet';

/** The theme's colour of a tone. */
export const colourOf = (tone: EntryTone): string => {
  if (tone === 'teal') return 'primary.main';
  return tone === 'quiet' ? 'text.secondary' : `status.${tone}.main`;
};

export interface SchemeTokens {
  canvas: string;
  surface: string;
  /** A surface one level above the page: hovered rows, the focused card. */
  raised: string;
  hairline: string;
  ink: string;
  ink2: string;
  field: string;
  teal: { main: string; hover: string; soft: string; on: string };
  rail: { ground: string; ink: string; here: string; mark: string };
  status: StatusTones;
  fill: { high: string; medium: string; low: string; track: string };
  toast: { ground: string; ink: string; act: string; line: string };
}

export const light: SchemeTokens = {
  canvas: '#F5F7F9',
  surface: '#FFFFFF',
  raised: '#FAFCFC',
  hairline: '#D9E0E6',
  ink: '#17212B',
  ink2: '#52606D',
  field: '#7B8794',
  teal: { main: '#0F5F6B', hover: '#0B4C56', soft: '#E3F0F2', on: '#FFFFFF' },
  rail: { ground: '#0B3B44', ink: '#CFE3E6', here: '#6FD0DC', mark: '#FFFFFF' },
  status: {
    confirmed: { main: '#1B4F8F', soft: '#E8F0FB', line: '#A9C4E8' },
    visited: { main: '#1E6B3A', soft: '#E6F4EA', line: '#A5D3B3' },
    notVisited: { main: '#8A4B00', soft: '#FDF1DF', line: '#E9C48C' },
    cancelled: { main: '#9B1C1C', soft: '#FCEBEA', line: '#E8B4B1' },
    blocked: { main: '#5B3A8E', soft: '#F0EBF8', line: '#C9B8E6' },
  },
  fill: { high: '#B42318', medium: '#B25E09', low: '#2E7D4F', track: '#E7ECF0' },
  toast: { ground: '#17212B', ink: '#FFFFFF', act: '#8FE0EA', line: '#6FD0DC' },
};

export const dark: SchemeTokens = {
  canvas: '#0F1519',
  surface: '#172026',
  raised: '#1D2830',
  hairline: '#2E3B45',
  ink: '#E8EEF2',
  ink2: '#A3B1BD',
  field: '#758492',
  teal: { main: '#6FD0DC', hover: '#8FE0EA', soft: '#12363D', on: '#062429' },
  rail: { ground: '#082A31', ink: '#B9D3D7', here: '#6FD0DC', mark: '#DDF3F6' },
  status: {
    confirmed: { main: '#9CC3F5', soft: '#17293F', line: '#35547A' },
    visited: { main: '#8FD3A6', soft: '#153022', line: '#2F5E42' },
    notVisited: { main: '#F0BC74', soft: '#352511', line: '#6B4C20' },
    cancelled: { main: '#F2A5A0', soft: '#3A1B1B', line: '#733633' },
    blocked: { main: '#C8B1F0', soft: '#2A2040', line: '#54417D' },
  },
  fill: { high: '#F0766B', medium: '#E0993F', low: '#5FB585', track: '#2A363F' },
  toast: { ground: '#E8EEF2', ink: '#17212B', act: '#0F5F6B', line: '#0F5F6B' },
};

/** Heights and widths of the frame, in CSS pixels. */
export const frame = { bar: 48, rail: 60, drawer: 240, page: 1312, table: 1280, form: 560, wizard: 720 } as const;

/** On the document's element: `light` or `dark`. */
export const schemeAttribute = 'data-scheme';

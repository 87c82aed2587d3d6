import Box, { type BoxProps } from '@mui/material/Box';
import type { OverridableComponent } from '@mui/material/OverridableComponent';
import type { Breakpoint } from '@mui/material/styles';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { ElementType } from 'react';

type Sx = BoxProps['sx'];
/** A Box with its own props. Its `sx` adds to its built-in styles. */
type Layout<Own, Root extends ElementType = 'div'> = OverridableComponent<{
  props: Own & Pick<BoxProps, 'children' | 'ref' | 'sx'>;
  defaultComponent: Root;
}>;

const joined = (own: Sx, more: Sx): Sx => [own, more].flat() as Sx;

type Size = number | string;

interface Gap {
  /** In units of 8 px. */
  gap?: Size | Partial<Record<Breakpoint, Size>>;
}

/** Side by side, centred on one line; with `wrap` on several lines. */
export const Inline = (({ gap, wrap = false, sx, ...box }: Gap & { wrap?: boolean } & BoxProps) => (
  <Box
    {...box}
    sx={joined({ display: 'flex', alignItems: 'center', gap, ...(wrap ? { flexWrap: 'wrap' } : {}) }, sx)}
  />
)) as Layout<Gap & { wrap?: boolean }>;

/** Stacked vertically. */
export const Stack = (({ gap, sx, ...box }: Gap & BoxProps) => (
  <Box {...box} sx={joined({ display: 'grid', gap }, sx)} />
)) as Layout<Gap>;

/** A list without bullets and margins. */
export const PlainList = (({ sx, ...box }: BoxProps) => (
  <Box component="ul" {...box} sx={joined({ listStyle: 'none', m: 0, p: 0 }, sx)} />
)) as Layout<object, 'ul'>;

/** Hairlines, and an outline. */
export const lineBelow = { borderBottom: '1px solid', borderColor: 'divider' } as const;
export const lineAbove = { borderTop: '1px solid', borderColor: 'divider' } as const;
export const outlined = { border: '1px solid', borderColor: 'divider' } as const;
/** Text of 13 px; `quietText` in the secondary colour. */
export const smallText = { fontSize: '0.8125rem', lineHeight: '1.125rem' } as const;
export const quietText = { fontSize: '0.8125rem', color: 'text.secondary' } as const;

export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  clipPath: 'inset(50%)',
  overflow: 'hidden',
} as const;

/** For screen readers only. */
export const VisuallyHidden = (({ sx, ...box }: BoxProps) => (
  <Box component="span" {...box} sx={joined(visuallyHidden, sx)} />
)) as Layout<object, 'span'>;

/** A caption in the secondary colour, on its own line if `block`; renders nothing without content. */
export const Muted = (({ block = false, sx, ...text }: TypographyProps & { block?: boolean }) =>
  text.children === undefined ? null : (
    <Typography
      variant="caption"
      {...text}
      sx={joined({ color: 'text.secondary', ...(block ? { display: 'block' } : {}) }, sx)}
    />
  )) as Layout<{ block?: boolean }, 'span'>;

export const Span = ((box: BoxProps) => <Box component="span" {...box} />) as Layout<object, 'span'>;

export const Bold = ((box: BoxProps) => <Box component="b" {...box} />) as Layout<object, 'b'>;

/** A circle with an icon or letters in its middle. */
export const Round = (({ size, sx, ...box }: { size: Size } & BoxProps) => (
  <Box
    {...box}
    sx={joined(
      { width: size, height: size, flexShrink: 0, display: 'grid', placeItems: 'center', borderRadius: '50%' },
      sx,
    )}
  />
)) as Layout<{ size: Size }>;

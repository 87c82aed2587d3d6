import { Span } from '../../ui/layout/boxes.tsx';

/** The count for which a badge reserves room. */
const large = 99_999;

/**
 * The total beside a title: "Count badge 'User' or 'Users'". It reserves room for a large count, so that nothing moves
 * later.
 */
export function CountBadge({ count, words }: { count: number | undefined; words(count: number): string }) {
  return (
    <Span
      sx={{
        display: 'inline-grid',
        justifyItems: 'start',
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: '24px',
        whiteSpace: 'nowrap',
        '& > *, &::after': { gridArea: '1 / 1', px: 1, height: 24 },
        '&::after': { content: JSON.stringify(words(large)), visibility: 'hidden' },
      }}
    >
      {count === undefined ? null : (
        <Span sx={{ borderRadius: '12px', bgcolor: 'teal.soft', color: 'primary.main' }}>{words(count)}</Span>
      )}
    </Span>
  );
}

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { isRepeatable } from '../buttons/single-press.ts';
import { Icon } from '../icons/icon.tsx';
import { Inline, Muted, Span } from '../layout/boxes.tsx';
import { uiText as text } from '../text.ts';
import { pageWindow } from './page-window.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage(page: number): void;
  /** The list's name, for the landmark. */
  label?: string;
  /** Shown beside 'Page x of y' if there is room. */
  aside?: ReactNode;
}

function Cell(props: { name: string; current?: boolean; disabled?: boolean; onClick(): void; children: ReactNode }) {
  const { name, current = false, disabled = false, onClick, children } = props;
  return (
    <ButtonBase
      aria-label={name}
      aria-current={current ? 'page' : undefined}
      disabled={disabled}
      onClick={onClick}
      sx={(theme) => ({
        minWidth: 32,
        height: 32,
        px: 0.5,
        borderRadius: '6px',
        fontWeight: 600,
        fontSize: '0.875rem',
        color: current ? 'primary.main' : 'text.secondary',
        bgcolor: current ? 'teal.soft' : 'transparent',
        '&:hover': { bgcolor: current ? 'teal.soft' : 'action.hover' },
        '&.Mui-disabled': { opacity: 0.4 },
        [theme.breakpoints.down('md')]: { minWidth: 44, height: 44 },
      })}
    >
      {children}
    </ButtonBase>
  );
}

function PagerFrame({ page, pages, label, aside, children }: Omit<PagerProps, 'onPage'> & { children: ReactNode }) {
  return (
    <Inline
      {...isRepeatable}
      component="nav"
      aria-label={label ? text.pagesOf(label) : text.pages}
      gap={0.5}
      sx={{ px: 2, py: 1, minHeight: 52, borderTop: '1px solid', borderColor: 'divider' }}
    >
      <Muted sx={{ whiteSpace: 'nowrap' }} role="status">
        {text.pageOf(page, pages)}
      </Muted>
      {aside === undefined ? null : <Box sx={{ ml: 4, display: { xs: 'none', lg: 'block' } }}>{aside}</Box>}
      <Inline gap={{ xs: 0, md: 0.5 }} sx={{ ml: 'auto' }}>
        {children}
      </Inline>
    </Inline>
  );
}

/** Up to 5 numbers around the page, an ellipsis and the last page; on a phone only previous and next. */
export function WindowedPager({ page, pages, onPage, label, aside }: PagerProps) {
  const { numbers, last } = pageWindow(page, pages);
  return (
    <PagerFrame page={page} pages={pages} aside={aside} {...(label ? { label } : {})}>
      <Cell name={text.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="left" size={16} />
      </Cell>
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 0.5 }}>
        {numbers.map((number) => (
          <Cell key={number} name={text.page(number)} current={number === page} onClick={() => onPage(number)}>
            {number}
          </Cell>
        ))}
        {last === undefined ? null : (
          <>
            <Span aria-hidden="true" sx={{ minWidth: 24, textAlign: 'center', color: 'text.secondary' }}>
              …
            </Span>
            <Cell name={text.lastOf(last)} onClick={() => onPage(last)}>
              {last}
            </Cell>
          </>
        )}
      </Box>
      <Cell name={text.nextPage} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Icon name="right" size={16} />
      </Cell>
    </PagerFrame>
  );
}

/** Previous, Next and 'Page x of y'; for a long list also first and last. */
export function PrevNextPager({ page, pages, onPage, label, aside }: PagerProps) {
  return (
    <PagerFrame page={page} pages={pages} aside={aside} {...(label ? { label } : {})}>
      {pages > 2 ? (
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <Cell name={text.firstPage} disabled={page <= 1} onClick={() => onPage(1)}>
            <Icon name="first" size={16} />
          </Cell>
        </Box>
      ) : null}
      <Cell name={text.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="left" size={16} />
        <Span sx={{ px: 0.5 }}>{text.previous}</Span>
      </Cell>
      <Cell name={text.nextPage} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Span sx={{ px: 0.5 }}>{text.next}</Span>
        <Icon name="right" size={16} />
      </Cell>
      {pages > 2 ? (
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <Cell name={text.lastPage} disabled={page >= pages} onClick={() => onPage(pages)}>
            <Icon name="last" size={16} />
          </Cell>
        </Box>
      ) : null}
    </PagerFrame>
  );
}

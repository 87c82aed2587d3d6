import { screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { show, showApp } from '../testing/render.tsx';
import { useListAddress } from './list-address.ts';

function List() {
  const { search, page, setSearch, setPage } = useListAddress({
    search: 'appointmentsSearchTerm',
    page: 'appointmentsCurrentPage',
  });
  return (
    <>
      <input aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <button type="button" onClick={() => setPage(page + 1)}>
        Page {page}
      </button>
    </>
  );
}

/** Types the next letter at the moment when the address has caught up with the previous ones. */
function DoublePress({ from, next }: { from: string; next: string }) {
  const { search, setSearch } = useListAddress();
  const { search: searchInAddress } = useLocation();
  const typed = useRef(false);
  useLayoutEffect(() => {
    if (typed.current || searchInAddress !== `?search=${from}` || search !== from) return;
    typed.current = true;
    setSearch(next);
  });
  return <input aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />;
}

const EmptyPage = () => null;

test('search and page stand in the address and in session storage; search resets to page 1', async () => {
  const { user, router } = show(<List />, { at: '/list' });
  await user.click(screen.getByRole('button', { name: 'Page 1' }));
  expect(router.state.location.search).toBe('?page=2');
  expect(sessionStorage.getItem('appointmentsCurrentPage')).toBe('2');
  await user.type(screen.getByRole('textbox'), 'nov');
  expect(router.state.location.search).toBe('?search=nov');
  expect(sessionStorage.getItem('appointmentsSearchTerm')).toBe('nov');
  expect(screen.getByRole('button', { name: 'Page 1' })).toBeInTheDocument();
});

test('what is typed is there at once, also while the address is on its way', async () => {
  let arrive: () => void = () => undefined;
  const { user, router } = showApp(
    [
      {
        path: '/list',
        element: <List />,
        HydrateFallback: EmptyPage,
        loader: ({ request }) =>
          new URL(request.url).search === '' ? null : new Promise((resolve) => (arrive = () => resolve(null))),
      },
    ],
    { at: '/list' },
  );
  const field = await screen.findByRole('textbox');
  await user.type(field, 'nov');
  expect(field).toHaveValue('nov');
  expect(router.state.location.search).toBe('');
  arrive();
  await waitFor(() => expect(router.state.location.search).toBe('?search=nov'));
  expect(field).toHaveValue('nov');
});

test('a letter that is typed just when the address arrives is not lost', async () => {
  // The address never receives that letter: the typed text stays visible.
  const loader = ({ request }: { request: Request }) =>
    new URL(request.url).search === '?search=sha' ? new Promise(() => undefined) : null;
  const { user } = showApp(
    [{ path: '/list', element: <DoublePress from="sh" next="sha" />, HydrateFallback: EmptyPage, loader }],
    { at: '/list' },
  );
  await user.type(await screen.findByRole('textbox'), 'sh');
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue('sha'));
});

test('what was stored comes back, the address wins, and nonsense is page 1', () => {
  sessionStorage.setItem('appointmentsSearchTerm', 'mon');
  sessionStorage.setItem('appointmentsCurrentPage', '3');
  const first = show(<List />, { at: '/list' });
  expect(screen.getByRole('textbox')).toHaveValue('mon');
  expect(screen.getByRole('button')).toHaveTextContent('Page 3');
  first.unmount();
  show(<List />, { at: '/list?search=tue&page=-4' });
  expect(screen.getByRole('textbox')).toHaveValue('tue');
  expect(screen.getByRole('button')).toHaveTextContent('Page 1');
});

test('a link with a count opens what it counts, and nothing of a search that was kept', async () => {
  sessionStorage.setItem('appointmentsSearchTerm', 'nov');
  sessionStorage.setItem('appointmentsCurrentPage', '3');
  const { user, router } = show(<List />, { at: '/list?search=' });
  expect(screen.getByRole('textbox')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Page 1' }));
  expect(router.state.location.search).toBe('?page=2');
  expect(sessionStorage.getItem('appointmentsSearchTerm')).toBeNull();
});

import { screen, waitFor } from '@testing-library/react';
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

const Nothing = () => null;

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
        HydrateFallback: Nothing,
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

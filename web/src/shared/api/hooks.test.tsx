import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { testId } from '../testing/identities.ts';
import { answer } from '../testing/server.ts';
import type { Answer } from './client.ts';
import { keyOf, usePagedCall } from './hooks.ts';

const clientId = testId(100);
const first: Answer<never[]> = { body: [], position: undefined, total: 12, nextCursor: 'after-1', stale: false };

test.each([
  ['fresh', () => Date.now(), false, 'after-1'],
  ['half a minute old', () => Date.now() - 31_000, false, undefined],
  ['changed meanwhile', () => Date.now(), true, undefined],
])('the next page goes by the cursor of a page that is %s: %#', async (_, updatedAt, isChanged, cursor) => {
  const client = new QueryClient();
  const key = keyOf('listUsers', { clientId, page: 1, pageSize: 10 });
  client.setQueryData(key, first, { updatedAt: updatedAt() });
  if (isChanged) await client.invalidateQueries({ queryKey: key });
  const requests = answer('listUsers', [], { 'X-Total-Count': '12' });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePagedCall('listUsers', { clientId }, { page: 2, pageSize: 10 }), { wrapper });
  await waitFor(() => expect(result.current.data?.total).toBe(12));
  expect(requests[0]?.body.cursor).toBe(cursor);
});

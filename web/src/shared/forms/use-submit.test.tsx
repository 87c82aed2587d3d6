import { act, renderHook } from '@testing-library/react';
import { useSubmit } from './use-submit.ts';

test('a form whose own handler throws can be sent again', async () => {
  let tries = 0;
  const { result } = renderHook(() =>
    useSubmit({
      send: async () => {
        tries += 1;
        throw new Error('no answer');
      },
      failed: 'It failed.',
      onFailed: () => {
        throw new Error('a handler of the page');
      },
    }),
  );
  for (const expected of [1, 2]) {
    await act(() => expect(result.current.submit()).rejects.toThrow('a handler of the page'));
    expect([tries, result.current.isPending]).toEqual([expected, false]);
  }
});

import { specification } from '../testing/given-when-then.ts';
import { department } from './department.ts';

describe('a department', () => {
  const { given } = specification(department);
  const clientId = '01J0000000000000000000000C';
  const opened = { type: 'DepartmentOpened', data: { clientId, name: 'Cardiology' } } as const;

  test('is opened and renamed', () => {
    given().when({ kind: 'open', clientId, name: 'Cardiology' }, undefined).thenAppends(opened);
    given(opened)
      .when({ kind: 'rename', name: 'Heart' }, undefined)
      .thenAppends({ type: 'DepartmentRenamed', data: { name: 'Heart' } });
    given(opened, { type: 'DepartmentRenamed', data: { name: 'Heart' } })
      .when({ kind: 'rename', name: 'Heart' }, undefined)
      .thenAppends();
    given().when({ kind: 'rename', name: 'Heart' }, undefined).thenRefused('department.unknown');
  });

  test('is closed once it has no doctors, and reopened', () => {
    const closed = { type: 'DepartmentClosed', data: { name: 'Cardiology' } } as const;
    const reopened = { type: 'DepartmentReopened', data: { name: 'Cardiology' } } as const;
    const close = (hasDoctors: boolean) => ({ kind: 'close', hasDoctors }) as const;
    given(opened).when(close(true), undefined).thenRefused('department.has-doctors');
    given(opened).when(close(false), undefined).thenAppends(closed);
    given(opened, closed).when(close(true), undefined).thenAppends();
    given(opened, closed).when({ kind: 'reopen' }, undefined).thenAppends(reopened);
    given(opened, closed, reopened).when({ kind: 'reopen' }, undefined).thenAppends();
    given().when(close(false), undefined).thenRefused('department.unknown');
  });
});

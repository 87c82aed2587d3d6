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
});

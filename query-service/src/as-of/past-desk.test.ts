import type { DayDesk } from '../desk/desk.ts';

test('a query that the past can not answer does not compile', () => {
  const where = { clientId: 'client' };
  const refused = [
    // @ts-expect-error There are no visitors as of a past moment.
    (desk: DayDesk) => desk.rows('visitors', ['key']),
    // @ts-expect-error Patients are read by key only.
    (desk: DayDesk) => desk.page({ view: 'patients', where }),
    // @ts-expect-error A list without a day or a range of days.
    (desk: DayDesk) => desk.page({ view: 'appointments', where }),
    // @ts-expect-error Patients that a name finds are those of now.
    (desk: DayDesk) => desk.count({ view: 'appointments', where: { date: 'day' }, foundIn: { view: 'patients' } }),
  ];
  expect(refused).toHaveLength(4);
});

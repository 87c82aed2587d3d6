import type { WallBoard } from '@dayline/contracts/endpoints/displays';

/** 10:42 AM on Wednesday, November 25 2026, in Kolkata. */
export const now = '2026-11-25T05:12:00.000Z';

const row = {
  ...{ department: 'Cardiology', letter: null, token: null, calledAt: null, room: null, next: [] },
  hours: [{ from: '09:00', to: '13:00' }],
};

export const board: WallBoard = {
  client: 'Sunrise Multispeciality Hospital',
  display: 'First Floor Waiting Hall',
  zone: 'Asia/Kolkata',
  today: '2026-11-25',
  now,
  asOf: now,
  doctors: [
    {
      ...row,
      pocId: '01J00000000000000000000P01',
      name: 'Dr. Asha Menon',
      letter: 'A',
      token: 9,
      calledAt: '2026-11-25T05:00:00.000Z',
      room: 'Room 3',
      next: [10, 11, 12],
    },
    {
      ...row,
      pocId: '01J00000000000000000000P02',
      name: 'Dr. Vikram Rao',
      letter: 'AB',
      token: 5,
      calledAt: '2026-11-25T05:11:50.000Z',
      room: 'Room 4',
      next: [6, 7],
    },
    {
      ...row,
      pocId: '01J00000000000000000000P03',
      name: 'Dr. Leela Iyer',
      letter: 'C',
      // Before the break.
      token: 6,
      calledAt: '2026-11-25T04:30:00.000Z',
      next: [7],
      hours: [
        { from: '09:00', to: '10:30' },
        { from: '11:00', to: '13:00' },
      ],
    },
    { ...row, pocId: '01J00000000000000000000P04', name: 'Dr. Neha Joshi' },
    {
      ...row,
      pocId: '01J00000000000000000000P05',
      name: 'Dr. Nisha Verma',
      lateBy: 30,
      hours: [{ from: '20:00', to: '24:00' }],
    },
    { ...row, pocId: '01J00000000000000000000P06', name: 'Dr. Sameer Khan', hours: [{ from: '06:00', to: '10:00' }] },
    { ...row, pocId: '01J00000000000000000000P07', name: 'Dr. Arvind Pillai', hours: [] },
  ],
};

import type { WallBoard } from '@dayline/contracts/endpoints/displays';

/** 10:42 AM on Wednesday, November 25 2026, in Kolkata. */
export const now = '2026-11-25T05:12:00.000Z';

const row = { department: 'Cardiology', token: null, calledAt: null, room: null, next: [], backAt: null };

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
      token: 9,
      calledAt: '2026-11-25T05:00:00.000Z',
      room: 'Room 3',
      next: [10, 11, 12],
    },
    {
      ...row,
      pocId: '01J00000000000000000000P02',
      name: 'Dr. Vikram Rao',
      token: 5,
      calledAt: '2026-11-25T05:11:50.000Z',
      room: 'Room 4',
      next: [6, 7],
    },
    { ...row, pocId: '01J00000000000000000000P03', name: 'Dr. Leela Iyer', backAt: '11:00', next: [7] },
    { ...row, pocId: '01J00000000000000000000P04', name: 'Dr. Neha Joshi' },
    { ...row, pocId: '01J00000000000000000000P05', name: 'Dr. Nisha Verma', backAt: '20:00' },
  ],
};

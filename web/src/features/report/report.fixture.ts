import { noFigures as none } from '@dayline/contracts/endpoints/audit/figures';
import type { Figures } from '@dayline/contracts/endpoints/audit/report';
import { testId } from '../../shared/testing/identities.ts';
import type { Line, Report } from './report.ts';

const figures = (
  visits: number,
  noShows: number,
  cancellations: number,
  paidCount: number,
  paise: number,
): Figures => ({
  ...none,
  ...{ visits, noShows, cancellations, paid: paidCount, paise },
});
export const positions = { earlier: '0000000002731806', later: '0000000003018442' };
const zone = 'Asia/Kolkata';

const messages = { earlier: 0, later: 0 };
const department = { departmentId: testId(50), name: 'Heart', earlierName: 'Cardiology' };
const doctor = (number: number, name: string) => ({
  ...{ pocId: testId(200 + number), name, earlierName: null, departmentId: department.departmentId },
});

const asha = {
  earlier: figures(231, 14, 9, 3, 17_120_000),
  later: figures(231, 14, 9, 3, 17_120_000),
  moved: none,
  messages,
};
const vikram = {
  earlier: { ...figures(208, 18, 11, 2, 14_250_000), movedAway: 1, taken: 14_000_000, refunded: 70_000 },
  later: {
    ...figures(209, 17, 11, 3, 14_325_000),
    withoutAmount: 2,
    movedAway: 1,
    taken: 14_075_000,
    refunded: 70_000,
  },
  moved: { ...figures(1, 1, 0, 1, 75_000), taken: 75_000 },
  messages,
};
const neha = {
  earlier: figures(176, 9, 7, 0, 0),
  later: figures(176, 10, 7, 0, 0),
  moved: figures(2, 1, 0, 0, 0),
  messages,
};
const total = {
  earlier: { ...figures(615, 41, 27, 5, 31_370_000), movedAway: 1, taken: 14_000_000, refunded: 70_000 },
  later: {
    ...figures(616, 41, 27, 6, 31_445_000),
    withoutAmount: 2,
    movedAway: 1,
    taken: 14_075_000,
    refunded: 70_000,
  },
  moved: { ...figures(3, 2, 0, 1, 75_000), taken: 75_000 },
  messages,
};

export function lineOf(number: number, sentence: string, change: Partial<Figures>, doctorNumber = 2): Line {
  const pocId = testId(200 + doctorNumber);
  return {
    pocId,
    change: { ...none, ...change },
    entry: {
      eventId: `event-${number}`,
      recordedAt: `2026-11-03T03:4${number}:22.000Z`,
      actor: { kind: 'admin', id: testId(1), name: 'Front Desk 1' },
      sentence,
      note: null,
      words: { code: 'statement', args: [] },
      noteWords: null,
      patientId: null,
      action: 'correction',
      outcome: 'done',
      channel: 'web',
      appointmentId: `${pocId}_20261031_${testId(300 + number)}`,
      undoes: null,
      undoneBy: null,
      type: 'AppointmentStatusCorrected',
      stream: 'doctorDay-x',
      revision: number,
      position: String(2_733_000 + number).padStart(16, '0'),
      correlationId: 'c',
    },
  };
}

/** October as known on November 2, and on November 21. */
export const reportReply: Report = {
  month: '2026-10',
  earlier: {
    position: positions.earlier,
    instant: '2026-11-02T18:29:59.999Z',
    date: '2026-11-02',
    time: '23:59',
    zone,
  },
  later: { position: positions.later, instant: '2026-11-21T08:32:11.000Z', date: '2026-11-21', time: '14:02', zone },
  doctors: [
    { ...doctor(1, 'Dr. Asha Menon'), ...asha },
    { ...doctor(3, 'Dr. Neha Joshi'), ...neha },
    { ...doctor(2, 'Dr. Vikram Rao'), ...vikram },
  ],
  departments: [{ ...department, ...total }],
  total,
  lines: [
    lineOf(1, 'corrected Sunita Rao, Oct 31, 5:20 PM from Not Visited to Visited.', { visits: 1, noShows: -1 }),
    lineOf(2, 'changed the payment of an erased patient from Pay later to Paid.', {
      paid: 1,
      paise: 75_000,
      taken: 75_000,
    }),
    lineOf(3, 'marked Deepa Nambiar, Oct 28, 9:45 AM Not Visited.', { noShows: 1 }, 3),
  ],
  lineCount: 3,
  next: null,
};

export const anEmptyReport: Report = {
  ...reportReply,
  doctors: reportReply.doctors.map((doctor) => ({ ...doctor, earlier: none, later: none, moved: none })),
  departments: [],
  total: { earlier: none, later: none, moved: none, messages },
  lines: [],
  lineCount: 0,
};

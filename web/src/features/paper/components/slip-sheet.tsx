import type { Paid } from '@dayline/contracts/appointments';
import type { Slip } from '@dayline/contracts/endpoints/appointments/slips';
import { tokenText } from '@dayline/contracts/hall/tokens';
import Box from '@mui/material/Box';
import type { ReactNode, Ref } from 'react';
import { paidWords } from '../../../shared/appointments/payment/amount.ts';
import { partPaidWords } from '../../../shared/appointments/payment/what-is-paid.ts';
import { statusWord } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { identityText } from '../../../shared/format/identity.ts';
import { clockTime, fullDate, shortWeekday } from '../../../shared/format/time.ts';
import { paiseAmount, phoneText } from '../../../ui/locale/words.ts';
import type { SlipSize } from '../rules.ts';
import { paperText as text } from '../text.ts';
import { Barcode, QrCode } from './codes.tsx';
import { ink } from './ink.ts';

const rule = { borderTop: '1px solid #000', mt: '2mm', pt: '2mm' } as const;

const looks = {
  roll: { width: '80mm', p: '4mm', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: '3mm' },
  a5: { width: '148mm', minHeight: '209mm', p: '12mm', gridTemplateColumns: 'minmax(0, 1fr)', fontSize: '11.5pt' },
} as const;

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '18mm minmax(0, 1fr)', columnGap: '2mm' }}>
      <Box component="dt">{term}</Box>
      <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
        {children}
      </Box>
    </Box>
  );
}

const wordsOfPaid = ({ amount, method }: Paid): string[] => (amount === null ? [] : [paidWords(amount, method)]);

/** '₹500.00 · Paid · UPI'; several payments, or a partial one, each with its method. */
const paymentOf = ({ money, payment }: Slip): string =>
  [
    // The amount of an older payment isn't known.
    money.amount !== null ? paiseAmount(money.amount) : payment === 'Paid' ? '' : text.noFee,
    payment === null ? appointmentText.unpaid : appointmentText.payment[payment],
    ...(money.method === undefined || money.method === 'unknown' ? [] : [text.methods[money.method]]),
    ...(payment === 'Paid' ? (money.payments ?? []).flatMap(wordsOfPaid) : []),
    partPaidWords({ Payment_Status: payment, money }),
  ]
    .filter(Boolean)
    .join(' · ');

/** The parts of the fee; empty if there is neither a fee rule nor a registration. */
function partsOf({ fee }: Slip): string[] {
  if (!fee || fee.paise === null || (fee.rule === null && fee.registration === 0)) return [];
  const { rule, paise, registration } = fee;
  const own = paise - registration;
  const parts = [
    ...(own === 0 && rule === null ? [] : [text.part(rule ?? text.consultation, paiseAmount(own))]),
    ...(registration === 0 ? [] : [text.part(text.registration, paiseAmount(registration))]),
  ];
  return parts.length > 1 ? [...parts, text.part(text.inAll, paiseAmount(paise))] : parts;
}

function Facts({ slip }: { slip: Slip }) {
  const { phone, room, branch, meetingLink, status } = slip;
  const parts = partsOf(slip);
  return (
    <Box component="dl" sx={{ m: 0, ...rule }}>
      {phone === null ? null : <Fact term={text.phone}>{phoneText(phone)}</Fact>}
      <Fact term={text.doctor}>
        {slip.pocName}
        <Box sx={{ fontWeight: 400 }}>{[slip.specialization, slip.session].filter(Boolean).join(' · ')}</Box>
      </Fact>
      {branch === null ? null : <Fact term={text.branch}>{branch}</Fact>}
      {room === null ? null : <Fact term={text.room}>{room}</Fact>}
      <Fact term={text.type}>{appointmentText.type[slip.type]}</Fact>
      {meetingLink === undefined ? null : <Fact term={text.link}>{meetingLink}</Fact>}
      {parts.length === 0 ? null : (
        <Fact term={text.fee}>
          {parts.map((part) => (
            <div key={part}>{part}</div>
          ))}
        </Fact>
      )}
      <Fact term={parts.length === 0 ? text.fee : text.payment}>{paymentOf(slip)}</Fact>
      {status === 'Confirmed' ? null : <Fact term={text.status}>{statusWord(status, false)}</Fact>}
    </Box>
  );
}

/** The slip that the patient takes home, as printed. */
export function SlipSheet({ slip, size, ref }: { slip: Slip; size: SlipSize; ref: Ref<HTMLElement> }) {
  const isRoll = size === 'roll';
  const { token, identity, date } = slip;
  return (
    <Box
      component="section"
      ref={ref}
      className="sheet"
      aria-label={text.preview}
      sx={{ display: 'grid', alignContent: 'start', boxSizing: 'border-box', ...ink, ...looks[size] }}
    >
      <div>
        <Box sx={{ fontSize: '1.15em', fontWeight: 600 }}>{slip.clientName}</Box>
        <Box sx={rule}>
          <Box sx={{ fontSize: '1.3em', fontWeight: 600 }}>{slip.patientName ?? appointmentText.erased}</Box>
          {identity === undefined ? null : <div>{identityText(identity)}</div>}
        </Box>
        <Box sx={{ mt: '2mm', fontSize: '1.3em', fontWeight: 600 }}>
          {shortWeekday(date)}, {fullDate(date)}
          <Box>
            {clockTime(slip.time)}
            {slip.comeUntil === undefined ? null : `, ${appointmentText.comeUntil(clockTime(slip.comeUntil))}`}
          </Box>
        </Box>
        {token === null ? null : (
          <Box sx={{ mt: '1mm', fontSize: '1.3em' }}>
            {text.token} <b>{tokenText({ token, letter: slip.tokenLetter })}</b>
          </Box>
        )}
        <Facts slip={slip} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4mm', alignItems: 'center', ...rule }}>
          <QrCode appointmentId={slip.appointmentId} size={isRoll ? '30mm' : '40mm'} />
          {isRoll ? null : <Barcode appointmentId={slip.appointmentId} along={false} />}
        </Box>
        <Box sx={{ mt: '1mm', fontSize: '7pt', wordBreak: 'break-all' }}>{slip.appointmentId}</Box>
      </div>
      {isRoll ? <Barcode appointmentId={slip.appointmentId} along /> : null}
    </Box>
  );
}

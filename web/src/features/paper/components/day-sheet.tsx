import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { tokenText } from '@dayline/contracts/hall/tokens';
import Box from '@mui/material/Box';
import { partPaidWords } from '../../../shared/appointments/payment/what-is-paid.ts';
import { statusWord } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { visitOfCard } from '../../../shared/appointments/visit/visit-row.ts';
import { identityText } from '../../../shared/format/identity.ts';
import { clockTime, longDate } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { phoneText } from '../../../ui/locale/words.ts';
import type { DoctorList } from '../rules.ts';
import { paperText as text } from '../text.ts';
import { ink } from './ink.ts';

const cell = { p: '1.5mm 2mm', textAlign: 'left', verticalAlign: 'top', borderBottom: '1px solid #999' } as const;
const narrowCell = { ...cell, whiteSpace: 'nowrap' } as const;

function Row({ row, number }: { row: TodaysAppointment; number: number }) {
  const details = [identityText(row.identity), row.AppointmentType === 'Tele Consultation' && text.tele];
  return (
    <Box component="tr" sx={{ breakInside: 'avoid' }}>
      <Box component="td" sx={narrowCell}>
        {number}
      </Box>
      <Box component="td" sx={{ ...narrowCell, fontWeight: 600 }}>
        {clockTime(row.AppointmentTime)}
      </Box>
      <Box component="td" sx={cell}>
        <b>{row.PatientName ?? appointmentText.erased}</b>
        <div>{details.filter(Boolean).join(' · ')}</div>
      </Box>
      <Box component="td" sx={narrowCell}>
        {row.PatientContact === null ? '' : phoneText(row.PatientContact)}
      </Box>
      <Box component="td" sx={narrowCell}>
        {row.presence ? tokenText(row.presence) : ''}
      </Box>
      <Box component="td" sx={narrowCell}>
        {row.paid ? appointmentText.payment.Paid : appointmentText.payment.Pay_later}
        <div>{partPaidWords(visitOfCard(row))}</div>
      </Box>
      {/* Empty until it is marked, to be marked by hand. */}
      <Box component="td" sx={{ ...cell, width: '26mm' }}>
        {row.Status === 'Confirmed' ? '' : statusWord(row.Status, false)}
      </Box>
    </Box>
  );
}

/** A doctor's list of today, on its own A4 sheets; its heading is repeated on each. */
export function DaySheet({ list, today }: { list: DoctorList; today: string }) {
  const { clientName } = useIdentity();
  const { serial, time, name, phone, token, payment } = text.columns;
  return (
    <Box
      component="section"
      className="sheet"
      aria-label={list.name}
      sx={{ ...ink, boxSizing: 'border-box', width: '210mm', p: '12mm' }}
    >
      <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontSize: '10pt' }}>
        <thead>
          <tr>
            <Box component="th" colSpan={7} sx={{ textAlign: 'left', fontWeight: 400, pb: '4mm' }}>
              <Box sx={{ fontSize: '14pt', fontWeight: 600 }}>{list.name}</Box>
              {[longDate(today), clientName, text.appointments(list.rows.length)].join(' · ')}
            </Box>
          </tr>
          <tr>
            {[serial, time, name, phone, token, payment, text.mark].map((heading) => (
              <Box key={heading} component="th" scope="col" sx={{ ...narrowCell, borderBottomColor: '#000' }}>
                {heading}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row, index) => (
            <Row key={row.AppointmentId} row={row} number={index + 1} />
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

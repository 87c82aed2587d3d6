import type { PersonToCall } from '@dayline/contracts/endpoints/appointments/calls';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { countText, phoneText } from '../../../ui/locale/words.ts';
import { onPrint } from '../../../ui/theme/on-print.ts';
import { callsText as text } from '../text.ts';
import { reasonOf, whenOf } from './columns.tsx';

/** All patients on paper, with a box to tick; prints once it is rendered. */
export function PrintedList(props: { rows: readonly PersonToCall[]; zone: string; now: string; onPrinted(): void }) {
  const { rows, zone, now, onPrinted } = props;
  useEffect(() => {
    const stop = onPrint((isPrinting) => {
      if (!isPrinting) onPrinted();
    });
    window.print();
    return stop;
  }, [onPrinted]);
  return (
    <Box
      aria-hidden="true"
      sx={{
        display: 'none',
        '@media print': { display: 'block', color: '#000', fontSize: '11px' },
        '& table': { width: '100%', borderCollapse: 'collapse' },
        '& tr': { breakInside: 'avoid' },
        '& td:nth-of-type(1), & td:nth-of-type(3), & td:nth-of-type(4)': { whiteSpace: 'nowrap' },
        '& td': { borderTop: '1px solid #999', py: '5px', pr: '8px', verticalAlign: 'top' },
      }}
    >
      <p>{text.asOf(instantAtClinic(now, zone))}</p>
      <table>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.AppointmentId}>
              <td>☐ {countText(index + 1)}</td>
              <td>
                <b>{row.UserName ?? appointmentText.erased}</b>
              </td>
              <td>{row.UserContact === null ? '' : phoneText(row.UserContact)}</td>
              <td>{whenOf(row)}</td>
              <td>{row.POCName}</td>
              <td>{reasonOf(row)}</td>
              <td>
                {row.contact
                  ? [row.contact.reached ? text.wasReached : text.wasNotReached, row.contact.note]
                      .filter(Boolean)
                      .join(': ')
                  : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

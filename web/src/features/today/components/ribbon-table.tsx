import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { hourName } from '../../../shared/appointments/day-picture/rules.ts';
import { todayText as text } from '../text.ts';
import type { RibbonHour } from '../worklist.ts';

const columns = ['hour', 'marked', 'toCome', 'late', 'booked', 'places'] as const;

/** The day by hour in numbers. */
export function RibbonTable({ hours }: { hours: readonly RibbonHour[] }) {
  return (
    <TableContainer>
      <Table size="small" aria-label={text.byHour}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column} scope="col" align={column === 'hour' ? 'left' : 'right'}>
                {text.columns[column]}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {hours.map(({ hour, marked, toCome, late, booked, places }) => (
            <TableRow key={hour}>
              <TableCell component="th" scope="row">
                {hourName(hour)}
              </TableCell>
              {[marked, toCome, late, booked, places].map((count, index) => (
                <TableCell key={columns[index + 1]} align="right">
                  {count}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

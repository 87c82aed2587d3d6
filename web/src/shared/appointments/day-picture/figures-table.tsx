import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { countText } from '../../../ui/locale/words.ts';
import { chartHeight } from './charts.tsx';

/** A picture's numbers as a table: the first column has names, the others counts. */
export function FiguresTable(props: {
  label: string;
  columns: readonly string[];
  rows: readonly { name: string; figures: readonly number[] }[];
  /** As high as the picture that it replaces; scrolls. */
  scrolls?: boolean;
}) {
  const { label, columns, rows, scrolls = true } = props;
  const region = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <TableContainer
      {...(scrolls ? { ...region, sx: { height: chartHeight, '& td, & th': { height: 32, py: 0 } } } : {})}
    >
      <Table size="small" stickyHeader={scrolls} aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableCell key={column} scope="col" align={index === 0 ? 'left' : 'right'}>
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.name}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                {row.name}
              </TableCell>
              {row.figures.map((figure, index) => (
                <TableCell key={columns[index + 1]} align="right">
                  {countText(figure)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

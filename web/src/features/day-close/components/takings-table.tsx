import { type DeskTakings, leftOf, sumOf } from '@dayline/contracts/clinic/takings';
import Box from '@mui/material/Box';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { dayCloseText as text } from '../text.ts';

const look = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: { xs: '0.8125rem', sm: '0.875rem' },
  '& th, & td': { px: { xs: 0.75, sm: 2 }, py: 0.75, textAlign: 'right', whiteSpace: 'nowrap', fontWeight: 400 },
  // On a phone, corrections and refunds are below the payments, to leave room for the net amount.
  '& .wide': { display: { xs: 'none', sm: 'table-cell' } },
  '& small.narrow': { display: { xs: 'block', sm: 'none' } },
  // Larger amounts scroll sideways instead of squeezing the desk's column.
  '& th:first-of-type': {
    textAlign: 'left',
    whiteSpace: 'normal',
    pl: { xs: 1.5, sm: 2 },
    minWidth: { xs: 88, sm: 120 },
  },
  '& thead th': { fontSize: '0.8125rem', color: 'text.secondary' },
  '& tbody tr, & tfoot tr': { borderTop: '1px solid', borderColor: 'divider', breakInside: 'avoid' },
  '& tfoot th, & tfoot td, & td:last-of-type': { fontWeight: 600 },
  '& small': { display: 'block', fontSize: '0.75rem', color: 'text.secondary', fontWeight: 400, whiteSpace: 'normal' },
  '@media print': { '&& th, && td': { py: 0.25 }, '&& small:not(.narrow)': { display: 'inline', ml: 1 } },
} as const;

type Sums = Omit<DeskTakings, 'actorId' | 'name' | 'method'>;

/** Takings by desk and method, in rupees; without the column of corrections if there are none. */
export function TakingsTable({ label, takings }: { label: string; takings: readonly DeskTakings[] }) {
  const hasCorrected = takings.some(({ corrected }) => corrected !== 0);
  const { desk, taken, corrected, refunded, left } = text.columns;
  const below = (heading: string, paise: number) =>
    paise === 0 ? null : <small className="narrow">{`${heading} ${paiseAmount(0 - paise)}`}</small>;
  const cells = (sums: Sums) => (
    <>
      <td>
        {paiseAmount(sums.taken)}
        {sums.withoutAmount === 0 ? null : <small>{text.withoutAmount(sums.withoutAmount)}</small>}
        {below(corrected, sums.corrected)}
        {below(refunded, sums.refunded)}
      </td>
      {hasCorrected ? <td className="wide">{paiseAmount(0 - sums.corrected)}</td> : null}
      <td className="wide">{paiseAmount(0 - sums.refunded)}</td>
      <td>{paiseAmount(leftOf(sums))}</td>
    </>
  );
  const columns = [
    { heading: desk, isWide: false },
    { heading: taken, isWide: false },
    ...(hasCorrected ? [{ heading: corrected, isWide: true }] : []),
    { heading: refunded, isWide: true },
    { heading: left, isWide: false },
  ];
  return (
    <Box tabIndex={0} role="region" aria-label={label} sx={{ overflowX: 'auto' }}>
      <Box component="table" sx={look}>
        <thead>
          <tr>
            {columns.map(({ heading, isWide }) => (
              <th key={heading} scope="col" className={isWide ? 'wide' : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {takings.map((taking) => (
            <tr key={`${taking.actorId} ${taking.method}`}>
              <th scope="row">
                {taking.name}
                <small>{text.methods[taking.method]}</small>
              </th>
              {cells(taking)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.all}</th>
            {cells(sumOf(takings))}
          </tr>
        </tfoot>
      </Box>
    </Box>
  );
}

import type { ImportRow } from '@dayline/contracts/endpoints/import';
import Button from '@mui/material/Button';
import { useCall } from '../../../shared/api/hooks.ts';
import { identityText } from '../../../shared/format/identity.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { Key } from '../../../ui/buttons/key.tsx';
import { Inline, Muted, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import { usePreview } from '../api/use-preview.ts';
import { cellOf, optionsOf, type ShownColumn } from '../rules.ts';
import { importText as text } from '../text.ts';
import { firstOnPhone, type Rows, wholeOnPhone } from './row-state.ts';

/** The person whom a row may be, in the table's columns. */
interface Person {
  readonly name: string;
  readonly values: readonly string[];
  readonly where: string;
  readonly userId?: string;
}

/** A patient of the client. */
function useExistingPatient(id: string | null, columns: readonly ShownColumn[]): Person | undefined {
  const { data } = useCall('getPatientOverview', { userId: id ?? '', past: 0 }, { enabled: id !== null });
  if (!data || id === null || data.name === null) return undefined;
  const { identity, phone, location, name } = data;
  const values = columns.map(({ fields: [field] }) => {
    if (field === 'uhid') return identity?.uhid ?? '';
    if (field === 'name') return name;
    if (field === 'phone') return phone === null ? '' : phoneText(phone);
    if (field === 'location') return location ?? '';
    return identityText(identity && { ...identity, uhid: null });
  });
  return { name, values, where: text.existingPatient, userId: id };
}

/** The person of an earlier row of the file. The row is on the computed page unless the file has empty lines. */
function useEarlierRow(row: number | null, { request, pageSize, columns, rows }: Rows): Person | undefined {
  const onPage = rows.find((candidate) => candidate.row === row);
  const page = Math.floor(Math.max(0, (row ?? 2) - 2) / pageSize) + 1;
  const { query } = usePreview(
    { ...request, show: 'all', page, pageSize },
    { enabled: row !== null && onPage === undefined },
  );
  const found: ImportRow | undefined = onPage ?? query.data?.rows.find((candidate) => candidate.row === row);
  if (!found || row === null) return undefined;
  const values = columns.map((column) => cellOf(found, column).value);
  return { name: found.match?.name ?? '', values, where: text.inThisFile(row) };
}

const Verdict = ({ isSame }: { isSame: boolean }) => (
  <Span sx={{ fontWeight: 600, color: isSame ? 'status.visited.main' : 'status.notVisited.main' }}>
    {isSame ? text.same : text.different}
  </Span>
);

/** The decision that a row needs: whether it is an existing patient or the person of an earlier row, or which age is right. */
export function DecisionPanel({ row, rows, grid }: { row: ImportRow; rows: Rows; grid: object }) {
  const { columns, onDecide, decided, counts } = rows;
  const existing = useExistingPatient(row.match?.id ?? null, columns);
  const earlier = useEarlierRow(row.match?.id ? null : (row.match?.row ?? null), rows);
  const candidate = existing ?? earlier;
  const own = columns.map((column) => cellOf(row, column).value);
  return (
    <Stack role="group" aria-label={text.decisionFor(row.row)} gap={0.5}>
      {candidate ? (
        <Stack sx={{ ...grid, borderTop: '1px dashed', borderColor: 'status.notVisited.line', pt: 0.5 }}>
          <Span sx={{ display: { xs: 'none', md: 'block' } }} />
          {columns.map(({ heading, strong }, index) => (
            <Stack key={heading} sx={{ minWidth: 0, overflowWrap: 'anywhere', ...(strong ? firstOnPhone : {}) }}>
              <Span sx={{ fontWeight: strong ? 600 : 400 }}>
                {strong && candidate.userId ? (
                  <PatientLink userId={candidate.userId} name={candidate.values[index] ?? ''}>
                    {candidate.values[index]}
                  </PatientLink>
                ) : (
                  candidate.values[index]
                )}
              </Span>
              <Muted>
                {candidate.values[index] === '' && own[index] === '' ? null : (
                  <Verdict isSame={candidate.values[index] === own[index]} />
                )}
              </Muted>
            </Stack>
          ))}
          <Muted sx={wholeOnPhone}>{candidate.where}</Muted>
        </Stack>
      ) : null}
      <Inline gap={1} wrap sx={{ mt: 0.5, ml: { md: '56px' } }}>
        <Span sx={{ fontWeight: 600, mr: 'auto' }}>{row.problem?.sentence}</Span>
        <Muted sx={{ width: { xs: '100%', md: 'auto' } }}>{text.decidedOf(decided, counts.needsDecision)}</Muted>
        {optionsOf(row).map(({ key, name, choice }) => (
          <Button
            key={key}
            variant="outlined"
            aria-keyshortcuts={key}
            onClick={() => onDecide(row.row, choice)}
            endIcon={
              <Span aria-hidden="true" sx={{ display: { xs: 'none', md: 'flex' } }}>
                <Key>{key.toUpperCase()}</Key>
              </Span>
            }
          >
            {name}
          </Button>
        ))}
      </Inline>
    </Stack>
  );
}

import type { BothFigures } from '@dayline/contracts/endpoints/audit/report';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTable } from '@tanstack/react-table';
import { Fragment, useMemo } from 'react';
import { Icon } from '../../../ui/icons/icon.tsx';
import { features, type TableRow } from '../../../ui/table/features.ts';
import {
  type Cell,
  differs,
  type FigureName,
  type Group,
  type Grouping,
  isMoney,
  monthText,
  pairOf,
  positionText,
  type Report,
  sumOf,
  type Table,
  tables,
} from '../report.ts';
import { reportText as text } from '../text.ts';
import { headLine, look } from './figures-look.ts';
import { type Knowledge, PositionsLine } from './positions-line.tsx';

/** Lines shown at first, in addition to all that differ. */
const shownAtFirst = 5;

interface Choice {
  /** The figures of the table. */
  figures: readonly FigureName[];
  cell: Cell | undefined;
  onCell(cell: Cell): void;
}

interface SummedGroup {
  both: BothFigures;
}

/** What an amount omits, shown below it. */
function WithoutFee({ both, figure, at }: SummedGroup & { figure: FigureName; at: 'earlier' | 'later' }) {
  const count = figure === 'payments' ? both[at].withoutAmount : 0;
  return count === 0 ? null : <small>{text.withoutFee(count)}</small>;
}

/** A figure as known then and later. `positions` are below those of the total, whose later half always has a number. */
function FigureCells(
  props: Omit<Choice, 'figures'> &
    SummedGroup & { id: string; name: string; figure: FigureName; positions?: readonly [then: string, later: string] },
) {
  const { id, name, both, figure, cell, onCell, positions } = props;
  const { earlier, later, difference } = pairOf(both, figure);
  const isChosen = cell?.id === id && cell.figure === figure;
  const state = [
    difference === null || positions ? '' : 'differs',
    isChosen ? 'chosen' : '',
    isMoney(figure) ? 'money' : '',
  ].join(' ');
  return (
    <>
      <td className={`then ${state}`}>
        {earlier}
        <WithoutFee {...{ both, figure }} at="earlier" />
        {positions ? <small>{positions[0]}</small> : null}
      </td>
      <td className={`later ${state}`}>
        {difference === null && !positions ? text.same : later}
        {difference === null ? null : (
          <ButtonBase
            aria-pressed={isChosen}
            aria-label={`${name}, ${text.figures[figure]} ${difference}`}
            onClick={() => onCell({ id, figure })}
          >
            {difference}
          </ButtonBase>
        )}
        {difference === null && !positions ? null : <WithoutFee {...{ both, figure }} at="later" />}
        {positions ? <small>{positions[1]}</small> : null}
      </td>
    </>
  );
}

/** Widths of a figure's two columns, in px. */
const widthsOf = (figure: FigureName) => (isMoney(figure) ? ([104, 176] as const) : ([52, 90] as const));
const nameWidth = 172;
const widthOf = (figures: readonly FigureName[]): number =>
  figures.flatMap(widthsOf).reduce((sum, width) => sum + width, nameWidth);

function ColumnHeads({
  nameHead,
  figures,
  knowledge,
}: { nameHead: string; knowledge: Knowledge } & Pick<Choice, 'figures'>) {
  return (
    <>
      <colgroup>
        <col style={{ width: nameWidth }} />
        {figures.flatMap((name) => {
          const [earlier, after] = widthsOf(name);
          return [
            <col key={`${name}-then`} style={{ width: earlier }} />,
            <col key={`${name}-later`} style={{ width: after }} />,
          ];
        })}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" rowSpan={2} className="name">
            {nameHead}
          </th>
          {figures.map((name) => (
            <th key={name} colSpan={2} scope="colgroup" className="figure">
              {text.figures[name]}
            </th>
          ))}
        </tr>
        <tr>
          {figures.flatMap((name) => [
            <th key={`${name}-then`} scope="col" className="then">
              {knowledge.earlier}
            </th>,
            <th key={`${name}-later`} scope="col" className={isMoney(name) ? 'later money' : 'later'}>
              {knowledge.later}
            </th>,
          ])}
        </tr>
      </thead>
    </>
  );
}

/** A group's line; the rest of a long list is one line with their sums, which expands. */
type GroupLine = Group & { readonly rest?: readonly Group[] };

/** All groups that differ and the first few, then the rest collapsed into one line. */
function linesOf(groups: readonly Group[], grouping: Grouping): GroupLine[] {
  const first = Math.max(shownAtFirst, groups.filter(differs).length);
  const rest = groups.slice(first);
  // A single collapsed line would take as much room as the line that expands it.
  if (rest.length <= 1) return [...groups];
  const restGroup = { id: 'rest', name: text.more[grouping](rest.length), earlierName: null, ...sumOf(rest), rest };
  return [...groups.slice(0, first), restGroup];
}

function GroupRows(props: Choice & { groups: readonly Group[]; grouping: Grouping }) {
  const { groups, grouping, figures, ...choice } = props;
  const data = useMemo(() => linesOf(groups, grouping), [groups, grouping]);
  const table = useTable({
    ...{ features, columns: [], data, autoResetExpanded: false },
    getRowId: ({ id }: GroupLine) => id,
    getSubRows: ({ rest }: GroupLine) => rest && [...rest],
  });
  const cellsOf = (group: Group) =>
    figures.map((figure) => (
      <FigureCells key={figure} {...choice} id={group.id} name={group.name} both={group} figure={figure} />
    ));
  const lineOf = ({ id, original }: TableRow<GroupLine>, className?: string) => (
    <tr key={id} className={className}>
      <th scope="row">
        {original.name}
        {original.earlierName === null ? null : <small>{text.thenCalled(original.earlierName)}</small>}
      </th>
      {cellsOf(original)}
    </tr>
  );
  return (
    <tbody>
      {table.getCoreRowModel().rows.map((row) => {
        if (row.subRows.length === 0) return lineOf(row);
        const isOpen = row.getIsExpanded();
        return (
          <Fragment key={row.id}>
            {/* Paper has all of them. */}
            {row.subRows.map((hidden) => lineOf(hidden, isOpen ? undefined : 'on-paper'))}
            <tr className="rest not-on-paper">
              <th scope="row">
                <ButtonBase aria-expanded={isOpen} onClick={() => row.toggleExpanded()}>
                  <Icon name={isOpen ? 'up' : 'right'} size={14} />
                  {isOpen ? text.fewer : row.original.name}
                </ButtonBase>
              </th>
              {isOpen ? <td colSpan={2 * figures.length} /> : cellsOf(row.original)}
            </tr>
          </Fragment>
        );
      })}
    </tbody>
  );
}

function TotalRow(props: Choice & SummedGroup & { name: string; then: string; later: string }) {
  const { name, then, later, figures, ...cells } = props;
  return (
    <tfoot>
      <tr>
        <th scope="row">
          {name}
          <small>{text.atPosition}</small>
        </th>
        {figures.map((figure) => (
          <FigureCells key={figure} {...cells} id="all" name={name} figure={figure} positions={[then, later]} />
        ))}
      </tr>
    </tfoot>
  );
}

/** The figures of each doctor or department as known then and later, with the totals, in two tables. */
export function FiguresTables(
  props: Omit<Choice, 'figures'> & {
    report: Report;
    groups: readonly Group[];
    grouping: Grouping;
    knowledge: Knowledge;
  },
) {
  const { report, groups, grouping, knowledge, ...choice } = props;
  const [then, later] = [positionText(report.earlier.position), positionText(report.later.position)];
  const table = (name: Table) => (
    <Box key={name} sx={{ breakInside: 'avoid' }}>
      <Box sx={headLine}>
        <Typography variant="h3" component="h2" sx={{ color: 'text.primary' }}>
          {text.tables[name]}
        </Typography>
        <span>{text.hints[name]}</span>
      </Box>
      <Box
        tabIndex={0}
        role="region"
        aria-label={text.tableOf[grouping](text.tables[name], monthText(report.month))}
        sx={{ overflowX: 'auto' }}
      >
        <Box component="table" sx={look} style={{ minWidth: widthOf(tables[name]) }}>
          <ColumnHeads
            nameHead={grouping === 'doctor' ? text.doctor : text.department}
            figures={tables[name]}
            knowledge={knowledge}
          />
          <GroupRows {...choice} groups={groups} grouping={grouping} figures={tables[name]} />
          <TotalRow
            {...choice}
            name={text.allOf[grouping](groups.length)}
            both={report.total}
            figures={tables[name]}
            then={then}
            later={later}
          />
        </Box>
      </Box>
    </Box>
  );
  return (
    <Paper sx={{ minWidth: 0, overflow: 'hidden' }}>
      <GlobalStyles styles={{ '@page': { size: 'A4 landscape', margin: '10mm' } }} />
      <PositionsLine month={report.month} knowledge={knowledge} then={then} later={later} />
      {table('visits')}
      {table('money')}
    </Paper>
  );
}

import type { BothFigures } from '@dayline/contracts/endpoints/audit/report';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Span } from '../../../ui/layout/boxes.tsx';
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

/** Lines that are shown at first, besides all that differ. */
const shownAtFirst = 5;

export interface Knowledge {
  /** `Nov 2`, above the figures known then. */
  readonly earlier: string;
  /** `today`, or the later moment's day. */
  readonly later: string;
  /** `As known on Nov 2, 11:59:59 PM` and `As known today, 2:02:11 PM`. */
  readonly earlierInFull: string;
  readonly laterInFull: string;
}

interface Choice {
  /** Of the table. */
  figures: readonly FigureName[];
  cell: Cell | undefined;
  onCell(cell: Cell): void;
}

interface Summed {
  both: BothFigures;
}

/** Under an amount, what it leaves out. */
function WithoutFee({ both, figure, at }: Summed & { figure: FigureName; at: 'earlier' | 'later' }) {
  const count = figure === 'payments' ? both[at].withoutAmount : 0;
  return count === 0 ? null : <small>{text.withoutFee(count)}</small>;
}

function FigureCells(props: Omit<Choice, 'figures'> & Summed & { id: string; name: string; figure: FigureName }) {
  const { id, name, both, figure, cell, onCell } = props;
  const { earlier, later, difference } = pairOf(both, figure);
  const isChosen = cell?.id === id && cell.figure === figure;
  const state = [difference === null ? '' : 'differs', isChosen ? 'chosen' : '', isMoney(figure) ? 'money' : ''].join(
    ' ',
  );
  return (
    <>
      <td className={`then ${state}`}>
        {earlier}
        <WithoutFee {...{ both, figure }} at="earlier" />
      </td>
      <td className={`later ${state}`}>
        {difference === null ? (
          text.same
        ) : (
          <>
            {later}
            <ButtonBase
              aria-pressed={isChosen}
              aria-label={`${name}, ${text.figures[figure]} ${difference}`}
              onClick={() => onCell({ id, figure })}
            >
              {difference}
            </ButtonBase>
            <WithoutFee {...{ both, figure }} at="later" />
          </>
        )}
      </td>
    </>
  );
}

function Key({ then, children }: { then?: boolean; children: ReactNode }) {
  const colour = then ? 'status.blocked' : 'primary';
  return (
    <Span sx={{ display: 'inline-flex', flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'center', gap: 0.75 }}>
      <Box
        component="i"
        sx={{
          width: 12,
          height: 12,
          borderRadius: '3px',
          border: '1.5px solid',
          borderColor: `${colour}.main`,
          bgcolor: then ? 'status.blocked.line' : 'primary.main',
        }}
      />
      {children}
    </Span>
  );
}

/** The moments and positions of both columns, with their colours. */
function PositionsLine(props: { month: string; knowledge: Knowledge; then: string; later: string }) {
  const { month, knowledge, then, later } = props;
  return (
    <Box sx={headLine}>
      {/* On paper, where the choice of a month is hidden. */}
      <Bold sx={{ display: 'none', '@media print': { display: 'block' } }}>{monthText(month)}</Bold>
      <Key then>
        <Bold sx={{ color: 'status.blocked.main' }}>{knowledge.earlierInFull}</Bold>
        {text.position(then)}
      </Key>
      <Key>
        <Bold sx={{ color: 'text.primary' }}>{knowledge.laterInFull}</Bold>
        {text.position(later)}
      </Key>
    </Box>
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

/** A line for each group; of a long list those that differ and the first few, the others folded into one line. */
function GroupRows({
  groups,
  grouping,
  figures,
  cell,
  onCell,
}: Choice & { groups: readonly Group[]; grouping: Grouping }) {
  const [isOpen, setOpen] = useState(false);
  const differing = groups.filter(differs).length;
  const first = Math.max(shownAtFirst, differing);
  // A single folded line would take as much room as the line that unfolds it.
  const isCut = groups.length > first + 1;
  const rest = groups.slice(first);
  const cellsOf = (id: string, name: string, both: BothFigures) =>
    figures.map((figure) => <FigureCells key={figure} {...{ id, name, both, figure, cell, onCell }} />);
  return (
    <tbody>
      {groups.map((group, index) => (
        // Paper has all of them.
        <tr key={group.id} className={isCut && !isOpen && index >= first ? 'on-paper' : undefined}>
          <th scope="row">
            {group.name}
            {group.earlierName === null ? null : <small>{text.thenCalled(group.earlierName)}</small>}
          </th>
          {cellsOf(group.id, group.name, group)}
        </tr>
      ))}
      {isCut ? (
        <tr className="rest not-on-paper">
          <th scope="row">
            <ButtonBase aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <Icon name={isOpen ? 'up' : 'right'} size={14} />
              {isOpen ? text.fewer : text.more[grouping](rest.length)}
            </ButtonBase>
          </th>
          {isOpen ? (
            <td colSpan={2 * figures.length} />
          ) : (
            cellsOf('rest', text.more[grouping](rest.length), sumOf(rest))
          )}
        </tr>
      ) : null}
    </tbody>
  );
}

function TotalRow(props: Choice & Summed & { name: string; then: string; later: string }) {
  const { name, both, then, later, figures, cell, onCell } = props;
  return (
    <tfoot>
      <tr>
        <th scope="row">
          {name}
          <small>{text.atPosition}</small>
        </th>
        {figures.map((figure) => {
          const pair = pairOf(both, figure);
          const isChosen = cell?.id === 'all' && cell.figure === figure;
          const state = [isChosen ? 'chosen' : '', isMoney(figure) ? 'money' : ''].join(' ');
          return [
            <td key={`${figure}-then`} className={`then ${state}`}>
              {pair.earlier}
              <WithoutFee {...{ both, figure }} at="earlier" />
              <small>{then}</small>
            </td>,
            <td key={`${figure}-later`} className={`later ${state}`}>
              {pair.later}
              {pair.difference === null ? null : (
                <ButtonBase
                  aria-pressed={isChosen}
                  aria-label={`${name}, ${text.figures[figure]} ${pair.difference}`}
                  onClick={() => onCell({ id: 'all', figure })}
                >
                  {pair.difference}
                </ButtonBase>
              )}
              <WithoutFee {...{ both, figure }} at="later" />
              <small>{later}</small>
            </td>,
          ];
        })}
      </tr>
    </tfoot>
  );
}

/** The figures of each doctor or department as they were known then and later, and of all together, in two tables. */
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
  const table = (what: Table) => (
    <Box key={what} sx={{ breakInside: 'avoid' }}>
      <Box sx={headLine}>
        <Typography variant="h3" component="h2" sx={{ color: 'text.primary' }}>
          {text.tables[what]}
        </Typography>
        <span>{text.hints[what]}</span>
      </Box>
      <Box
        tabIndex={0}
        role="region"
        aria-label={text.tableOf[grouping](text.tables[what], monthText(report.month))}
        sx={{ overflowX: 'auto' }}
      >
        <Box component="table" sx={look} style={{ minWidth: widthOf(tables[what]) }}>
          <ColumnHeads
            nameHead={grouping === 'doctor' ? text.doctor : text.department}
            figures={tables[what]}
            knowledge={knowledge}
          />
          <GroupRows {...choice} groups={groups} grouping={grouping} figures={tables[what]} />
          <TotalRow
            {...choice}
            name={text.allOf[grouping](groups.length)}
            both={report.total}
            figures={tables[what]}
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

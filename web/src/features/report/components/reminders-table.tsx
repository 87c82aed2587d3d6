import type { Figures } from '@dayline/contracts/endpoints/audit/report';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { countText } from '../../../ui/locale/words.ts';
import { type Group, type Grouping, monthText, type Report } from '../report.ts';
import { reportText as text } from '../text.ts';
import { headLine, look } from './figures-look.ts';
import type { Knowledge } from './positions-line.tsx';

/** As the table of figures, with both moments alike: there is no difference of its own to stress. */
const sharesLook = {
  ...look,
  tableLayout: 'auto',
  '& td.then, & td.later': { pl: 1.75 },
  '& tbody td.then': { color: 'status.blocked.main' },
  '& tbody td.later': { color: 'text.primary', fontSize: '0.875rem' },
} as const;

type Row = Pick<Group, 'id' | 'name' | 'earlier' | 'later' | 'messages'>;

const titleId = 'report-reminders';
const shareText = (part: number, all: number): string => (all === 0 ? '–' : text.reminders.share(part, all));
const withReminder = ({ reminded, remindedNoShows }: Figures) => shareText(remindedNoShows, reminded);
const withoutReminder = ({ visits, noShows, reminded, remindedNoShows }: Figures) =>
  shareText(noShows - remindedNoShows, visits + noShows - reminded);
const isReminded = ({ earlier, later }: Pick<Row, 'earlier' | 'later'>): boolean =>
  earlier.reminded + later.reminded > 0;
const isListed = (row: Row): boolean => isReminded(row) || row.messages.later > 0;

function Cells({ earlier, later, messages }: Row) {
  return (
    <>
      <td className="then">{withReminder(earlier)}</td>
      <td className="later">{withReminder(later)}</td>
      <td className="then">{withoutReminder(earlier)}</td>
      <td className="later">{withoutReminder(later)}</td>
      <td className="then">{countText(messages.earlier)}</td>
      <td className="later">{countText(messages.later)}</td>
    </>
  );
}

function SharesTable({
  rows,
  total,
  nameHead,
  knowledge,
}: RemindersProps & { rows: readonly Row[]; total: Row; nameHead: string }) {
  return (
    <Box component="table" sx={sharesLook} style={{ minWidth: 720 }}>
      <thead>
        <tr>
          <th scope="col" rowSpan={2} className="name">
            {nameHead}
          </th>
          {[text.reminders.reminded, text.reminders.others, text.reminders.messages].map((head) => (
            <th key={head} colSpan={2} scope="colgroup" className="figure">
              {head}
            </th>
          ))}
        </tr>
        <tr>
          {['reminded', 'others', 'messages'].flatMap((name) => [
            <th key={`${name}-then`} scope="col" className="then">
              {knowledge.earlier}
            </th>,
            <th key={`${name}-later`} scope="col" className="later">
              {knowledge.later}
            </th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name}</th>
            <Cells {...row} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total.name}</th>
          <Cells {...total} />
        </tr>
      </tfoot>
    </Box>
  );
}

interface RemindersProps {
  report: Report;
  groups: readonly Group[];
  grouping: Grouping;
  knowledge: Knowledge;
}

/** No-shows with and without a reminder and messages sent, of the doctors or departments that have any, and in total. */
export function RemindersTable(props: RemindersProps) {
  const { report, groups, grouping } = props;
  const total = { ...report.total, id: 'all', name: text.allOf[grouping](groups.length) };
  return (
    <Paper component="section" aria-labelledby={titleId} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box sx={headLine}>
        <Typography id={titleId} variant="h3" component="h2" sx={{ color: 'text.primary' }}>
          {text.reminders.title}
        </Typography>
        {isListed(total) ? <span>{isReminded(total) ? text.reminders.hint : text.reminders.none}</span> : null}
      </Box>
      {isListed(total) ? (
        <Box
          tabIndex={0}
          role="region"
          aria-label={text.tableOf[grouping](text.reminders.title, monthText(report.month))}
          sx={{ overflowX: 'auto' }}
        >
          <SharesTable
            {...{ ...props, total }}
            rows={groups.filter(isListed)}
            nameHead={grouping === 'doctor' ? text.doctor : text.department}
          />
        </Box>
      ) : (
        <Typography sx={{ px: 2, py: 2, color: 'text.secondary' }}>{text.reminders.none}</Typography>
      )}
    </Paper>
  );
}

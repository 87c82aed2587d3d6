import type { ImportFile } from '@dayline/contracts/endpoints/import';
import { fieldsOfImport, type ImportField, type ListKind, listKinds } from '@dayline/contracts/imports/kinds';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, lineBelow, Muted, PlainList, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/summary-list.tsx';
import { useUpload } from '../api/use-upload.ts';
import { columnsFault, type Draft, draftOf } from '../rules.ts';
import { importText as text } from '../text.ts';

const grid = { xs: 'minmax(0, 1fr)', md: '152px minmax(0, 1fr) 24px 232px 128px' };

/** Says how the field of a column was found. A field that the user chose needs no check. */
function MatchNote({ column, field }: { column: ImportFile['columns'][number]; field: ImportField | null }) {
  if (field === null) return null;
  const isChosen = field !== column.field;
  const isUnsure = !isChosen && column.match === 'guessed';
  const words = isChosen
    ? text.chosen
    : column.match === 'recognised' && column.empty > 0
      ? ''
      : text.match[column.match];
  return (
    <Inline
      component="span"
      gap={0.75}
      sx={{ fontSize: '0.8125rem', color: isUnsure ? 'status.notVisited.main' : 'text.secondary' }}
    >
      <Icon name={isUnsure ? 'warning' : 'check'} size={16} sx={isUnsure ? {} : { color: 'fill.low' }} />
      <Span sx={{ fontWeight: isUnsure ? 600 : 400 }}>{words || text.emptyCells(column.empty)}</Span>
    </Inline>
  );
}

interface ColumnProps {
  column: ImportFile['columns'][number];
  name: string;
  field: ImportField | null;
  kind: ListKind;
  onChange(field: ImportField | null): void;
}

function Column({ column, name, field, kind, onChange }: ColumnProps) {
  const isUnsure = field !== null && field === column.field && column.match === 'guessed';
  const choices = fieldsOfImport[kind].map((choice) => ({ value: choice, label: text.fields[choice] }));
  return (
    <Stack
      component="li"
      sx={{
        gridTemplateColumns: grid,
        columnGap: 1.5,
        rowGap: 0.5,
        alignItems: 'center',
        minHeight: 50,
        px: 2,
        py: { xs: 1, md: 0.5 },
        ...lineBelow,
        '&:last-of-type': { borderBottom: 0 },
        bgcolor: isUnsure ? 'status.notVisited.soft' : field === null ? 'background.default' : undefined,
      }}
    >
      <Bold sx={{ overflowWrap: 'anywhere', ...(field === null ? { fontWeight: 400 } : {}) }}>{name}</Bold>
      <Muted sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { md: 'nowrap' } }}>
        {column.sampleValues.join(' · ') || text.empty}
      </Muted>
      <Icon name="right" size={16} sx={{ display: { xs: 'none', md: 'block' }, color: 'text.secondary' }} />
      <NativeSelectField
        label={text.importAs(name)}
        labelHidden
        value={field ?? ''}
        onChange={(value) =>
          onChange((fieldsOfImport[kind] as readonly ImportField[]).find((choice) => choice === value) ?? null)
        }
        choices={[{ value: '', label: text.doNotImport }, ...choices]}
      />
      <MatchNote column={column} field={field} />
    </Stack>
  );
}

function FileFormat({ draft, onOrder }: { draft: Draft; onOrder(order: Draft['dayOrder']): void }) {
  const { file, dayOrder, columns } = draft;
  const hasDates = columns.some((field) => field !== null && ['date', 'bornOn', 'from', 'to'].includes(field));
  return (
    <Section title={text.fileFormat}>
      <Stack gap={1.5}>
        <Facts
          items={[
            { term: text.size, value: text.sizeOf(Math.max(1, Math.round(file.bytes / 1024)), file.rows) },
            { term: text.separator, value: text.separators[file.separator] },
            { term: text.encoding, value: text.encodings[file.encoding] },
          ]}
        />
        {hasDates ? (
          <NativeSelectField
            label={text.dayOrder}
            value={dayOrder}
            onChange={(order) => onOrder(order === 'monthFirst' ? order : 'dayFirst')}
            choices={[
              { value: 'dayFirst', label: text.dayFirst },
              { value: 'monthFirst', label: text.monthFirst },
            ]}
          />
        ) : null}
      </Stack>
    </Section>
  );
}

/** The first step once a file is uploaded: the field of each column. */
export function Columns({ draft, onChange }: { draft: Draft; onChange(draft: Draft): void }) {
  const { file, columns } = draft;
  const { readAs, problem, isBusy } = useUpload((result) => onChange(draftOf(result)));
  const headers = text.columnHeaders;
  const fault = file.isKindClear ? columnsFault(file.kind, columns) : text.kindUnclear;
  return (
    <Stack
      gap={2}
      sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' }, alignItems: 'start' }}
    >
      <Stack gap={2} sx={{ minWidth: 0 }}>
        <Problem>{problem ?? fault}</Problem>
        <Paper sx={{ overflow: 'hidden' }}>
          <Box
            aria-hidden="true"
            sx={{
              ...{ display: { xs: 'none', md: 'grid' }, gridTemplateColumns: grid, columnGap: 1.5, px: 2, py: 1 },
              ...{ ...lineBelow, bgcolor: 'background.default', fontSize: '0.8125rem', fontWeight: 600 },
              color: 'text.secondary',
            }}
          >
            <span>{headers.column}</span>
            <Box sx={{ gridColumn: 'span 2' }}>{headers.samples}</Box>
            <span>{headers.field}</span>
          </Box>
          <PlainList aria-label={text.columns}>
            {file.columns.map((column, index) => (
              <Column
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
                key={index}
                {...{ column, kind: file.kind }}
                name={column.name || text.columnNumber(index + 1)}
                field={columns[index] ?? null}
                onChange={(field) => onChange({ ...draft, columns: columns.with(index, field) })}
              />
            ))}
          </PlainList>
        </Paper>
      </Stack>
      <Stack gap={2}>
        <Section title={text.kind}>
          <RadioField
            label={text.kind}
            labelHidden
            options={listKinds.map((kind) => ({ value: kind, label: text.kinds[kind] }))}
            value={file.isKindClear ? file.kind : null}
            onChange={(kind) => {
              if (!isBusy) void readAs(file.importId, kind);
            }}
          />
          {file.kindReasons.length > 0 && file.isKindClear ? (
            <Muted>{text.kindBecause(file.kindReasons.join(', '))}</Muted>
          ) : null}
        </Section>
        <FileFormat draft={draft} onOrder={(dayOrder) => onChange({ ...draft, dayOrder })} />
        <Muted sx={{ display: { xs: 'none', md: 'block' }, px: 0.5 }}>{text.columnsHint}</Muted>
      </Stack>
    </Stack>
  );
}

import { isUncompared } from '@dayline/contracts/proof/export-check';
import { keptHeadWords } from '@dayline/contracts/proof/kept-heads';
import type { KeptHead } from '@dayline/contracts/proof/signed-head';
import { unreachable } from '@dayline/contracts/unreachable';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { type ReactNode, useRef, useState } from 'react';
import { useCall } from '../../../shared/api/hooks.ts';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Banner, Problem } from '../../../ui/feedback/banner.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { type CheckState, useCheck } from '../api/use-check.ts';
import type { NamedHead } from '../check-export.ts';
import { proofText as text } from '../text.ts';

const maxShown = 20;

interface VerdictProps {
  good: string;
  bad: string;
  /** Shown instead of `good` if something needed for that is missing. */
  doubt?: string | undefined;
  faults: readonly string[];
  count: number;
  children: ReactNode;
}

function Verdict({ good, bad, doubt, faults, count, children }: VerdictProps) {
  const isGood = count === 0 && doubt === undefined;
  return (
    <>
      <Banner tone={isGood ? 'visited' : 'cancelled'} icon={isGood ? 'check' : 'warning'} urgent={!isGood}>
        <strong>{count > 0 ? bad : (doubt ?? good)}</strong> {children}
      </Banner>
      {faults.length > 0 ? (
        <Box component="ul" aria-label={text.faults} sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {faults.slice(0, maxShown).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {count > maxShown ? <li>{text.more(count - maxShown)}</li> : null}
        </Box>
      ) : null}
    </>
  );
}

function Result({ state }: { state: CheckState }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'running':
      return (
        <Box role="status">
          {state.what}
          <LinearProgress aria-label={state.what} sx={{ mt: 1 }} />
        </Box>
      );
    case 'failed':
      return <Problem>{state.why}</Problem>;
    case 'log': {
      const { events, streams, heads, kept, views, count, faults } = state.result;
      return (
        <Verdict
          good={text.logWhole}
          bad={views ? text.viewsBroken : text.logBroken}
          count={count}
          faults={faults.map((fault) => fault.text)}
        >
          {text.logExtent(events, streams)} {text.logCompared(countText(heads), countText(kept))}
          <Box>{views ? text.viewsCompared(countText(views.rows)) : text.viewsNotCompared}</Box>
          {heads + kept === 0 ? <Box>{text.noHead}</Box> : null}
        </Verdict>
      );
    }
    case 'export': {
      const { header, entries, leftOut, heads, faults } = state.verdict;
      const extent =
        header?.format === 'dayline-report/1' ? text.reportExtent(entries) : text.exportExtent(entries, leftOut, heads);
      return (
        <Verdict
          good={text.exportWhole}
          bad={text.exportBroken}
          doubt={isUncompared(state.verdict) ? text.exportUncompared : undefined}
          count={faults.length}
          faults={faults.map((fault) => text.lineFault(fault.line, fault.kind, fault.text))}
        >
          {[state.name, header?.clinic, extent].filter((part) => part !== undefined).join(' · ')}
          {keptHeadWords(state.verdict.kept, nameIn(state.storedHeads), text.keptHeads).map((words) => (
            <Box key={words}>{words}</Box>
          ))}
        </Verdict>
      );
    }
    default:
      return unreachable(state);
  }
}

const nameIn =
  (storedHeads: readonly NamedHead[]) =>
  (head: KeptHead): string =>
    storedHeads.find((storedHead) => storedHead.head === head)?.name ?? head.position;

/** When the rows that this page shows were last compared with the log, automatically or by a person. */
function LastCheck() {
  const { clientId, zone } = useIdentity();
  const { data } = useCall('getLastCheck', { clientId });
  if (!data) return null;
  const { viewsComparedAt, differing } = data;
  if (viewsComparedAt === null) return <Muted>{text.viewsNeverCompared}</Muted>;
  const at = instantAtClinic(viewsComparedAt, zone);
  return <Muted>{differing === 0 ? text.viewsComparedAt(at) : text.viewsDifferedAt(at, differing)}</Muted>;
}

/** The button Check, and its dialog: checks the log, or an export that was saved or received. */
export function CheckButton() {
  const [open, setOpen] = useState(false);
  const { state, kept: storedHeads, checkLog, checkFiles } = useCheck();
  const file = useRef<HTMLInputElement>(null);
  const isRunning = state.kind === 'running';

  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {text.check}
      </Button>
      <FormDialog
        title={text.checkTitle}
        open={open}
        wide
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>{text.closeCheck}</Button>}
      >
        <span>{text.checkHint}</span>
        <LastCheck />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" disabled={isRunning} onClick={() => void checkLog()}>
            {text.checkLog}
          </Button>
          <Button variant="outlined" disabled={isRunning} onClick={() => file.current?.click()}>
            {text.checkExport}
          </Button>
          <input
            ref={file}
            type="file"
            multiple
            accept=".ndjson,application/x-ndjson,.json,application/json"
            aria-label={text.chooseExport}
            hidden
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              target.value = '';
              if (files.length > 0) void checkFiles(files);
            }}
          />
        </Box>
        {storedHeads.length > 0 ? <span>{text.keptChosen(storedHeads.map(({ name }) => name))}</span> : null}
        <Result state={state} />
      </FormDialog>
    </>
  );
}

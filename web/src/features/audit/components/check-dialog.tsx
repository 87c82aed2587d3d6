import type { LogCheck } from '@dayline/contracts/endpoints/proof';
import type { ExportVerdict } from '@dayline/contracts/export-check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { type ReactNode, useId, useRef, useState } from 'react';
import { failureText } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/client.ts';
import { countText } from '../../../shared/format/words.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { proofText as text } from '../text.ts';

type LogResult = NonNullable<LogCheck['result']> & { readonly events: number };
type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly what: string }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'log'; readonly result: LogResult }
  | { readonly kind: 'export'; readonly name: string; readonly verdict: ExportVerdict };

const mostShown = 20;

function Verdict(props: { good: string; bad: string; faults: readonly string[]; count: number; children: ReactNode }) {
  const { good, bad, faults, count, children } = props;
  return (
    <>
      <Banner tone={count === 0 ? 'visited' : 'cancelled'} icon={count === 0 ? 'check' : 'warning'} urgent={count > 0}>
        <strong>{count === 0 ? good : bad}</strong> {children}
      </Banner>
      {faults.length > 0 ? (
        <Box component="ul" aria-label={text.faults} sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {faults.slice(0, mostShown).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {count > mostShown ? <li>{text.more(count - mostShown)}</li> : null}
        </Box>
      ) : null}
    </>
  );
}

function Result({ state }: { state: State }) {
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
      return (
        <Banner tone="cancelled" icon="warning" urgent>
          {state.why}
        </Banner>
      );
    case 'log': {
      const { events, streams, heads, count, faults } = state.result;
      return (
        <Verdict good={text.logWhole} bad={text.logBroken} count={count} faults={faults.map((fault) => fault.text)}>
          {text.logExtent(countText(events), countText(streams), countText(heads))}
        </Verdict>
      );
    }
    case 'export': {
      const { header, entries, leftOut, heads, faults } = state.verdict;
      const extent =
        header?.format === 'dayline-report/1'
          ? text.reportExtent(countText(entries))
          : text.exportExtent(countText(entries), countText(leftOut), countText(heads));
      return (
        <Verdict
          good={text.exportWhole}
          bad={text.exportBroken}
          count={faults.length}
          faults={faults.map((fault) => text.lineFault(fault.line, fault.text))}
        >
          {[state.name, header?.clinic, extent].filter((part) => part !== undefined).join(' · ')}
        </Verdict>
      );
    }
    default:
      return state satisfies never;
  }
}

/** The button Check, and its dialog: checks the log, or an export that was saved or received. */
export function CheckButton() {
  const { clientId } = useIdentity();
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const file = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const isRunning = state.kind === 'running';

  async function checkLog(): Promise<void> {
    setState({ kind: 'running', what: text.checkingLog });
    try {
      const last = (await call('checkLog', { clientId })).at(-1);
      if (!last?.result) throw new Error('The check was broken off.');
      setState({ kind: 'log', result: { ...last.result, events: last.events } });
    } catch (error) {
      setState({ kind: 'failed', why: failureText(error, text.logFailed) });
    }
  }

  async function checkFile(chosen: File): Promise<void> {
    setState({ kind: 'running', what: text.checkingExport });
    const { CannotCheck, checkExport } = await import('../check-export.ts');
    try {
      const { keys } = await call('listAuditKeys', {});
      setState({ kind: 'export', name: chosen.name, verdict: await checkExport(chosen, keys) });
    } catch (error) {
      const why = error instanceof CannotCheck ? text.cannotCheck : failureText(error, text.fileFailed);
      setState({ kind: 'failed', why });
    }
  }

  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {text.check}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} maxWidth="sm" fullWidth aria-labelledby={titleId}>
        <DialogTitle id={titleId} sx={{ fontSize: '1rem', pb: 0 }}>
          {text.checkTitle}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <span>{text.checkHint}</span>
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
              accept=".ndjson,application/x-ndjson"
              aria-label={text.chooseExport}
              hidden
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                target.value = '';
                if (chosen) void checkFile(chosen);
              }}
            />
          </Box>
          <Result state={state} />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={() => setOpen(false)}>{text.closeCheck}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

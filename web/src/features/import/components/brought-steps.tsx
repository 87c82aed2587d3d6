import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { useAnswers } from '../api/use-answers.ts';
import { useDownload } from '../api/use-download.ts';
import { type Brought, changedAnswers, columnsFault, type Stage } from '../rules.ts';
import { importText as text } from '../text.ts';
import { Columns } from './columns.tsx';
import { Actions, Header } from './header.tsx';
import { type Rehearsal, Rehearse } from './rehearse.tsx';

function Start({
  brought,
  rehearsal,
  onChange,
  onStarted,
  onProblem,
}: {
  brought: Brought;
  rehearsal: Rehearsal | undefined;
  onChange(stage: Stage): void;
  onStarted(rehearsal: Rehearsal): void;
  onProblem(problem: string | undefined): void;
}) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useCommand('startImport');
  const refused = useDownload('exportRefusedRows', text.downloadFailed);
  const { importId } = brought.file;
  const { keep, isBusy } = useAnswers(brought, onChange);
  const isWaiting = changedAnswers(brought).length > 0;
  const start = async () => {
    if (!rehearsal) return;
    onProblem(undefined);
    try {
      await mutateAsync({ request: { clientId, importId, digest: rehearsal.digest } });
      onStarted(rehearsal);
    } catch (error) {
      if (isSessionOver(error)) return;
      onProblem(failureText(error, text.startFailed));
      const isChanged = error instanceof CallError && error.code === 'import.changed';
      if (isChanged) void client.resetQueries({ queryKey: ['rehearseImport'] });
    }
  };
  const staysOut = rehearsal ? rehearsal.counts.asks + rehearsal.counts.refused : 0;
  const again = { name: text.rehearseAgain, loading: isBusy, perform: () => keep() };
  const begin = {
    name: text.start(rehearsal?.starts ?? 0),
    enabled: rehearsal !== undefined && rehearsal.starts > 0 && !isPending,
    loading: isPending,
    perform: () => void start(),
  };
  const downloading = {
    name: text.downloadRefused,
    enabled: staysOut > 0,
    loading: refused.running !== undefined,
    perform: () => void (rehearsal && refused.save({ clientId, importId, digest: rehearsal.digest })),
  };
  const toColumns = { name: text.changeColumns, perform: () => onChange({ ...brought, step: 'columns' }) };
  return <Actions actions={[toColumns, ...(staysOut > 0 ? [downloading] : []), isWaiting ? again : begin]} />;
}

/** What becomes of a brought file: its columns are chosen, its rows rehearsed, and what they do is started. */
export default function BroughtSteps(props: { brought: Brought; onChange(stage: Stage): void; onRestart(): void }) {
  const { brought, onChange, onRestart } = props;
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const go = (next: Stage) => {
    setProblem(undefined);
    onChange(next);
  };
  if (brought.step === 'columns') {
    const canRehearse = columnsFault(brought.file.what, brought.columns) === undefined;
    const rehearse = () => go({ ...brought, step: 'rehearse' });
    const actions = [
      { name: text.anotherFile, perform: onRestart },
      { name: text.rehearse, enabled: canRehearse, perform: rehearse },
    ];
    return (
      <>
        <Header step={1} brought={brought} actions={<Actions actions={actions} />} />
        <Columns brought={brought} onChange={go} />
      </>
    );
  }
  const started = ({ digest }: Rehearsal) => {
    client.removeQueries({ queryKey: ['rehearseImport'] });
    void client.invalidateQueries({ queryKey: ['listImports'] });
    go({ step: 'started', importId: brought.file.importId, digest });
  };
  return (
    <Rehearse
      brought={brought}
      onChange={onChange}
      onBringAgain={onRestart}
      header={(rehearsal) => (
        <>
          <Header
            step={2}
            brought={brought}
            actions={<Start {...{ brought, rehearsal, onChange: go, onProblem: setProblem }} onStarted={started} />}
          />
          {problem === undefined ? null : (
            <Box sx={{ mb: 1.5 }}>
              <Problem>{problem}</Problem>
            </Box>
          )}
        </>
      )}
    />
  );
}

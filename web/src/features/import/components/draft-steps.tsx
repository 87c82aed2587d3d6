import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useDownload } from '../../../shared/exports/use-download.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { useDecisions } from '../api/use-decisions.ts';
import { changedDecisions, columnsFault, type Draft, type Stage } from '../rules.ts';
import { importText as text } from '../text.ts';
import { Columns } from './columns.tsx';
import { Actions, Header } from './header.tsx';
import { type Preview, PreviewStep } from './preview.tsx';

function Start({
  draft,
  preview,
  onChange,
  onStarted,
  onProblem,
}: {
  draft: Draft;
  preview: Preview | undefined;
  onChange(stage: Stage): void;
  onStarted(preview: Preview): void;
  onProblem(problem: string | undefined): void;
}) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useCommand('startImport');
  const refused = useDownload('exportRefusedRows', text.downloadFailed);
  const { importId } = draft.file;
  const { send, isBusy } = useDecisions(draft, onChange);
  const isWaiting = changedDecisions(draft).length > 0;
  const start = async () => {
    if (!preview) return;
    onProblem(undefined);
    try {
      await mutateAsync({ request: { clientId, importId, digest: preview.digest } });
      onStarted(preview);
    } catch (error) {
      if (isSessionOver(error)) return;
      onProblem(failureText(error, text.startFailed));
      const isChanged = error instanceof CallError && error.code === 'import.changed';
      if (isChanged) void client.resetQueries({ queryKey: ['previewImport'] });
    }
  };
  const staysOut = preview ? preview.counts.needsDecision + preview.counts.refused : 0;
  const again = { name: text.previewAgain, loading: isBusy, perform: () => send() };
  const begin = {
    name: text.importRows(preview?.rowsToImport ?? 0),
    enabled: preview !== undefined && preview.rowsToImport > 0 && !isPending,
    loading: isPending,
    perform: () => void start(),
  };
  const downloading = {
    name: text.downloadRefused,
    enabled: staysOut > 0,
    loading: refused.running !== undefined,
    perform: () => void (preview && refused.save({ clientId, importId, digest: preview.digest })),
  };
  const toColumns = { name: text.changeColumns, perform: () => onChange({ ...draft, step: 'columns' }) };
  return <Actions actions={[toColumns, ...(staysOut > 0 ? [downloading] : []), isWaiting ? again : begin]} />;
}

/** The steps of an uploaded file: columns, preview, import. */
export default function DraftSteps(props: { draft: Draft; onChange(stage: Stage): void; onRestart(): void }) {
  const { draft, onChange, onRestart } = props;
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const go = (next: Stage) => {
    setProblem(undefined);
    onChange(next);
  };
  if (draft.step === 'columns') {
    const canPreview = draft.file.isKindClear && columnsFault(draft.file.kind, draft.columns) === undefined;
    const preview = () => go({ ...draft, step: 'preview' });
    const actions = [
      { name: text.anotherFile, perform: onRestart },
      { name: text.preview, enabled: canPreview, perform: preview },
    ];
    return (
      <>
        <Header step={1} draft={draft} actions={<Actions actions={actions} />} />
        <Columns draft={draft} onChange={go} />
      </>
    );
  }
  const showStart = ({ digest }: Preview) => {
    client.removeQueries({ queryKey: ['previewImport'] });
    void client.invalidateQueries({ queryKey: ['listImports'] });
    go({ step: 'started', importId: draft.file.importId, digest });
  };
  return (
    <PreviewStep
      draft={draft}
      onChange={onChange}
      onUploadAgain={onRestart}
      header={(preview) => (
        <>
          <Header
            step={2}
            draft={draft}
            actions={<Start {...{ draft, preview, onChange: go, onProblem: setProblem }} onStarted={showStart} />}
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

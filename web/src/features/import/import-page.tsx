import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
import Paper from '@mui/material/Paper';
import { lazy, Suspense } from 'react';
import { useAskBeforeLeaving } from '../../shared/actions/leaving.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { lazyPiece, untilLoaded } from '../../shared/lazy-piece.ts';
import { useKeptDraft } from '../../shared/session/kept-draft.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { ExportList } from './components/export-list.tsx';
import { FinishedImports } from './components/finished-imports.tsx';
import { Actions, Header } from './components/header.tsx';
import { Upload } from './components/upload.tsx';
import { draftOf, isRunning, type Stage } from './rules.ts';
import { importText as text } from './text.ts';

const atStart: Stage = { step: 'upload' };
/** Loaded only with a file. */
const DraftSteps = lazy(() => untilLoaded(() => import('./components/draft-steps.tsx')));

const RunningImport = lazyPiece(() => import('./components/running-import.tsx'));

/** The running and the finished imports. */
function Imports({ started, canUndo }: { started?: Stage & { step: 'started' }; canUndo: boolean }) {
  const { clientId } = useIdentity();
  const query = useCall('listImports', { clientId });
  const isShownAbove = (batch: ImportOverview) => isRunning(batch) || batch.importId === started?.importId;
  return (
    <ListState
      query={query}
      skeleton={
        <Paper>
          <RowsSkeleton rows={3} columns={5} height={56} />
        </Paper>
      }
      failed={{ title: text.listFailed }}
    >
      {({ imports }) => {
        const finishedImports = imports.filter((batch) => !isRunning(batch));
        return (
          <Stack gap={2}>
            <Suspense>
              {imports.filter(isShownAbove).map((batch) => (
                <RunningImport
                  key={batch.importId}
                  batch={batch}
                  digest={batch.importId === started?.importId ? started.digest : undefined}
                />
              ))}
            </Suspense>
            {finishedImports.length > 0 ? (
              <FinishedImports imports={finishedImports} canUndo={canUndo} />
            ) : imports.length > 0 ? null : (
              <Paper>
                <Notice icon="upload" title={text.none} hint={canUndo ? text.noneHint : text.noneHintReader} />
              </Paper>
            )}
          </Stack>
        );
      }}
    </ListState>
  );
}

const twoColumns = { gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 336px' }, alignItems: 'start' };

/** For administrators: upload, preview, import. */
function Steps() {
  const [stage, setStage] = useKeptDraft<Stage>('import', atStart);
  const isBegun = stage.step === 'columns' || stage.step === 'preview';
  useAskBeforeLeaving(isBegun, {
    title: text.leave,
    message: text.leaveHint,
    actionLabel: text.leaveAction,
    destructive: true,
    cancelLabel: text.stay,
  });
  const restart = () => setStage(atStart);
  switch (stage.step) {
    case 'upload':
      return (
        <>
          <Header step={1} />
          <Stack gap={2}>
            <Stack gap={2} sx={twoColumns}>
              <Upload onRead={(file) => setStage(draftOf(file))} />
              <ExportList />
            </Stack>
            <Imports canUndo />
          </Stack>
        </>
      );
    case 'columns':
    case 'preview':
      return (
        <Suspense fallback={<Header step={1} draft={stage} />}>
          <DraftSteps draft={stage} onChange={setStage} onRestart={restart} />
        </Suspense>
      );
    default:
      return (
        <>
          <Header
            step={3}
            actions={<Actions actions={[{ name: text.newImport, icon: 'plus', shortcut: 'n', perform: restart }]} />}
          />
          <Imports started={stage} canUndo />
        </>
      );
  }
}

/** Lists of other systems (/import): administrators import and undo; auditors see the imports. */
export default function ImportPage() {
  const { role } = useIdentity();
  if (role === 'admin') return <Steps />;
  return (
    <>
      <Header />
      <Stack gap={2} sx={twoColumns}>
        <Imports canUndo={false} />
        <ExportList />
      </Stack>
    </>
  );
}

import type { ImportOverview } from '@dayline/contracts/endpoints/import';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useActions } from '../../shared/actions/actions.ts';
import { useAskBeforeLeaving } from '../../shared/actions/leaving.ts';
import { CallError, failureText, isSessionOver } from '../../shared/api/call-error.ts';
import { useCall, useCommand } from '../../shared/api/hooks.ts';
import { useKeptDraft } from '../../shared/session/kept-draft.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { Problem } from '../../ui/feedback/banner.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Bold, Muted, Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { StepBar } from '../../ui/wizard/step-bar.tsx';
import { useDownload } from './api/use-download.ts';
import { Bring } from './components/bring.tsx';
import { Columns } from './components/columns.tsx';
import { Finished } from './components/finished.tsx';
import { type Rehearsal, Rehearse } from './components/rehearse.tsx';
import { Running } from './components/running.tsx';
import { TakeOut } from './components/take-out.tsx';
import { type Brought, broughtOf, columnsFault, isRunning, type Stage } from './rules.ts';
import { importText as text } from './text.ts';

const atStart: Stage = { step: 'bring' };

/** The page's first line: the steps, the file, and what leads on. */
function Header({ step, brought, actions }: { step?: 1 | 2 | 3; brought?: Brought; actions?: ReactNode }) {
  return (
    <PageHeader
      title={text.title}
      afterTitle={
        <>
          {step === undefined ? null : (
            <Box sx={{ width: { xs: '100%', md: 300 }, '& > *': { '&&': { mb: 0 } } }}>
              <StepBar steps={text.steps} step={step} />
            </Box>
          )}
          {brought ? (
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
              <Bold>{brought.file.fileName}</Bold> <Muted>{text.rows(brought.file.rows)}</Muted>
            </Box>
          ) : null}
        </>
      }
      action={actions}
    />
  );
}

function Actions({ actions }: { actions: readonly (Action & { loading?: boolean })[] }) {
  useActions(actions);
  return actions.map(({ loading = false, ...action }, index) => (
    <ActionButton
      key={action.name}
      action={action}
      primary={index === actions.length - 1}
      loading={loading}
      sx={{ flex: { xs: 1, sm: 'none' } }}
    />
  ));
}

/** What is running and what is done. */
function Imports({ started, canTakeBack }: { started?: Stage & { step: 'started' }; canTakeBack: boolean }) {
  const { clientId } = useIdentity();
  const query = useCall('listImports', { clientId });
  const isShownAbove = (each: ImportOverview) => isRunning(each) || each.importId === started?.importId;
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
        const finished = imports.filter((each) => !isRunning(each));
        return (
          <Stack gap={2}>
            {imports.filter(isShownAbove).map((each) => (
              <Running
                key={each.importId}
                of={each}
                digest={each.importId === started?.importId ? started.digest : undefined}
              />
            ))}
            {finished.length > 0 ? (
              <Finished imports={finished} canTakeBack={canTakeBack} />
            ) : imports.length > 0 ? null : (
              <Paper>
                <Notice icon="upload" title={text.none} hint={canTakeBack ? text.noneHint : text.noneHintReader} />
              </Paper>
            )}
          </Stack>
        );
      }}
    </ListState>
  );
}

const twoColumns = { gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 336px' }, alignItems: 'start' };

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
  const { answers, rehearsed } = brought;
  const isWaiting = answers !== rehearsed;
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
  const again = { name: text.rehearseAgain, perform: () => onChange({ ...brought, rehearsed: answers }) };
  const begin = {
    name: text.start,
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

/** Of an administrator: a list is brought, rehearsed and started. */
function Steps() {
  const [stage, setStage] = useKeptDraft<Stage>('import', atStart);
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const isBegun = stage.step === 'columns' || stage.step === 'rehearse';
  useAskBeforeLeaving(isBegun, {
    title: text.leave,
    message: text.leaveHint,
    actionLabel: text.leaveAction,
    destructive: true,
    cancelLabel: text.stay,
  });
  const go = (next: Stage) => {
    setProblem(undefined);
    setStage(next);
  };
  const restart = () => go(atStart);
  switch (stage.step) {
    case 'bring':
      return (
        <>
          <Header step={1} />
          <Stack gap={2}>
            <Stack gap={2} sx={twoColumns}>
              <Bring onRead={(file) => go(broughtOf(file))} />
              <TakeOut />
            </Stack>
            <Imports canTakeBack />
          </Stack>
        </>
      );
    case 'columns': {
      const canRehearse = columnsFault(stage.file.what, stage.columns) === undefined;
      const rehearse = () => go({ ...stage, step: 'rehearse' });
      return (
        <>
          <Header
            step={1}
            brought={stage}
            actions={
              <Actions
                actions={[
                  { name: text.anotherFile, perform: restart },
                  { name: text.rehearse, enabled: canRehearse, perform: rehearse },
                ]}
              />
            }
          />
          <Columns brought={stage} onChange={go} />
        </>
      );
    }
    case 'rehearse':
      return (
        <Rehearse
          brought={stage}
          onChange={setStage}
          onBringAgain={restart}
          header={(rehearsal) => (
            <>
              <Header
                step={2}
                brought={stage}
                actions={
                  <Start
                    {...{ brought: stage, rehearsal, onChange: go, onProblem: setProblem }}
                    onStarted={({ digest }) => {
                      client.removeQueries({ queryKey: ['rehearseImport'] });
                      void client.invalidateQueries({ queryKey: ['listImports'] });
                      go({ step: 'started', importId: stage.file.importId, digest });
                    }}
                  />
                }
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
    default:
      return (
        <>
          <Header
            step={3}
            actions={<Actions actions={[{ name: text.newImport, icon: 'plus', shortcut: 'n', perform: restart }]} />}
          />
          <Imports started={stage} canTakeBack />
        </>
      );
  }
}

/** Lists of other systems (/import): administrators bring, start and take back; auditors see what was brought. */
export default function ImportPage() {
  const { role } = useIdentity();
  if (role === 'admin') return <Steps />;
  return (
    <>
      <Header />
      <Stack gap={2} sx={twoColumns}>
        <Imports canTakeBack={false} />
        <TakeOut />
      </Stack>
    </>
  );
}

import type { ImportOverview } from '@dayline/contracts/endpoints/import';
import Paper from '@mui/material/Paper';
import { lazy, Suspense } from 'react';
import { useAskBeforeLeaving } from '../../shared/actions/leaving.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { useKeptDraft } from '../../shared/session/kept-draft.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { Bring } from './components/bring.tsx';
import { Finished } from './components/finished.tsx';
import { Actions, Header } from './components/header.tsx';
import { Running } from './components/running.tsx';
import { TakeOut } from './components/take-out.tsx';
import { broughtOf, isRunning, type Stage } from './rules.ts';
import { importText as text } from './text.ts';

const atStart: Stage = { step: 'bring' };
/** Only with a file. */
const BroughtSteps = lazy(() => untilLoaded(() => import('./components/brought-steps.tsx')));

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

/** Of an administrator: a list is brought, rehearsed and started. */
function Steps() {
  const [stage, setStage] = useKeptDraft<Stage>('import', atStart);
  const isBegun = stage.step === 'columns' || stage.step === 'rehearse';
  useAskBeforeLeaving(isBegun, {
    title: text.leave,
    message: text.leaveHint,
    actionLabel: text.leaveAction,
    destructive: true,
    cancelLabel: text.stay,
  });
  const restart = () => setStage(atStart);
  switch (stage.step) {
    case 'bring':
      return (
        <>
          <Header step={1} />
          <Stack gap={2}>
            <Stack gap={2} sx={twoColumns}>
              <Bring onRead={(file) => setStage(broughtOf(file))} />
              <TakeOut />
            </Stack>
            <Imports canTakeBack />
          </Stack>
        </>
      );
    case 'columns':
    case 'rehearse':
      return (
        <Suspense fallback={<Header step={1} brought={stage} />}>
          <BroughtSteps brought={stage} onChange={setStage} onRestart={restart} />
        </Suspense>
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

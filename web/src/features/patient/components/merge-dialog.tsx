import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAct } from '../../../shared/actions/act.ts';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { patientPath } from '../../../shared/paths.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { usePatient } from '../api/queries.ts';
import type { Overview } from '../rules.ts';
import { type Choice, choicesOf, proposedFrom } from '../same-person.ts';
import { mergeText as text } from '../text.ts';

const queriesToRefetch = ['getPatientOverview', 'getPatientFamily', 'listSamePerson', 'listDuplicates'] as const;

/** What a record has, in one line. */
const sumOf = ({ upcoming, past, imported }: Overview): string =>
  text.visits(upcoming.total, past.total + (imported?.total ?? 0));

function Details({ choices, onChoose }: { choices: readonly MergeDraft[]; onChoose(label: string, from: From): void }) {
  return (
    <>
      {choices.map(({ choice: { label, own, other }, from }) =>
        own === other ? (
          <Typography key={label} variant="body2">
            <Muted>{label}</Muted> {own}
          </Typography>
        ) : (
          <RadioField
            key={label}
            label={label}
            value={from}
            options={[
              { value: 'own', label: own === '' ? text.unknown : own },
              { value: 'other', label: other === '' ? text.unknown : other },
            ]}
            onChange={(value) => onChoose(label, value)}
          />
        ),
      )}
    </>
  );
}

type From = 'own' | 'other';
interface MergeDraft {
  choice: Choice;
  from: From;
}

/** Both records side by side, the details that stand, and a reason. */
export function MergeDialog(props: { userId: string; otherId: string; onClose(): void; onMerged?(): void }) {
  const { userId, otherId, onClose, onMerged } = props;
  const own = usePatient(userId, 0);
  const other = usePatient(otherId, 0);
  return own.data === undefined || other.data === undefined ? (
    <FormDialog title={text.title} wide onClose={onClose}>
      <ListState
        query={own.data === undefined ? own : other}
        skeleton={<RowsSkeleton rows={6} columns={2} />}
        failed={{ title: text.failed }}
      >
        {() => null}
      </ListState>
    </FormDialog>
  ) : (
    <MergeForm overview={own.data} other={other.data} onClose={onClose} onMerged={onMerged} />
  );
}

function MergeForm(props: {
  overview: Overview;
  other: Overview;
  onClose(): void;
  onMerged: (() => void) | undefined;
}) {
  const { overview, other, onClose, onMerged } = props;
  const [sources, setSources] = useState<Readonly<Record<string, From>>>({});
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { act } = useAct();
  const navigate = useNavigate();
  const client = useQueryClient();
  const choices = choicesOf(overview, other).map((choice) => ({
    choice,
    from: sources[choice.label] ?? proposedFrom(choice),
  }));
  const reasonProblem = reason.trim() === '' ? text.reasonMissing : tooLong(reason, maxReasonLength);
  const { submit, isPending, outcome } = useSubmit({
    problem() {
      setChecked(true);
      return reasonProblem === undefined ? undefined : true;
    },
    send: () =>
      call('mergePatients', {
        userId: overview.userId,
        otherId: other.userId,
        fromOther: choices.flatMap(({ choice, from }) => (from === 'other' ? choice.fields : [])),
        reason: reason.trim(),
      }),
    onDone(reply) {
      const { userId, mergeId, undoUntil } = reply;
      const until = Date.parse(undoUntil);
      const undo = () =>
        act({
          send: () => call('splitPatient', { userId, mergeId }),
          done: () => ({ message: text.split, detail: overview.name ?? '' }),
          failed: text.splitFailed,
          refetch: queriesToRefetch,
        });
      showDone(reply, {
        message: text.merged,
        detail: overview.name ?? '',
        time: Math.max(0, until - Date.now()),
        action: { name: text.undo, icon: 'undo', shortcut: 'u', until, perform: () => void undo() },
      });
      onClose();
      for (const name of queriesToRefetch) void client.invalidateQueries({ queryKey: [name] });
      if (onMerged) onMerged();
      else void navigate(patientPath(userId), { replace: true });
      return '';
    },
    failed: text.mergeFailed,
  });
  return (
    <FormDialog
      title={text.title}
      about={text.hint}
      wide
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.merge}
      isPending={isPending}
    >
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
      <Box>
        <Typography variant="body2">
          {overview.name}: {sumOf(overview)}
        </Typography>
        <Typography variant="body2">
          {other.name}: {sumOf(other)}
        </Typography>
      </Box>
      <Details choices={choices} onChoose={(label, from) => setSources({ ...sources, [label]: from })} />
      <TextField
        label={text.reason}
        value={reason}
        onChange={setReason}
        error={isChecked ? reasonProblem : undefined}
        maxLength={maxReasonLength}
      />
    </FormDialog>
  );
}

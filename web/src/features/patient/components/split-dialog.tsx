import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { clockTime, fullDate } from '../../../shared/format/time.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import type { Overview } from '../rules.ts';
import { mergeText as text } from '../text.ts';

export type MergedRecord = NonNullable<Overview['merged']>[number];
type Whose = 'stays' | 'goes';

const queriesToRefetch = ['getPatientOverview', 'getPatientFamily', 'listSamePerson', 'listDuplicates'] as const;
const undoMs = 60_000;

/** Splits a record from the person again, and asks whose the visits are that were booked since the merge. */
export default function SplitDialog(props: { overview: Overview; record: MergedRecord; onClose(): void }) {
  const { overview, record, onClose } = props;
  const { mergeId, chosen, since } = record;
  const [owners, setOwners] = useState<Readonly<Record<string, Whose>>>({});
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { act } = useAct();
  const client = useQueryClient();
  // The visits show the name that stands.
  const nameWhose: Whose = chosen.includes('name') ? 'goes' : 'stays';
  const whoseIs = (appointmentId: string): Whose => owners[appointmentId] ?? nameWhose;
  const problem = reason.trim() === '' ? text.reasonMissing : tooLong(reason, maxReasonLength);
  const { submit, isPending, outcome } = useSubmit({
    problem() {
      setChecked(true);
      return problem === undefined ? undefined : true;
    },
    send() {
      const visits = since.map(({ appointmentId }) => appointmentId).filter((id) => whoseIs(id) === 'goes');
      return call('splitPatient', { userId: overview.userId, mergeId, reason: reason.trim(), visits });
    },
    onDone(reply) {
      const until = Date.now() + undoMs;
      const undo = () =>
        act({
          send: () =>
            call('mergePatients', {
              userId: overview.userId,
              otherId: record.userId,
              fromOther: chosen,
              reason: text.splitUndone,
            }),
          done: () => ({ message: text.merged, detail: overview.name ?? '' }),
          failed: text.mergeFailed,
          refetch: queriesToRefetch,
        });
      showDone(reply, {
        message: text.split,
        detail: record.name ?? '',
        time: undoMs,
        action: { name: text.undo, icon: 'undo', shortcut: 'u', until, perform: () => void undo() },
      });
      for (const name of queriesToRefetch) void client.invalidateQueries({ queryKey: [name] });
      onClose();
      return '';
    },
    failed: text.splitFailed,
  });
  return (
    <FormDialog
      title={text.splitTitle(record.name ?? '')}
      about={text.splitHint(record.visits)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.splitAction}
      isPending={isPending}
    >
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
      {since.length === 0 ? null : <Typography variant="body2">{text.since}</Typography>}
      {since.map(({ appointmentId, date, time, pocName }) => (
        <RadioField
          key={appointmentId}
          label={`${fullDate(date)}, ${clockTime(time)}, ${pocName}`}
          value={whoseIs(appointmentId)}
          options={[
            { value: 'stays', label: record.ownName ?? text.unknown },
            { value: 'goes', label: record.name ?? text.unknown },
          ]}
          onChange={(value) => setOwners({ ...owners, [appointmentId]: value })}
        />
      ))}
      <TextField
        label={text.reason}
        value={reason}
        onChange={setReason}
        error={isChecked ? problem : undefined}
        maxLength={maxReasonLength}
        autoFocus
      />
    </FormDialog>
  );
}

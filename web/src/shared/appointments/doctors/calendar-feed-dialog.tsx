import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { showDone, showToast, toastError } from '../../actions/toast.ts';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/hooks.ts';
import { instantAtClinic } from '../../format/time.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useIdentity } from '../../session/session-store.ts';
import { calendarFeedText as text } from './calendar-feed-text.ts';

/** The address of a doctor's calendar feed. It is shown only once: the server knows only a hash of its secret. */
export default function CalendarFeedDialog(props: { pocId: string; name: string; onClose(): void }) {
  const { pocId, name, onClose } = props;
  const { zone } = useIdentity();
  const { data: doctor, isError } = useCall('getDoctor', { pocId });
  const [link, setLink] = useState<string>();
  const client = useQueryClient();
  const reread = () => void client.invalidateQueries({ queryKey: ['getDoctor'] });
  const opening = useSubmit({
    send: () => call('openCalendarFeed', { pocId }),
    onDone: (reply) => {
      showDone(reply, { message: text.opened });
      // Without a configured address the link is relative to this page's.
      setLink(new URL(reply.link, location.origin).href);
      reread();
      return text.opened;
    },
    failed: text.openFailed,
  });
  const revoking = useSubmit({
    send: () => call('revokeCalendarFeed', { pocId }),
    onDone: (reply) => {
      showDone(reply, { message: text.revoked });
      reread();
      return text.revoked;
    },
    failed: text.revokeFailed,
  });
  const failure = [opening.outcome, revoking.outcome].find((outcome) => outcome && !outcome.isDone);
  const since = doctor?.calendarFeedSince;
  async function open(): Promise<void> {
    const question = { title: text.replaceTitle, message: text.replaceMessage, actionLabel: text.replace };
    if (since === undefined || (await confirm(question))) await opening.submit();
  }
  async function revoke(): Promise<void> {
    const question = { title: text.revokeTitle, message: text.revokeMessage, actionLabel: text.revoke };
    if (await confirm(question)) await revoking.submit();
  }
  const copy = () =>
    navigator.clipboard.writeText(link ?? '').then(
      () => showToast({ kind: 'info', message: text.copied }),
      // Without https, or denied by the person.
      () => toastError(text.notCopied),
    );
  return (
    <FormDialog
      title={text.title(name)}
      onClose={onClose}
      actions={
        <>
          {link === undefined ? (
            <>
              {since === undefined ? null : (
                <Button variant="outlined" loading={revoking.isPending} onClick={() => void revoke()}>
                  {text.revoke}
                </Button>
              )}
              <Button variant="outlined" disabled={!doctor} loading={opening.isPending} onClick={() => void open()}>
                {since === undefined ? text.open : text.replace}
              </Button>
            </>
          ) : (
            <Button variant="outlined" onClick={() => void copy()}>
              {text.copy}
            </Button>
          )}
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <Problem>{failure?.sentence ?? (isError ? text.failed : undefined)}</Problem>
      <Muted block>{text.lead}</Muted>
      {link === undefined ? (
        doctor && <Muted block>{since === undefined ? text.none : text.since(instantAtClinic(since, zone))}</Muted>
      ) : (
        <TextField label={text.address} hint={text.once} value={link} onChange={() => undefined} />
      )}
    </FormDialog>
  );
}

import { emailSchema } from '@dayline/contracts/fields/email';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import type { Doctor } from '../rules.ts';
import { doctorsText as text } from '../text.ts';

/** Another email for a doctor, who gets a link at it. */
export default function EmailDialog({ doctor, onClose }: { doctor: Doctor; onClose(): void }) {
  const { pocId, pocName, email: present } = doctor;
  const [email, setEmail] = useState('');
  const client = useQueryClient();
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (emailSchema.safeParse(email).success ? undefined : text.emailWrong),
    send: () => call('changeDoctorEmail', { pocId, email }),
    onDone: (reply) => {
      const message = reply.isLinkSent ? text.linkSent(pocName, email.trim()) : text.emailStays(pocName);
      showDone(reply, { message });
      void client.invalidateQueries({ queryKey: ['listDoctorsOfClient'] });
      onClose();
      return undefined;
    },
    failed: text.emailFailed,
  });
  return (
    <FormDialog
      title={text.emailOf(pocName)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.sendLink}
      isPending={isPending}
    >
      <Problem>{outcome && !outcome.isDone ? outcome.sentence : undefined}</Problem>
      {present === null ? null : <Muted block>{text.presentEmail(present)}</Muted>}
      <TextField
        label={text.newEmail}
        value={email}
        onChange={setEmail}
        inputMode="email"
        autoComplete="off"
        autoFocus
      />
      <Muted block>{text.emailLead}</Muted>
    </FormDialog>
  );
}

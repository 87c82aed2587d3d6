import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Bold, Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { singleSignOnText as text } from './text.ts';

type Provider = NonNullable<ResponseOf<'getClient'>['singleSignOn']>;

const splitDomains = (domains: string): string[] => domains.split(/[\s,]+/).filter((domain) => domain !== '');

function Fields({ provider, isReader }: { provider: Provider | null; isReader: boolean }) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const { act, isActing } = useAct();
  const [fields, setFields] = useState({
    ...(provider ?? { providerName: '', issuer: '', oidcClientId: '', hasSecondFactor: false }),
    domains: provider?.domains.join(', ') ?? '',
    secret: '',
  });
  const set = (values: Partial<typeof fields>) => setFields((before) => ({ ...before, ...values }));
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (fields.providerName.trim() === '' ? text.nameMissing : undefined),
    send() {
      const { secret, ...rest } = fields;
      const settings = { ...rest, issuer: rest.issuer.trim(), domains: splitDomains(rest.domains) };
      return call('setSingleSignOn', { clientId, provider: { ...settings, ...(secret !== '' && { secret }) } });
    },
    onDone(reply) {
      showDone(reply, { message: text.saved });
      set({ secret: '' });
      void client.invalidateQueries({ queryKey: ['getClient'] });
      return text.saved;
    },
    failed: text.saveFailed,
  });
  const remove = () =>
    act({
      async send() {
        const question = { title: text.removeTitle, message: text.removeMessage, actionLabel: text.remove };
        if (!(await confirm({ ...question, destructive: true }))) return undefined;
        return call('setSingleSignOn', { clientId, provider: null });
      },
      done: () => ({ message: text.removed }),
      failed: text.removeFailed,
      refetch: ['getClient'],
    });
  return (
    <Stack gap={2} sx={{ maxWidth: 560, border: 0, m: 0, p: 0, minWidth: 0 }} component="fieldset" disabled={isReader}>
      <Problem>{outcome && !outcome.isDone ? outcome.sentence : undefined}</Problem>
      <TextField
        label={text.name}
        hint={text.nameHint}
        value={fields.providerName}
        onChange={(providerName) => set({ providerName })}
        maxLength={40}
      />
      <TextField
        label={text.issuer}
        hint={text.issuerHint}
        value={fields.issuer}
        onChange={(issuer) => set({ issuer })}
        inputMode="url"
        maxLength={500}
      />
      <TextField
        label={text.clientId}
        value={fields.oidcClientId}
        onChange={(oidcClientId) => set({ oidcClientId })}
        autoComplete="off"
        maxLength={200}
      />
      {isReader ? null : (
        <PasswordField
          label={text.secret}
          hint={provider ? text.secretKept : text.secretHint}
          value={fields.secret}
          onChange={(secret) => set({ secret })}
          autoComplete="new-password"
        />
      )}
      <TextField
        label={text.domains}
        hint={text.domainsHint}
        value={fields.domains}
        onChange={(domains) => set({ domains })}
        maxLength={2_000}
      />
      <NativeSelectField
        label={text.secondFactor}
        value={String(fields.hasSecondFactor)}
        onChange={(value) => set({ hasSecondFactor: value === 'true' })}
        choices={[
          { value: 'false', label: text.ofDayline },
          { value: 'true', label: text.ofProvider },
        ]}
      />
      {isReader ? null : (
        <Inline gap={1.5} wrap>
          <ActionButton primary action={{ name: text.save, isPending, perform: () => void submit() }} />
          {provider ? (
            <ActionButton
              action={{ name: text.remove, destructive: true, isPending: isActing, perform: () => void remove() }}
            />
          ) : null}
        </Inline>
      )}
    </Stack>
  );
}

/** The hospital's own sign-in provider; auditors read. */
export default function SingleSignOnCard({ provider, isReader }: { provider: Provider | null; isReader: boolean }) {
  const { clientId } = useIdentity();
  const redirect = `${location.origin}${paths.singleSignOn.replace(':clientId', clientId)}`;
  return (
    <Section title={text.title}>
      <Stack gap={2}>
        <Muted block>{isReader && !provider ? text.none : text.lead}</Muted>
        {isReader ? null : (
          <Muted block sx={{ overflowWrap: 'anywhere' }}>
            {text.redirect}: <Bold>{redirect}</Bold>
          </Muted>
        )}
        {isReader && !provider ? null : (
          <Fields key={JSON.stringify(provider)} provider={provider} isReader={isReader} />
        )}
      </Stack>
    </Section>
  );
}

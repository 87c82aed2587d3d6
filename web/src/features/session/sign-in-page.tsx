import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isSessionOver } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/client.ts';
import { sendPatiently, useReply } from '../../shared/api/plain-calls.ts';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { paths } from '../../shared/paths.ts';
import { hasPasskeys } from '../../shared/second-factor/has-passkeys.ts';
import { isLocked, rememberIdentity, useSession } from '../../shared/session/session-store.ts';
import { forgetSignedIn, mayBeSignedIn } from '../../shared/session/signed-in.ts';
import { ModeToggle } from '../../ui/buttons/mode-toggle.tsx';
import { Problem } from '../../ui/feedback/banner.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { useDocumentTitle } from '../../ui/product.ts';
import { arrivalAfterSignIn, arrive } from './arrival.ts';
import { clientOfDevice, keepClientOfDevice, keepSignIn, keptSignIn } from './kept-sign-in.ts';
import { LinkOffer } from './link-offer.tsx';
import type { PendingPerson } from './second-step.tsx';
import { signInText as text } from './text.ts';

const PasskeyOffer = lazyPiece(() => import('./passkeys/passkey-offer.tsx'));
const ProviderOffer = lazyPiece(() => import('./single-sign-on/provider-offer.tsx'));
const SecondStep = lazyPiece(() => import('./second-step.tsx'));

type Side = 'admin' | 'doctor';
type Clients = ResponseOf<'listClients'>;

/** The clients with a sign-in provider of their own for this person: the chosen one, or by the doctor's address. */
function providersFor(clients: Clients | undefined, side: Side, { chosen, email }: { chosen: string; email: string }) {
  const domain = email.trim().toLowerCase().split('@')[1];
  return (clients ?? []).flatMap(({ Client_ID: clientId, Single_Sign_On: provider }) => {
    const isOffered = side === 'admin' ? clientId === chosen : provider?.domains.some((name) => name === domain);
    return provider && isOffered ? [{ clientId, name: provider.name }] : [];
  });
}

/** The reason for the redirect, set at the end of a session. */
const errorOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'error' in state && typeof state.error === 'string'
    ? state.error
    : undefined;

function focusFirstEmpty(form: HTMLFormElement | null): void {
  const inputs = form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, input') ?? [];
  [...inputs].find((input) => input.value === '')?.focus({ preventScroll: true });
}

/** Focuses the first empty field once, when the form is ready, unless something has the focus. */
function useFirstEmptyFocused(form: RefObject<HTMLFormElement | null>, isReady: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    if (document.activeElement === null || document.activeElement === document.body) focusFirstEmpty(form.current);
  }, [isReady, form]);
}

/** Redirects a signed-in person to the home page, without delaying the form. */
function useHomeOfSignedIn(enabled: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!enabled || !mayBeSignedIn()) return;
    const abort = new AbortController();
    call('validateSession', {}, { signal: abort.signal }).then(
      ({ user }) => {
        if (abort.signal.aborted) return;
        rememberIdentity(user);
        const { to, state } = arrivalAfterSignIn(user, useSession.getState().returnPoint);
        navigate(to, { replace: true, state });
      },
      // Not signed in, or the server is unreachable: the form stays.
      (error: unknown) => {
        if (isSessionOver(error)) forgetSignedIn();
      },
    );
    return () => abort.abort();
  }, [enabled, navigate]);
}

function DoctorLinks() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
      <Typography>
        {text.newUser} <TextLink to={paths.signUp}>{text.createAccount}</TextLink>
      </Typography>
      <TextLink to={paths.forgotPassword}>{text.forgot}</TextLink>
    </Box>
  );
}

function AdminHelp() {
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {text.adminHelp} <TextLink to={`${paths.home}#contact`}>{text.contact}</TextLink>
    </Typography>
  );
}

/** Login (/), section 2, and its second step for an account with a second factor. */
export default function SignInPage() {
  const [pending, setPending] = useState<PendingPerson>();
  const [leaving, setLeaving] = useState<string>();
  if (!pending) return <SignInForm notice={leaving} onSecondStep={setPending} />;
  return (
    <Suspense>
      <SecondStep
        person={pending}
        onLeave={(sentence) => {
          setLeaving(sentence);
          setPending(undefined);
        }}
      />
    </Suspense>
  );
}

function SignInForm(props: { notice: string | undefined; onSecondStep(person: PendingPerson): void }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  // After a session's end the fields are prefilled.
  const [storedSignIn] = useState(() => (errorOf(state) === undefined ? undefined : keptSignIn()));
  const [side, setSide] = useState<Side>(storedSignIn?.side ?? 'admin');
  const [clientId, setClientId] = useState(() => storedSignIn?.clientId || clientOfDevice());
  const [email, setEmail] = useState(storedSignIn?.email ?? '');
  const [password, setPassword] = useState('');
  const clients = useReply('listClients', {});
  // A client that no longer exists is ignored. Until the list is loaded, the client of the last sign-in is used.
  const chosenClient = clients.data?.every((client) => client.Client_ID !== clientId) ? '' : clientId;

  const fields = useRef<HTMLFormElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useHomeOfSignedIn(errorOf(state) === undefined);
  useFirstEmptyFocused(fields, side === 'doctor' || clients.data !== undefined || clients.error !== undefined);

  useDocumentTitle(text.submit);

  const { submit, isPending, outcome } = useSubmit({
    send: () =>
      sendPatiently('signIn', { email, password, role: side, clientId: side === 'admin' ? chosenClient : null }),
    onDone: (reply) => {
      keepSignIn({ side, clientId: chosenClient, email });
      if (side === 'admin') keepClientOfDevice(chosenClient);
      if (!('next' in reply)) return void arrive(reply, navigate);
      const client = clients.data?.find(({ Client_ID }) => side === 'admin' && Client_ID === chosenClient);
      return void props.onSecondStep({
        email: email.trim(),
        clientName: client?.Client_Name,
        first: 'password',
        next: reply.next,
        factors: reply.factors,
      });
    },
    failed: text.failed,
    onFailed: (refusal) => {
      if (refusal?.code === 'sign-in.client-missing') return focusFirstEmpty(fields.current);
      // Usually the password is wrong: it is focused and selected.
      passwordField.current?.focus();
      passwordField.current?.select();
    },
  });

  const notice = outcome?.sentence ?? props.notice ?? (clients.error ? text.clientsFailed : errorOf(state));
  return (
    // The same height for either role, with errors below: nothing moves when the role changes or an attempt fails.
    <Stack
      component="form"
      ref={fields}
      onSubmit={submit}
      noValidate
      gap={2.5}
      sx={{ alignContent: 'start', minHeight: 520 }}
    >
      <Box>
        <Typography variant="h1" sx={{ fontSize: '1.75rem', lineHeight: '2.25rem' }}>
          {text.title}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{isLocked() ? text.lockedLead : text.lead}</Typography>
      </Box>
      <ModeToggle<Side>
        label={text.role}
        value={side}
        onChange={setSide}
        modes={[
          { value: 'admin', label: text.admin },
          { value: 'doctor', label: text.doctor },
        ]}
      />
      {side === 'admin' ? (
        <NativeSelectField
          label={text.client}
          placeholder={text.clientPlaceholder}
          value={chosenClient}
          onChange={setClientId}
          choices={(clients.data ?? []).map((client) => ({ value: client.Client_ID, label: client.Client_Name }))}
        />
      ) : null}
      <TextField
        label={text.email}
        type="email"
        name="email"
        value={email}
        onChange={setEmail}
        autoComplete="username webauthn"
        inputMode="email"
      />
      <PasswordField
        label={text.password}
        name="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        inputRef={passwordField}
      />
      <Button type="submit" loading={isPending} sx={{ minHeight: 44 }}>
        {text.submit}
      </Button>
      {providersFor(clients.data, side, { chosen: chosenClient, email }).map((provider) => (
        <Suspense key={provider.clientId}>
          <ProviderOffer {...provider} />
        </Suspense>
      ))}
      <Problem>{notice}</Problem>
      {hasPasskeys() ? (
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      ) : null}
      {outcome?.refusal?.code === 'request.throttled' ? <LinkOffer email={email} /> : null}
      {side === 'doctor' ? <DoctorLinks /> : <AdminHelp />}
    </Stack>
  );
}

import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import { serverNow } from '../../../shared/clock.ts';
import { instantAtClinic, monthAndYear } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Bold, Inline, lineAbove, Muted, Span } from '../../../ui/layout/boxes.tsx';
import { peopleText as text } from '../people-text.ts';

export type Person = ResponseOf<'listPeople'>[number];

export interface PersonActions {
  /** Beside the row; absent if its state needs none. */
  readonly main?: Action;
  readonly more: readonly Action[];
}

/** Where somebody is signed in, else when they last did, or until when the invited person can. */
function lastSeenText({ status, invitedUntil, lastSignInAt, sessionCount, lastSeenAt }: Person, zone: string): string {
  if (lastSeenAt !== null) return text.sessions(sessionCount, instantAtClinic(lastSeenAt, zone));
  if (status === 'invited') {
    if (invitedUntil === null) return text.noLink;
    const when = instantAtClinic(invitedUntil, zone);
    return Date.parse(invitedUntil) > serverNow() ? text.linkUntil(when) : text.linkOver(when);
  }
  return lastSignInAt === null ? text.neverSignedIn : text.lastSignIn(signInAt(lastSignInAt, zone));
}

/** Only the month (UTC), as whose start it is kept, if that was erased. */
const signInAt = (instant: string, zone: string): string =>
  instant.endsWith('-01T00:00:00.000Z') ? monthAndYear(instant.slice(0, 10)) : instantAtClinic(instant, zone);

function State({ status }: Person) {
  if (status === 'invited')
    return (
      <ToneChip tone="confirmed" icon="mail">
        {text.invited}
      </ToneChip>
    );
  if (status === 'deactivated')
    return (
      <ToneChip tone="blocked" icon="blocked">
        {text.deactivated}
      </ToneChip>
    );
  return <Muted>{text.active}</Muted>;
}

/** On phones the menu is beside the name, and the facts are below both. */
const belowName = { order: { xs: 1, sm: 0 } };

export function PersonRow({ person, actions }: { person: Person; actions: PersonActions }) {
  const { name, email, accountId, status, hasSecondFactor, isBound } = person;
  const identity = useIdentity();
  const { main, more } = actions;
  return (
    <Inline component="li" gap={1.5} wrap sx={{ px: 2, py: 0.75, minHeight: 40, ...lineAbove }}>
      <Box sx={{ flex: { xs: '1 1 0', sm: '1 1 180px' }, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Bold>{name}</Bold>
        {accountId === identity.accountId ? <Span sx={{ ml: 1, color: 'text.secondary' }}>{text.you}</Span> : null}
      </Box>
      <Box sx={{ ...belowName, flex: { xs: '1 1 100%', sm: '1 1 220px' }, minWidth: 0, overflowWrap: 'anywhere' }}>
        {email}
      </Box>
      <Box sx={{ ...belowName, flex: '0 0 120px' }}>
        <State {...person} />
      </Box>
      <Muted sx={{ ...belowName, flex: '0 0 150px' }}>
        {status === 'active' ? (hasSecondFactor ? text.withFactor : text.withoutFactor) : null}
        {isBound ? <Box>{text.bound}</Box> : null}
      </Muted>
      <Box sx={{ ...belowName, flex: '1 1 225px', fontSize: '0.8125rem' }}>{lastSeenText(person, identity.zone)}</Box>
      <Inline gap={1} sx={{ flex: { xs: 'none', sm: '0 0 170px' }, justifyContent: 'flex-end' }}>
        {main ? <ActionButton action={main} /> : null}
        {more.length === 0 ? null : <RowMenu label={text.menu(name)} about={name} items={more} />}
      </Inline>
    </Inline>
  );
}

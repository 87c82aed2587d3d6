import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { showToast } from '../../../shared/actions/toast.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { serverNow } from '../../../shared/clock.ts';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { rememberIdentity, useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, lineAbove, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../../ui/layout/card.tsx';
import { ChangeEmail, ChangeName, ChangePassword } from './dialogs.tsx';
import { signInCardText as text } from './text.ts';

type Open = 'name' | 'email' | 'password';

/** One fact of the account, and the button that changes it. */
function Fact(props: { term: string; children: ReactNode; label?: string; onChange?: () => void }) {
  const { term, children, label, onChange } = props;
  return (
    <Stack
      component="li"
      sx={{
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '96px minmax(0, 1fr) auto' },
        alignItems: 'center',
        columnGap: 1.5,
        minHeight: 48,
        px: 2,
        py: 0.75,
        ...lineAbove,
      }}
    >
      <Muted sx={{ gridColumn: { xs: 1, sm: 'auto' } }}>{term}</Muted>
      <Box sx={{ gridColumn: { xs: 1, sm: 'auto' }, minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      {onChange === undefined ? null : (
        <Box sx={{ gridColumn: { xs: 2, sm: 'auto' }, gridRow: { xs: '1 / 3', sm: 'auto' } }}>
          <ActionButton quiet action={{ name: text.change, perform: onChange }} aria-label={label ?? text.change} />
        </Box>
      )}
    </Stack>
  );
}

/** The name, email and password of the own account. */
export function SignInCard() {
  const identity = useIdentity();
  const client = useQueryClient();
  const query = useCall('getOwnAccount', {});
  const [open, setOpen] = useState<Open>();
  /** Just now, on this page: the activity has it later. */
  const [changedAt, setChangedAt] = useState<string>();
  const passwordAt = changedAt ?? query.data?.passwordChangedAt;
  // A doctor's name and email are part of the doctor's details.
  const isChangeable = identity.role !== 'doctor';
  const close = () => setOpen(undefined);
  const finish = (message: string, list: 'getOwnAccount' | 'listOwnSessions') => {
    close();
    showToast({ kind: 'info', message });
    void client.invalidateQueries({ queryKey: [list] });
  };
  return (
    <ListState query={query} skeleton={<Skeleton />} failed={{ title: text.failed }}>
      {({ name, email }) => (
        <Section title={text.title} padded={false}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            <Fact term={text.name} label={text.changeName} {...(isChangeable && { onChange: () => setOpen('name') })}>
              <Bold>{name}</Bold>
            </Fact>
            <Fact
              term={text.email}
              label={text.changeEmail}
              {...(isChangeable && { onChange: () => setOpen('email') })}
            >
              <Bold>{email}</Bold>
            </Fact>
            <Fact term={text.password} label={text.changePassword} onChange={() => setOpen('password')}>
              <Box>
                {passwordAt === undefined ? null : (
                  <Bold sx={{ display: 'block' }}>{text.changedAt(instantAtClinic(passwordAt, identity.zone))}</Bold>
                )}
                <Muted block>{text.passwordFact}</Muted>
              </Box>
            </Fact>
          </Box>
          {isChangeable ? null : (
            <CardLine at="bottom">
              <Muted block>{text.ofDoctor}</Muted>
            </CardLine>
          )}
          {open === 'name' ? (
            <ChangeName
              name={name}
              onDone={(list) => {
                rememberIdentity({ ...identity, name: list });
                finish(text.nameSaved, 'getOwnAccount');
              }}
              onClose={close}
            />
          ) : null}
          {open === 'email' ? (
            <ChangeEmail onDone={(address) => finish(text.linkSent(address), 'getOwnAccount')} onClose={close} />
          ) : null}
          {open === 'password' ? (
            <ChangePassword
              email={email}
              onDone={() => {
                setChangedAt(new Date(serverNow()).toISOString());
                finish(text.passwordChanged, 'listOwnSessions');
              }}
              onClose={close}
            />
          ) : null}
        </Section>
      )}
    </ListState>
  );
}

const Skeleton = () => (
  <Paper>
    <RowsSkeleton rows={3} columns={2} />
  </Paper>
);

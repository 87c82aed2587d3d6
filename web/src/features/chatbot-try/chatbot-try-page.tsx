import {
  type TrialAct,
  type TrialNetwork,
  type TrialPerson,
  trialNetworks,
  trialPeople,
} from '@dayline/contracts/endpoints/partner/chatbot-try';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../../shared/actions/toast.ts';
import { ask } from '../../shared/api/client.ts';
import { callOptions, keyOf } from '../../shared/api/hooks.ts';
import { withRecovery } from '../../shared/api/query-client.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Inline, Muted, Span, smallText } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Board } from './components/board.tsx';
import { Calls } from './components/calls.tsx';
import { Phone } from './components/phone.tsx';
import { lookIn } from './rules.ts';
import { trialText as text } from './text.ts';

/** The talk of a person's phone, and what is done on it. */
function useTalk(person: TrialPerson, network: TrialNetwork) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const request = { person };
  const query = useQuery({
    ...callOptions(client, 'tryChatbot', request),
    refetchInterval: (trialQuery) => withRecovery(lookIn(trialQuery.state.data?.body.trial))(trialQuery),
  });
  const act = async (trialAct: TrialAct): Promise<boolean> => {
    if (isSending) return false;
    setSending(true);
    const queryKey = keyOf('tryChatbot', request);
    try {
      const answer = await ask('tryChatbot', { person, network, act: trialAct });
      // What was asked before doesn't replace it.
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, answer);
      return true;
    } catch {
      toastError(text.notSent);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { query: { ...query, data: query.data?.body }, act };
}

/** The simulator of WhatsApp beside the live board of the talk's doctor (/chatbot-try). */
export default function ChatbotTryPage() {
  const { params, set } = useAddressParams();
  const person = trialPeople.find((name) => name === params.get('person')) ?? 'known';
  const network = trialNetworks.find((name) => name === params.get('network')) ?? 'inOrder';
  const { query, act } = useTalk(person, network);
  const trial = query.data?.trial;
  const named = (name: TrialPerson): string =>
    name === 'known' ? text.people.known(trial?.knownName ?? '…') : text.people[name];
  const people = trial?.knownName === null ? trialPeople.filter((name) => name !== 'known') : trialPeople;
  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={
          <Span
            sx={{
              ...{ ...smallText, fontWeight: 600, px: 1, py: 0.25, color: 'text.secondary' },
              ...{ border: '1px dashed', borderColor: 'text.secondary', borderRadius: '12px' },
            }}
          >
            {text.simulator}
          </Span>
        }
        action={
          trial ? (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, width: '100%', alignItems: 'center' }}>
              <LabelledSelect
                label={text.person}
                width={190}
                value={person}
                onChange={(name) => set({ person: name })}
                choices={people.map((name) => ({ value: name, label: named(name) }))}
              />
              <LabelledSelect
                label={text.network}
                width={160}
                value={network}
                onChange={(name) => set({ network: name })}
                choices={trialNetworks.map((name) => ({ value: name, label: text.networks[name] }))}
              />
              <ActionButton action={{ name: text.startAgain, perform: () => void act({ does: 'startAgain' }) }} />
            </Box>
          ) : undefined
        }
      />
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={8} height={64} columns={3} />}
        failed={{ title: text.failed }}
      >
        {({ trial: openTrial }) =>
          openTrial === null ? (
            <Paper>
              <Notice icon="chat" title={text.absent} hint={text.absentHint} />
            </Paper>
          ) : (
            <Box
              sx={{
                display: 'grid',
                gap: 3,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '348px minmax(0, 1fr)' },
                alignItems: 'start',
              }}
            >
              <Phone trial={openTrial} name={person === 'known' ? openTrial.knownName : null} onAct={act} />
              <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
                <Board trial={openTrial} />
                <Calls calls={openTrial.calls} />
              </Box>
            </Box>
          )
        }
      </ListState>
    </>
  );
}

/** Its label stands before it, on one line with it. */
function LabelledSelect({ width, ...field }: Parameters<typeof NativeSelectField>[0] & { readonly width: number }) {
  return (
    <Inline gap={1} sx={{ flex: { xs: '1 1 100%', md: 'none' } }}>
      <Muted aria-hidden="true" sx={{ minWidth: { xs: 60, md: 0 } }}>
        {field.label}
      </Muted>
      <Box sx={{ flex: { xs: 1, md: `0 0 ${width}px` }, minWidth: 0 }}>
        <NativeSelectField {...field} labelHidden />
      </Box>
    </Inline>
  );
}

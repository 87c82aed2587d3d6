import type { TrialCall } from '@dayline/contracts/endpoints/partner/chatbot-try';
import { timeAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Bold, Muted, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { callWords, pathWords } from '../rules.ts';
import { trialText as text } from '../text.ts';
import { TapNumber } from './tap-number.tsx';

/** The calls of the partner API that the talk led to, in order. */
export function Calls({ calls }: { calls: readonly TrialCall[] }) {
  const { zone } = useIdentity();
  return (
    <Section title={text.asked} aside={text.byKey} padded={false}>
      {calls.length === 0 ? (
        <Muted block sx={{ px: 2, pb: 2 }}>
          {text.askedNothing}
        </Muted>
      ) : (
        <PlainList>
          {calls.map((call) => {
            const { asked, found } = callWords(call, zone);
            return (
              <Span
                component="li"
                key={call.id}
                sx={{
                  ...{ display: 'grid', gap: 1.5, alignItems: 'center', px: 2, py: 0.75 },
                  gridTemplateColumns: { xs: '20px minmax(0, 1fr) auto', md: '20px auto minmax(0, 1fr) auto 56px' },
                  borderTop: '1px solid',
                  borderColor: 'divider',
                }}
              >
                <TapNumber tap={call.tap} />
                <Muted component="time" dateTime={call.at} sx={{ display: { xs: 'none', md: 'inline' } }}>
                  {timeAtClinic(call.at, zone)}
                </Muted>
                <span>
                  {asked}
                  <Bold>{found}</Bold>
                </span>
                <Muted sx={{ display: { xs: 'none', md: 'inline' } }}>{pathWords[call.call]}</Muted>
                <Muted sx={{ textAlign: 'right' }}>{text.ms(call.ms)}</Muted>
              </Span>
            );
          })}
        </PlainList>
      )}
    </Section>
  );
}

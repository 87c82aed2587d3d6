import Button from '@mui/material/Button';
import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { isLinkInvalid, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { Muted } from '../../ui/layout/boxes.tsx';
import { OfferAnswers } from './offer-answers.tsx';
import { yourVisitText as text } from './text.ts';
import { type Asked, dayText, type Shown, timeText, type Visit, VisitAnswers } from './visit-answers.tsx';

/**
 * Confirms, moves or cancels a visit, or answers the offer of a place (/your-visit/{token}/{appointmentId}); opening the
 * page changes nothing.
 */
export default function YourVisitPage() {
  const { token } = useLinkToken('your-visit');
  const isMoving = useIsMoving();
  const { shown, problem, isSending, done, send } = useVisit();
  if (token === undefined && !isMoving) {
    return (
      <FormFrame title={text.title}>
        <Banner tone="notVisited" icon="mail">
          {text.noLink}
        </Banner>
      </FormFrame>
    );
  }
  const { state, visit, free } = shown ?? {};
  const isOffered = state === 'offered';
  return (
    <FormFrame title={isOffered ? text.offerTitle : text.title}>
      <Problem>{problem?.sentence}</Problem>
      {problem && !problem.isFinal ? (
        <Button variant="outlined" disabled={isSending} onClick={() => void send()}>
          {text.again}
        </Button>
      ) : null}
      {state === undefined || problem ? null : visit ? (
        <>
          <VisitLines visit={visit} />
          {done || state === 'confirmed' ? (
            <Banner tone="visited" icon="check">
              {text[done ?? 'confirmed']}
            </Banner>
          ) : null}
          {isOffered ? (
            <OfferAnswers isSending={isSending} visit={visit} onAsk={(asked) => void send(asked)} />
          ) : (
            <VisitAnswers
              // Buttons of the visit as it is now.
              key={`${visit.date} ${visit.time}`}
              isConfirmed={state === 'confirmed'}
              isSending={isSending}
              visit={visit}
              free={free}
              onAsk={(asked) => void send(asked)}
            />
          )}
        </>
      ) : state === 'open' || state === 'confirmed' || isOffered ? null : (
        <Banner tone="notVisited" icon="calendar">
          {text.over[state]}
        </Banner>
      )}
    </FormFrame>
  );
}

/** The visit of the link as the last reply shows it, and its answers. */
function useVisit() {
  const { token, pocId: appointmentId } = useLinkToken('your-visit');
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<{ readonly sentence: string; readonly isFinal: boolean }>();
  const [isSending, setIsSending] = useState(false);
  /** What the last answer did. */
  const [done, setDone] = useState<'moved' | 'accepted'>();
  const send = useCallback(
    async (asked: Asked = {}) => {
      if (token === undefined) return;
      setIsSending(true);
      await sendPatiently('answerVisit', { token, appointmentId, ...asked }).then(
        (reply) => {
          setShown(reply);
          setProblem(undefined);
          setDone(reply.state === 'offered' ? undefined : doneBy(asked));
        },
        (error: unknown) => setProblem(problemOf(error, asked)),
      );
      setIsSending(false);
    },
    [token, appointmentId],
  );
  useEffect(() => void send(), [send]);
  return { shown, problem, isSending, done, send };
}

function doneBy({ answer }: Asked): 'moved' | 'accepted' | undefined {
  if (answer?.is === 'move') return 'moved';
  return answer?.is === 'accept' ? 'accepted' : undefined;
}

function problemOf(error: unknown, { answer }: Asked) {
  if (!(error instanceof CallError)) return { sentence: text.failed, isFinal: false };
  const isFinal = isLinkInvalid(error);
  const isOffer = answer?.is === 'accept' || answer?.is === 'decline';
  return { sentence: isFinal ? text.invalid : (refusalOf(error.code, isOffer) ?? error.message), isFinal };
}

/** The refusals of the desk's rules, in a patient's words. */
function refusalOf(code: string, isOffer: boolean): string | undefined {
  const { changed, taken, offer, alreadyBooked, called, fee } = text.refused;
  if (code.startsWith('appointment.')) return changed;
  // An offer has no other time, and what is against its patient is the desk's.
  if (isOffer && /^(?:patient|waiting)\./.test(code)) return offer;
  if (/^(?:slot|session|doctor|offer|hold)\./.test(code)) return isOffer ? offer : taken;
  if (code === 'patient.already-booked') return alreadyBooked;
  if (code === 'move.called') return called;
  return code.startsWith('fee.') ? fee : undefined;
}

const VisitLines = ({ visit: { firstName, doctor, date, time, hospital, branch, offeredUntil } }: { visit: Visit }) => (
  <div>
    <p>{text.hello(firstName)}</p>
    <p>{(offeredUntil ? text.offer : text.visit)(doctor, dayText(date), timeText(time))}</p>
    {offeredUntil ? <p>{text.offeredUntil(dayText(offeredUntil.date), timeText(offeredUntil.time))}</p> : null}
    <Muted block>{text.place(hospital, branch)}</Muted>
  </div>
);

import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { isLinkInvalid, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { Muted, Stack } from '../../ui/layout/boxes.tsx';
import { dateText, dayTimeText } from '../../ui/locale/dates.ts';
import { yourVisitText as text } from './text.ts';

type Answer = RequestOf<'answerVisit'>['answer'];
type Shown = Pick<ResponseOf<'answerVisit'>, 'state' | 'visit'>;
type Visit = NonNullable<Shown['visit']>;

/** Confirms or cancels a visit (/your-visit/{token}/{appointmentId}); opening the page changes nothing. */
export default function YourVisitPage() {
  const { token } = useLinkToken('your-visit');
  const isMoving = useIsMoving();
  const { shown, problem, isSending, send } = useVisit();
  if (token === undefined && !isMoving) {
    return (
      <FormFrame title={text.title}>
        <Banner tone="notVisited" icon="mail">
          {text.noLink}
        </Banner>
      </FormFrame>
    );
  }
  const { state, visit } = shown ?? {};
  return (
    <FormFrame title={text.title}>
      <Problem>{problem?.sentence}</Problem>
      {problem && !problem.isFinal ? (
        <Button variant="outlined" disabled={isSending} onClick={() => void send()}>
          {text.again}
        </Button>
      ) : null}
      {state === undefined || problem ? null : visit ? (
        <>
          <VisitLines visit={visit} />
          {state === 'confirmed' ? (
            <Banner tone="visited" icon="check">
              {text.confirmed}
            </Banner>
          ) : null}
          <Answers
            isConfirmed={state === 'confirmed'}
            isSending={isSending}
            onAnswer={(is) => void send({ is, time: visit.time })}
          />
        </>
      ) : state === 'open' || state === 'confirmed' ? null : (
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
  const send = useCallback(
    async (answer?: Answer) => {
      if (token === undefined) return;
      setIsSending(true);
      await sendPatiently('answerVisit', { token, appointmentId, ...(answer && { answer }) }).then(
        (reply) => {
          setShown(reply);
          setProblem(undefined);
        },
        (error: unknown) => setProblem(problemOf(error)),
      );
      setIsSending(false);
    },
    [token, appointmentId],
  );
  useEffect(() => void send(), [send]);
  return { shown, problem, isSending, send };
}

function problemOf(error: unknown) {
  if (!(error instanceof CallError)) return { sentence: text.failed, isFinal: false };
  const isFinal = isLinkInvalid(error);
  return { sentence: isFinal ? text.invalid : error.message, isFinal };
}

const dayText = (date: string): string =>
  dateText(Date.parse(`${date}T00:00:00Z`), { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

const VisitLines = ({ visit: { firstName, doctor, date, time, hospital, branch } }: { visit: Visit }) => (
  <div>
    <p>{text.hello(firstName)}</p>
    <p>{text.visit(doctor, dayText(date), dayTimeText(time, '2-digit'))}</p>
    <Muted block>{text.place(hospital, branch)}</Muted>
  </div>
);

function Answers(props: { isConfirmed: boolean; isSending: boolean; onAnswer: (is: 'confirm' | 'cancel') => void }) {
  const { isConfirmed, isSending, onAnswer } = props;
  const [asksCancel, setAsksCancel] = useState(false);
  if (asksCancel) {
    return (
      <Stack gap={1.5}>
        <p role="status">{text.asksCancel}</p>
        <Button variant="contained" color="error" disabled={isSending} onClick={() => onAnswer('cancel')} autoFocus>
          {text.cancelForGood}
        </Button>
        <Button variant="outlined" disabled={isSending} onClick={() => setAsksCancel(false)}>
          {text.keep}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap={1.5}>
      {isConfirmed ? null : (
        <Button variant="contained" disabled={isSending} onClick={() => onAnswer('confirm')}>
          {text.confirm}
        </Button>
      )}
      <Button variant="outlined" disabled={isSending} onClick={() => setAsksCancel(true)}>
        {text.cancel}
      </Button>
    </Stack>
  );
}

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useSyncExternalStore } from 'react';
import { isAction } from '../buttons/single-press.ts';
import { Problem } from '../feedback/banner.tsx';
import { uiText as text } from '../text.ts';
import { type Followed, type OpenQuestion, useConfirmState } from './confirm.ts';

const unchanging: Followed = { subscribe: () => () => {}, problem: () => undefined };

/** Renders the current confirmation, one at a time. Escape is Cancel; Enter is the action, which is focused. */
export function ConfirmHost() {
  const question = useConfirmState((state) => state.waiting[0]);
  return question ? <Confirmation key={question.id} question={question} /> : null;
}

/** One question, on top of what is open. */
export function Confirmation({ question }: { question: OpenQuestion }) {
  const { title, message, actionLabel, destructive = false, cancelLabel = text.cancel, cancellable, answer } = question;
  const { subscribe, problem: currentProblem } = question.followed ?? unchanging;
  const problem = useSyncExternalStore(subscribe, currentProblem);
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      role="alertdialog"
      maxWidth="xs"
      fullWidth
      aria-labelledby="question-title"
      aria-describedby={message === undefined ? undefined : 'question-message'}
    >
      <DialogTitle id="question-title" sx={{ fontSize: '1rem', lineHeight: '1.375rem', pb: 1 }}>
        {title}
      </DialogTitle>
      {message === undefined ? null : (
        <DialogContent id="question-message" sx={{ color: 'text.secondary', pb: 1 }}>
          {message}
        </DialogContent>
      )}
      {problem === undefined ? null : (
        <DialogContent sx={{ pb: 1 }}>
          <Problem>{problem}</Problem>
        </DialogContent>
      )}
      <DialogActions
        disableSpacing
        // On a phone two long labels are stacked.
        sx={{ px: 3, pb: 2, pt: 1.5, gap: 1, flexWrap: 'wrap', '& > button': { flex: { xs: '1 1 auto', sm: 'none' } } }}
      >
        {cancellable ? (
          <Button variant="outlined" onClick={() => answer(false)} autoFocus={destructive}>
            {cancelLabel}
          </Button>
        ) : null}
        <Button
          {...isAction}
          color={destructive ? 'error' : 'primary'}
          disabled={problem !== undefined}
          onClick={() => answer(true)}
          autoFocus={!destructive}
        >
          {actionLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { isAction } from '../buttons/single-press.ts';
import { Problem } from '../feedback/banner.tsx';
import { Muted } from '../layout/boxes.tsx';
import { uiText } from '../text.ts';

interface PlainDialogProps {
  title: string;
  /** The patient or row concerned, below the title. */
  about?: ReactNode;
  open?: boolean;
  /** As wide as two fields, or as two columns. */
  wide?: boolean | 'columns';
  onClose(): void;
  /** If absent, Cancel and the submit button. */
  actions?: ReactNode;
  submitLabel?: string;
  isPending?: boolean;
  /** Why it can't be submitted any more. */
  problem?: string | undefined;
  children: ReactNode;
}

/** A dialog with its title, content and actions; a form if it can be submitted. */
export function FormDialog({ onSubmit, ...props }: PlainDialogProps & { onSubmit?: () => void }) {
  const { title, about, open = true, wide = false, onClose, submitLabel, isPending, problem, children } = props;
  const id = useId();
  const actions = props.actions ?? (
    <>
      <Button variant="outlined" onClick={onClose}>
        {uiText.cancel}
      </Button>
      <Button {...isAction} type="submit" disabled={problem !== undefined} loading={isPending ?? null}>
        {submitLabel}
      </Button>
    </>
  );
  const parts = (
    <>
      <DialogTitle id={id} sx={{ fontSize: '1rem', lineHeight: '1.375rem', pb: 0 }}>
        {title}
        <Muted block>{about}</Muted>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, '&&': { pt: 2 } }}>
        <Problem>{problem}</Problem>
        {children}
      </DialogContent>
      <DialogActions disableSpacing sx={{ px: 3, pb: 2, gap: 1, flexWrap: 'wrap' }}>
        {actions}
      </DialogActions>
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth={wide === 'columns' ? 'md' : wide ? 'sm' : 'xs'}
      fullWidth
      aria-labelledby={id}
    >
      {onSubmit ? (
        <form
          noValidate
          // Only the content scrolls: the actions stay visible.
          style={{ display: 'contents' }}
          onSubmit={(event) => {
            event.preventDefault();
            if (problem === undefined) onSubmit();
          }}
        >
          {parts}
        </form>
      ) : (
        parts
      )}
    </Dialog>
  );
}

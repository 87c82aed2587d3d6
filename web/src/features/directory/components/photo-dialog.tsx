import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useCall } from '../../../shared/api/hooks.ts';
import { ProfilePhoto } from '../../../shared/doctor-photo/profile-photo.tsx';
import { photoText as text } from '../../../shared/doctor-photo/text.ts';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { uiText } from '../../../ui/text.ts';

/** A doctor's photo, for an administrator to change. */
export default function PhotoDialog({ pocId, name, onClose }: { pocId: string; name: string; onClose(): void }) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ fontSize: '1rem', lineHeight: '1.375rem' }}>
        {text.photoOf(name)}
      </DialogTitle>
      <DialogContent>
        <ListState
          query={useCall('getDoctor', { pocId })}
          skeleton={<CardsSkeleton cards={1} height={176} />}
          failed={{ title: text.loadFailed }}
        >
          {({ profile_image: url }) => <ProfilePhoto pocId={pocId} name={name} url={url} />}
        </ListState>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onClose}>
          {uiText.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

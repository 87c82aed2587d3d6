import Button from '@mui/material/Button';
import { useCall } from '../../../shared/api/hooks.ts';
import { ProfilePhoto } from '../../../shared/doctor-photo/profile-photo.tsx';
import { photoText as text } from '../../../shared/doctor-photo/text.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { uiText } from '../../../ui/text.ts';

/** A doctor's photo, for an administrator to change. */
export default function PhotoDialog({ pocId, name, onClose }: { pocId: string; name: string; onClose(): void }) {
  return (
    <FormDialog
      title={text.photoOf(name)}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {uiText.close}
        </Button>
      }
    >
      <ListState
        query={useCall('getDoctor', { pocId })}
        skeleton={<CardsSkeleton cards={1} height={176} />}
        failed={{ title: text.loadFailed }}
      >
        {({ profile_image: url }) => <ProfilePhoto pocId={pocId} name={name} url={url} />}
      </ListState>
    </FormDialog>
  );
}

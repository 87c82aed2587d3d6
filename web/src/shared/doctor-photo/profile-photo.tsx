import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline, Muted, Stack } from '../../ui/layout/boxes.tsx';
import { initials } from '../../ui/locale/words.ts';
import { useAskBeforeLeaving } from '../actions/leaving.ts';
import { toastError } from '../actions/toast.ts';
import { fitting, photoProblem, photoTypes, sizeText } from './photo-rules.ts';
import { photoText as text } from './text.ts';
import { useUpload } from './use-upload.ts';

/** The photo, or the initials if there is none or it can't be loaded. */
function Face({ url, name, label, size }: { url: string | null; name: string; label: string; size: number }) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const round = { width: size, height: size, borderRadius: '50%', flexShrink: 0 } as const;
  if (url === null || brokenUrl === url) {
    return (
      <Stack
        role="img"
        aria-label={label}
        sx={{
          ...round,
          placeItems: 'center',
          bgcolor: 'teal.soft',
          color: 'primary.main',
          fontWeight: 600,
          fontSize: size / 3,
        }}
      >
        {initials(name)}
      </Stack>
    );
  }
  return (
    <Box
      component="img"
      src={url}
      alt={label}
      onError={() => setBrokenUrl(url)}
      sx={{ ...round, display: 'block', objectFit: 'cover' }}
    />
  );
}

/** The selected file with an object URL for the preview, which is revoked. */
function useChosen() {
  const [photo, setPhoto] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!photo) return;
    return () => URL.revokeObjectURL(photo.url);
  }, [photo]);
  const choose = (file: File | undefined) => setPhoto(file && { file, url: URL.createObjectURL(file) });
  return [photo, choose] as const;
}

/**
 * "Photo with Change and Save" (section 2): the selected photo is shown beside the current one, with a dashed border
 * until it is saved.
 */
export function ProfilePhoto({ pocId, name, url }: { pocId: string | null; name: string; url: string | null }) {
  const picker = useRef<HTMLInputElement>(null);
  const [photo, choose] = useChosen();
  const { save, saving } = useUpload(pocId, () => choose(undefined));
  useAskBeforeLeaving(photo !== undefined && !saving);
  const pick = async (event: ChangeEvent<HTMLInputElement>) => {
    const newFile = event.target.files?.[0];
    // Allows the same file to be selected again.
    event.target.value = '';
    if (!newFile) return;
    const file = await fitting(newFile);
    const problem = photoProblem(file);
    if (problem === undefined) choose(file);
    else toastError(problem);
  };
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1.5 }}>
      <Inline gap={1.5} sx={{ justifyContent: 'center', textAlign: 'center' }}>
        <div>
          <Face url={url} name={name} label={text.photoOf(name)} size={photo ? 72 : 120} />
          {photo ? <Typography variant="caption">{text.now}</Typography> : null}
        </div>
        {photo ? (
          <>
            <Icon name="right" />
            <Box sx={{ display: 'grid', justifyItems: 'center' }}>
              <Box
                sx={{
                  p: '4px',
                  border: '2px dashed',
                  borderColor: 'status.confirmed.main',
                  borderRadius: '50%',
                  mb: 0.5,
                }}
              >
                <Face url={photo.url} name={name} label={text.newPhotoOf(name)} size={116} />
              </Box>
              <Typography variant="caption" sx={{ color: 'status.confirmed.main', fontWeight: 600 }}>
                {text.unsaved}
              </Typography>
            </Box>
          </>
        ) : null}
      </Inline>
      {photo ? (
        <Muted sx={{ overflowWrap: 'anywhere', textAlign: 'center' }}>
          {photo.file.name} · {sizeText(photo.file.size)}
        </Muted>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
        {photo ? (
          <Button onClick={() => void save(photo.file)} loading={saving}>
            {text.save}
          </Button>
        ) : null}
        <Button
          variant="outlined"
          startIcon={<Icon name="photo" />}
          disabled={saving}
          onClick={() => picker.current?.click()}
        >
          {text.change}
        </Button>
        {photo ? (
          <Button variant="text" disabled={saving} onClick={() => choose(undefined)}>
            {text.cancel}
          </Button>
        ) : null}
        <input
          ref={picker}
          type="file"
          hidden
          accept={photoTypes.join(',')}
          aria-label={text.photo}
          onChange={(event) => void pick(event)}
        />
      </Box>
    </Box>
  );
}

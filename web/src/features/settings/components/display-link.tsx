import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { QRCodeSVG } from 'qrcode.react';
import { showToast, toastError } from '../../../shared/actions/toast.ts';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { settingsText as text } from '../text.ts';
import type { DisplayLinkReply } from './add-display.tsx';

/** In CSS pixels: a phone or tablet can read it at arm's length. */
const codeSize = 208;

/** A display's link and its QR code. They are shown only once: the server knows only a hash of the token. */
export default function DisplayLink(props: {
  name: string;
  linked: DisplayLinkReply;
  onEnterCode(): void;
  onClose(): void;
}) {
  const { name, linked, onEnterCode, onClose } = props;
  const { zone } = useIdentity();
  // Without a configured address the link is relative to this page's.
  const link = new URL(linked.link, location.origin).href;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => showToast({ kind: 'info', message: text.copied }),
      // Without https, or denied by the person.
      () => toastError(text.notCopied),
    );
  return (
    <FormDialog
      title={text.linkTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onEnterCode}>
            {text.enterCode}
          </Button>
          <Button variant="outlined" onClick={() => void copy()}>
            {text.copy}
          </Button>
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <Muted block>{text.linkLead(instantAtClinic(linked.until, zone))}</Muted>
      {/* White in either scheme: readers need the contrast. */}
      <Box sx={{ justifySelf: 'center', p: 2, borderRadius: 1, bgcolor: '#fff', lineHeight: 0 }}>
        <QRCodeSVG value={link} size={codeSize} title={text.code} role="img" />
      </Box>
      <TextField label={text.link} value={link} onChange={() => undefined} />
    </FormDialog>
  );
}

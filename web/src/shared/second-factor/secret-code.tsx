import { QRCodeSVG } from 'qrcode.react';
import { addAppText as text } from './text.ts';

/** In CSS pixels: a phone reads it at arm's length. */
export default function SecretCode({ uri, size }: { readonly uri: string; readonly size: number }) {
  return <QRCodeSVG value={uri} size={size} title={text.qr} role="img" />;
}

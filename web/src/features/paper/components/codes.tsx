import Box from '@mui/material/Box';
import JsBarcode from 'jsbarcode';
import { QRCodeSVG } from 'qrcode.react';
import { ownIdOf, runsOf } from '../rules.ts';
import { paperText as text } from '../text.ts';

/** Bars of 0.25 mm, two dots of a receipt printer, which can't print thinner ones. */
const module = 0.25;
const height = 9;

/** The modules of a text in Code 128: '1' is a bar. */
function code128(value: string): string {
  const drawing: { encodings?: readonly { readonly data: string }[] } = {};
  JsBarcode(drawing, value, { format: 'CODE128' });
  return (drawing.encodings ?? []).map(({ data }) => data).join('');
}

/** The appointment's own part of its id, across the paper or along it. */
export function Barcode({ appointmentId, along }: { appointmentId: string; along: boolean }) {
  const modules = code128(ownIdOf(appointmentId));
  const length = modules.length * module;
  const [width, tall] = along ? [height, length] : [length, height];
  return (
    <Box
      component="svg"
      role="img"
      aria-label={text.barcode}
      viewBox={`0 0 ${width} ${tall}`}
      shapeRendering="crispEdges"
      sx={{ width: `${width}mm`, height: `${tall}mm`, flexShrink: 0, display: 'block', fill: '#000' }}
    >
      {runsOf(modules).map(({ at, count }) =>
        along ? (
          <rect key={at} x={0} y={at * module} width={height} height={count * module} />
        ) : (
          <rect key={at} x={at * module} y={0} width={count * module} height={height} />
        ),
      )}
    </Box>
  );
}

/** The whole id. */
export const QrCode = ({ appointmentId, size }: { appointmentId: string; size: string }) => (
  <QRCodeSVG
    value={appointmentId}
    level="M"
    marginSize={0}
    title={text.qr}
    bgColor="#fff"
    fgColor="#000"
    style={{ width: size, height: size, flexShrink: 0 }}
  />
);

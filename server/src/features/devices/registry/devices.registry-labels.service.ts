// The labels of devices as a page to print: serial, claim code, and both as a QR code.
import { groupedClaim, labelText } from '@trace/contract/devices/registration/devices.registration.rules';
import { toString as qrCode } from 'qrcode';

export interface Label {
  readonly serial: string;
  /** Normalised; null where the device carries none. */
  readonly claimCode: string | null;
}

const STYLE = `
  @page { margin: 10mm }
  body { margin: 0; font: 11px/1.4 system-ui, sans-serif; color: #000; background: #fff }
  main { display: grid; grid-template-columns: repeat(auto-fill, 85mm); gap: 3mm }
  article { display: grid; grid-template-columns: 26mm 1fr; gap: 3mm; align-items: center; height: 30mm; padding: 2mm;
    border: 1px dashed #999; break-inside: avoid; box-sizing: border-box }
  svg { width: 26mm; height: 26mm }
  b { display: block; font-size: 12px; overflow-wrap: anywhere }
  code { display: block; font: 11px/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
  small { color: #444 }`;

/** Returns a page with one label per device, without scripts and without external resources. */
export async function labelPage(labels: readonly Label[]): Promise<string> {
  const shown = await Promise.all(labels.map(labelOf));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Labels of ${labels.length} devices</title><style>${STYLE}</style></head>
<body><main>
${shown.join('\n')}
</main></body>
</html>
`;
}

/** Serials and codes contain only letters, digits, _ and -, so neither can contain markup. */
async function labelOf({ serial, claimCode }: Label): Promise<string> {
  const svg = await qrCode(labelText(serial, claimCode), { type: 'svg', errorCorrectionLevel: 'M', margin: 0 });
  const code = claimCode === null ? '' : `<small>Claim code</small><code>${groupedClaim(claimCode)}</code>`;
  return `<article>${svg.trim()}<div><small>Serial number</small><b>${serial}</b>${code}</div></article>`;
}

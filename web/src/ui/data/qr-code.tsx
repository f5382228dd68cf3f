import { useEffect, useState } from 'react';
import classes from './qr-code.module.css';

/** Light modules around the code. Cameras do not find a code without this margin. */
const QUIET = 4;

/** A QR code as a single path, dark on white in both colour schemes, because many apps read no other colours. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<{ size: number; path: string } | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void import('qrcode').then((library) => {
      const { create } = 'create' in library ? library : (library as { default: typeof library }).default;
      const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
      if (isCurrent) setDrawing({ size, path: pathOf(size, data) });
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);

  const side = (drawing?.size ?? 0) + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.qr}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      {drawing && <path d={drawing.path} fill="#0a1115" />}
    </svg>
  );
}

function pathOf(size: number, data: Uint8Array): string {
  let path = '';
  for (const [index, isDark] of data.entries()) {
    if (isDark) path += `M${index % size} ${Math.floor(index / size)}h1v1h-1z`;
  }
  return path;
}

import { formatCoordinates } from '#lib/format.ts';
import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './coordinates.module.css';

interface CoordinatesProps {
  lat: number;
  lng: number;
  isCopyable?: boolean;
}

/** Coordinates with six decimals in monospace, with an optional copy button. */
export function Coordinates({ lat, lng, isCopyable = false }: CoordinatesProps) {
  const text = formatCoordinates({ lat, lng });
  return (
    <span className={classes.row}>
      <span className={classes.numbers}>{text}</span>
      {isCopyable && <CopyCoordinates text={text} />}
    </span>
  );
}

function CopyCoordinates({ text }: { text: string }) {
  return (
    <CopyButton value={text} timeout={2_000}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={copy}
          aria-label={copied ? 'Copied' : 'Copy coordinates'}
        >
          {copied ? <IconCheck size={15} stroke={2} /> : <IconCopy size={15} stroke={1.7} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

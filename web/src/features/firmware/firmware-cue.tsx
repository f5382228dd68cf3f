import { UnstyledButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FirmwareCue as Cue } from '@trace/contract/firmware/firmware.schema';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';
import classes from './firmware-cue.module.css';
import { cuesQuery } from './firmware.queries.ts';
import { useFirmwareStream } from './firmware.stream.ts';

interface FirmwareCueProps {
  device: { readonly serialNumber: string; readonly name: string };
  /** The devices of the same list, so that one request serves all rows. */
  serials: string;
  onOpen: () => void;
}

/** Beside the status of a device: a version is available, or how far its update is. Opens the dialog. */
export default function FirmwareCue({ device: { serialNumber, name }, serials, onOpen }: FirmwareCueProps) {
  const { data } = useQuery(cuesQuery(serials));
  useFirmwareStream(serialNumber);
  const cue = data?.find((one) => one.serialNumber === serialNumber);
  const words = cue && wordsOf(cue);
  if (!words) return null;
  return (
    <UnstyledButton className={classes.cue ?? ''} aria-label={texts.cueOf(words, name)} onClick={onOpen}>
      <IconDownload size={14} stroke={1.8} aria-hidden="true" />
      {words}
    </UnstyledButton>
  );
}

/** An update that only its rollout wants yet reads as an available version. */
function wordsOf({ update, availableVersion }: Cue): string | null {
  const { cue } = texts;
  if (update === null) return availableVersion === null ? null : cue.available;
  if (update.state === 'waiting') return update.isWanted ? cue.waiting : cue.available;
  return update.state === 'downloading' && update.progressPct !== null
    ? cue.progress(update.progressPct)
    : cue.updating;
}

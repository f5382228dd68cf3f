import { Fact } from '#ui/data/fact.tsx';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import type { DeviceFirmware, FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';
import { megabytes, waitWords } from './firmware-view.ts';
import classes from './firmware-dialog.module.css';

interface FactsProps {
  firmware: DeviceFirmware;
  status: DeviceStatus | undefined;
}

/** FWD-01: current and latest version, size in MB with one decimal, and the notes of the release. */
export function FirmwareFacts({ firmware: { currentVersion, offer, update }, status }: FactsProps) {
  if (offer === null) return null;
  const hint =
    status === 'offline' || status === 'sleeping' ? texts.unreachable[status] : waitOf(offer.version, update);
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={texts.current} className={classes.version}>
          {currentVersion ?? texts.unknown}
        </Fact>
        <Fact name={texts.latest} className={classes.version}>
          {offer.version}
        </Fact>
        <Fact name={texts.size}>{texts.sizeOf(megabytes(offer.fileSizeBytes))}</Fact>
      </dl>
      <h3 className={classes.notesTitle}>{texts.notes}</h3>
      <p className={classes.notes} dir="auto">
        {offer.notes === '' ? texts.noNotes : offer.notes}
      </p>
      <p className={classes.hint}>{texts.keepPowered}</p>
      {hint !== null && <p className={classes.hint}>{hint}</p>}
    </>
  );
}

/** Why the rollout has not begun this update yet. */
function waitOf(version: string, update: FirmwareUpdate | null): string | null {
  const isSame = update !== null && update.version === version;
  return isSame && update.waitingFor !== 'next_round' ? waitWords(update) : null;
}

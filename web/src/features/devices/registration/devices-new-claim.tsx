import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { manageTexts as texts } from '@trace/contract/devices/devices.manage.texts';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import classes from './devices-new-claim.module.css';

interface DevicesNewClaimProps {
  serial: string;
  claimCode: string;
  onClose: () => void;
}

/** REG-09: the claim code is shown only once, so the dialog closes only when the user confirms. */
export default function DevicesNewClaim({ serial, claimCode, onClose }: DevicesNewClaimProps) {
  return (
    <Dialog isOpen isHeld onClose={onClose} title={texts.newClaimTitle} text={texts.newClaimOf(serial)}>
      <dl className={classes.code}>
        <dt>{registrationTexts.newClaim}</dt>
        <dd>{claimCode}</dd>
      </dl>
      <p className={classes.hint}>{registrationTexts.newClaimHint}</p>
      <DialogActions>
        <Button
          variant="default"
          leftSection={<IconCopy size={17} stroke={1.7} />}
          onClick={() => void copyCode(serial, claimCode)}
          data-autofocus
        >
          {texts.copy}
        </Button>
        <Button onClick={onClose}>{texts.written}</Button>
      </DialogActions>
    </Dialog>
  );
}

async function copyCode(serial: string, claimCode: string): Promise<void> {
  const about = `claim code ${serial}`;
  try {
    await navigator.clipboard.writeText(claimCode);
    showToast({ tone: 'done', about, text: texts.copied });
  } catch {
    // Without clipboard permission or a secure origin, the user selects and copies the code by hand.
    showToast({ tone: 'failed', about, text: texts.copyFailed });
  }
}

import { failureWords } from '#lib/http/api.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import type { TrustedKeys } from './firmware-signature.ts';
import { FirmwarePublishSteps } from './firmware-publish-steps.tsx';
import { useSignature } from './firmware-signature.ts';
import { usePublish } from './firmware.release.queries.ts';

const texts = firmwareScreenTexts.publish;

interface FirmwarePublishDialogProps {
  release: Release;
  keys: TrustedKeys;
  onClose: () => void;
}

/** Publishes a draft with a signature that was made elsewhere. The uploader can prepare it, but not publish. */
export function FirmwarePublishDialog({ release, keys, onClose }: FirmwarePublishDialogProps) {
  const { signature, choose } = useSignature(keys);
  const { mutate, isPending, error } = usePublish(release);
  return (
    <Dialog
      isOpen
      isTall
      size="lg"
      title={texts.title(release.version)}
      text={texts.lead}
      isHeld={isPending}
      onClose={onClose}
    >
      {!release.mayPublish && <OutcomeLine tone="part">{texts.uploader}</OutcomeLine>}
      {keys.length === 0 && <OutcomeLine tone="part">{texts.noKeys}</OutcomeLine>}
      <FirmwarePublishSteps release={release} signature={signature} onChoose={choose} />
      {error && (
        <OutcomeLine tone="bad" title={texts.failed}>
          {failureWords(error)}
        </OutcomeLine>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {firmwareScreenTexts.cancel}
        </Button>
        {release.mayPublish && (
          <Button
            loading={isPending}
            disabled={signature?.content === undefined}
            onClick={() => signature?.content && mutate(signature.content, { onSuccess: onClose })}
          >
            {texts.send}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

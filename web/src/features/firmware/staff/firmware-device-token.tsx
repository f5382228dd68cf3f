import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { FirmwareCommand } from './firmware-command.tsx';
import classes from './firmware-device.module.css';
import { useEndToken, useMakeToken } from './firmware.device.queries.ts';

const texts = firmwareScreenTexts.device;

/** Makes, replaces and ends the token with which a device asks over HTTP. A new token is shown once. */
export function FirmwareDeviceToken({ serial, hasToken }: { serial: string; hasToken: boolean }) {
  const { mutate: make, isPending: isMaking, data: made, reset } = useMakeToken(serial);
  const { mutate: end, isPending: isEnding } = useEndToken(serial);
  const [isReplacing, replacement] = useDisclosure(false);
  const [isAsked, question] = useDisclosure(false);
  return (
    <div className={classes.actions}>
      <Button variant="default" size="sm" loading={isMaking} onClick={() => (hasToken ? replacement.open() : make())}>
        {hasToken ? texts.replaceToken : texts.makeToken}
      </Button>
      {hasToken && (
        <Button variant="outline" color="red" size="sm" onClick={question.open}>
          {texts.endToken}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isReplacing}
        title={texts.replaceTitle}
        confirmLabel={texts.replaceToken}
        isWorking={isMaking}
        onConfirm={() => make(undefined, { onSettled: replacement.close })}
        onClose={replacement.close}
      >
        {texts.replaceText}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isAsked}
        title={texts.endTitle}
        confirmLabel={texts.endToken}
        isWorking={isEnding}
        onConfirm={() => end(undefined, { onSettled: question.close })}
        onClose={question.close}
      >
        {texts.endText}
      </ConfirmDialog>
      {made && (
        <Dialog isOpen title={texts.tokenTitle} text={texts.tokenText} onClose={reset}>
          <FirmwareCommand text={made.token} copyLabel={texts.copyToken} />
          <DialogActions>
            <Button onClick={reset} data-autofocus>
              {firmwareScreenTexts.close}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

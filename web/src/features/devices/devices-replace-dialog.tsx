import { checkAllBy, useFields, whenSettled } from '#ui/controls/fields.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import { replacementSchema, type Replacement } from '@trace/contract/devices/devices.replacement.schema';
import { replacementTexts as texts } from '@trace/contract/devices/devices.replacement.texts';
import classes from './devices-remove-dialog.module.css';
import { useReplaceDevice } from './devices.replace.queries.ts';
import { DevicesScanButton } from './scan/devices-scan-button.tsx';

interface DevicesReplaceDialogProps {
  serial: string;
  name: string;
  /** The name or email address of the assigned user, or null when the device is unassigned. */
  user: string | null;
  onClose: () => void;
}

/** IDEV-10: asks which tracker replaces a faulty device, and explains the consequences. */
export function DevicesReplaceDialog({ serial, name, user, onClose }: DevicesReplaceDialogProps) {
  const replacing = useReplaceDevice(serial);
  const moving = [texts.moving.name, ...(user === null ? [] : [texts.moving.user(user)]), texts.moving.setup];
  return (
    <Dialog isOpen onClose={onClose} isHeld={replacing.isPending} title={texts.title(name)} text={texts.text}>
      <h3 className={classes.head}>{texts.moves}</h3>
      <Lines of={moving} />
      <h3 className={classes.head}>{texts.stays}</h3>
      <Lines of={Object.values(texts.staying)} />
      <ReplaceForm serial={serial} replacing={replacing} onClose={onClose} />
    </Dialog>
  );
}

function Lines({ of }: { of: readonly string[] }) {
  return (
    <ul className={classes.losses}>
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const check = checkAllBy(replacementSchema);

/** A blank claim code is not sent. */
const toSend = ({ newSerialNumber, claimCode }: Record<keyof Replacement, string>): Replacement => ({
  newSerialNumber,
  claimCode: claimCode.trim() || null,
});

const isSameSerial = (typedSerial: string, serial: string): boolean =>
  typedSerial.trim().toLowerCase() === serial.toLowerCase();

const typed = { autoComplete: 'off', spellCheck: false, maxLength: 100 };

interface ReplaceFormProps {
  serial: string;
  replacing: ReturnType<typeof useReplaceDevice>;
  onClose: () => void;
}

function ReplaceForm({ serial, replacing, onClose }: ReplaceFormProps) {
  const { form, field, submit, refuse } = useFields({
    initialValues: { newSerialNumber: '', claimCode: '' },
    // The same serial is refused before the password is asked for.
    validate: (values) =>
      isSameSerial(values.newSerialNumber, serial) ? { newSerialNumber: texts.sameSerial } : check(toSend(values)),
  });
  const replace = submit((values) =>
    whenSettled(
      replacing.mutateAsync(replacementSchema.parse(toSend(values)), { onSuccess: onClose, onError: refuse }),
    ),
  );

  return (
    <form onSubmit={replace} noValidate>
      <Stack mt="md">
        <TextInput
          label={texts.newSerial}
          autoCapitalize="off"
          data-autofocus
          {...typed}
          {...field('newSerialNumber')}
        />
        <TextInput
          label={texts.claimCode}
          description={texts.claimHint}
          autoCapitalize="characters"
          {...typed}
          {...field('claimCode')}
        />
        <DevicesScanButton
          isDisabled={replacing.isPending}
          onScan={({ serialNumber, claimCode }) =>
            form.setValues({ newSerialNumber: serialNumber, claimCode: claimCode ?? '' })
          }
        />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {manageTexts.cancel}
        </Button>
        <Button type="submit" loading={replacing.isPending}>
          {texts.replace}
        </Button>
      </DialogActions>
    </form>
  );
}

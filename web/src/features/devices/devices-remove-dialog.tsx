import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, TextInput } from '@mantine/core';
import { manageTexts as texts } from '@trace/contract/devices/devices.manage.texts';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { ReactNode } from 'react';
import classes from './devices-remove-dialog.module.css';
import { useRemoveDevice } from './devices.manage.queries.ts';

export interface DevicesRemoveDialogProps {
  serial: string;
  name: string;
  /** The effect on the serial number and on later data of the device. */
  text?: string;
  /** The server wants the serial typed, as from an installer whose device is assigned. */
  isTyped: boolean;
  /** The losses, one sentence each. */
  losses: readonly string[];
  /** A step to take first, such as an export of the history. */
  before?: ReactNode;
  onClose: () => void;
}

/** Asks before a device goes (UDASH-09, IDEV-06). A new claim code is shown above all pages (REG-09). */
export function DevicesRemoveDialog(props: DevicesRemoveDialogProps) {
  const { serial, name, text = texts.removeText, onClose } = props;
  const removing = useRemoveDevice(serial);
  return (
    <Dialog isOpen onClose={onClose} isHeld={removing.isPending} title={texts.removeTitle(name)} text={text}>
      <h3 className={classes.head}>{texts.lost}</h3>
      <ul className={classes.losses}>
        {props.losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      {props.before}
      <RemoveForm {...props} removing={removing} />
    </Dialog>
  );
}

interface RemoveFormProps extends DevicesRemoveDialogProps {
  removing: ReturnType<typeof useRemoveDevice>;
}

function RemoveForm({ serial, isTyped, removing, onClose }: RemoveFormProps) {
  const isReady = (typed: string) => !isTyped || typed.trim() === serial;
  const { field, submit } = useOneField({
    check: (typed) => (isReady(typed) ? null : registrationTexts.confirmationDiffers),
    onSubmit: (typed, refuse) =>
      whenSettled(
        removing.mutateAsync(isTyped ? typed.trim() : null, {
          onSuccess: onClose,
          onError: (error) => refusedField(error) === 'confirmation' && refuse(failureWords(error)),
        }),
      ),
  });
  return (
    <form onSubmit={submit} noValidate>
      {isTyped && (
        <TextInput
          label={texts.typeSerial(serial)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          data-autofocus
          {...field}
        />
      )}
      <DialogActions>
        {/* The cancel button has the focus, so pressing Enter by habit deletes no data. */}
        <Button variant="default" onClick={onClose} data-autofocus={!isTyped || undefined}>
          {texts.cancel}
        </Button>
        <Button type="submit" color="red" loading={removing.isPending} disabled={!isReady(field.value)}>
          {texts.removeDevice}
        </Button>
      </DialogActions>
    </form>
  );
}

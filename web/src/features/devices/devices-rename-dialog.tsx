import { manageTexts as texts } from '@trace/contract/devices/devices.manage.texts';
import { deviceName, NICKNAME_MAX_LENGTH } from '@trace/contract/devices/devices.rules';
import { nicknameSchema } from '@trace/contract/devices/registration/devices.registration.schema';
import { DevicesFieldDialog } from './devices-field-dialog.tsx';
import { useRenameDevice } from './devices.manage.queries.ts';

export interface DevicesRenameDialogProps {
  serial: string;
  name: string;
  onClose: () => void;
}

/** Another name for a device, or none. */
export function DevicesRenameDialog({ serial, name, onClose }: DevicesRenameDialogProps) {
  const { isPending, mutateAsync } = useRenameDevice(serial);
  return (
    <DevicesFieldDialog
      title={texts.renameTitle(name)}
      text={texts.nicknameHint}
      field="nickname"
      schema={nicknameSchema.unwrap()}
      initial={name === deviceName(serial, null) ? '' : name}
      input={{ label: texts.nickname, autoComplete: 'off', maxLength: NICKNAME_MAX_LENGTH }}
      submitLabel={texts.save}
      sending={{ isPending, mutateAsync: (nickname, options) => mutateAsync(nickname ?? '', options) }}
      onClose={onClose}
    />
  );
}

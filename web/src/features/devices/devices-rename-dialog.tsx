import { failureWords } from '#lib/http/api.ts';
import { refusedBodyField } from '#lib/http/refused-field.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, TextInput } from '@mantine/core';
import { manageTexts as texts } from '@trace/contract/devices/devices.manage.texts';
import { nicknameSchema } from '@trace/contract/devices/registration/devices.registration.schema';
import { deviceName, NICKNAME_MAX_LENGTH } from '@trace/contract/devices/devices.rules';
import { useRef, useState, type FormEvent } from 'react';
import { useRenameDevice } from './devices.manage.queries.ts';

export interface DevicesRenameDialogProps {
  serial: string;
  name: string;
  onClose: () => void;
}

/** Another name for a device, or none. */
export function DevicesRenameDialog({ serial, name, onClose }: DevicesRenameDialogProps) {
  const renaming = useRenameDevice(serial);
  const [nickname, setNickname] = useState(name === deviceName(serial, null) ? '' : name);
  const [complaint, setComplaint] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const complain = (words: string) => {
    setComplaint(words);
    field.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { error } = nicknameSchema.safeParse(nickname);
    if (error) return complain(error.issues[0]!.message);
    renaming.mutate(nickname, {
      onSuccess: onClose,
      onError: (refusal) => refusedBodyField(refusal) === 'nickname' && complain(failureWords(refusal)),
    });
  };

  return (
    <Dialog isOpen onClose={onClose} title={texts.renameTitle(name)} text={texts.nicknameHint}>
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          label={texts.nickname}
          maxLength={NICKNAME_MAX_LENGTH}
          autoComplete="off"
          data-autofocus
          value={nickname}
          onChange={(event) => {
            setNickname(event.currentTarget.value);
            setComplaint(null);
          }}
          error={complaint}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={renaming.isPending}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

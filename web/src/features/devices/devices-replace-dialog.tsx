import { failureWords } from '#lib/http/api.ts';
import { refusedBodyField } from '#lib/http/refused-field.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import { replacementSchema } from '@trace/contract/devices/devices.replacement.schema';
import { replacementTexts as texts } from '@trace/contract/devices/devices.replacement.texts';
import { useRef, useState, type FormEvent } from 'react';
import classes from './devices-remove-dialog.module.css';
import { useReplaceDevice } from './devices.replace.queries.ts';

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
      <ReplaceForm replacing={replacing} onClose={onClose} />
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

type Field = 'newSerialNumber' | 'claimCode';

interface ReplaceFormProps {
  replacing: ReturnType<typeof useReplaceDevice>;
  onClose: () => void;
}

function ReplaceForm({ replacing, onClose }: ReplaceFormProps) {
  const [newSerialNumber, setSerial] = useState('');
  const [claimCode, setClaim] = useState('');
  const [complaint, setComplaint] = useState<{ field: Field; words: string } | null>(null);
  const inputs = { newSerialNumber: useRef<HTMLInputElement>(null), claimCode: useRef<HTMLInputElement>(null) };

  const complain = (field: Field, words: string) => {
    setComplaint({ field, words });
    inputs[field].current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = replacementSchema.safeParse({ newSerialNumber, claimCode: claimCode.trim() || null });
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!;
      return complain(path[0] as Field, message);
    }
    replacing.mutate(parsed.data, {
      onSuccess: onClose,
      onError: (error) => {
        const field = refusedBodyField(error);
        if (field === 'newSerialNumber' || field === 'claimCode') complain(field, failureWords(error));
      },
    });
  };

  const field = (name: Field, value: string, set: (value: string) => void) => ({
    ref: inputs[name],
    value,
    autoComplete: 'off',
    spellCheck: false,
    error: complaint?.field === name && complaint.words,
    onChange: (event: { currentTarget: { value: string } }) => {
      set(event.currentTarget.value);
      setComplaint(null);
    },
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack mt="md">
        <TextInput
          label={texts.newSerial}
          autoCapitalize="off"
          maxLength={100}
          data-autofocus
          {...field('newSerialNumber', newSerialNumber, setSerial)}
        />
        <TextInput
          label={texts.claimCode}
          description={texts.claimHint}
          autoCapitalize="characters"
          maxLength={100}
          {...field('claimCode', claimCode, setClaim)}
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

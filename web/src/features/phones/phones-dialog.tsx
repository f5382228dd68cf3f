import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { whenSettled } from '#ui/controls/fields.ts';
import { checkBy, useOneField } from '#ui/controls/one-field.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions, useFocusBack } from '#ui/dialogs/dialog.tsx';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { Button, TextInput } from '@mantine/core';
import { phonesRules, type PhoneKey } from '@trace/contract/phones/phones.rules';
import { newPhoneSchema } from '@trace/contract/phones/phones.schema';
import { phonesTexts as texts } from '@trace/contract/phones/phones.texts';
import { useState } from 'react';
import { useAddPhone, useRenewSecret } from './phones.queries.ts';
import { PhonesSetUp } from './phones-set-up.tsx';

export interface PhonesDialogProps {
  /** The phone that gets a new code. Undefined: a new phone is added. */
  phone?: { serialNumber: string; name: string } | undefined;
  onClose: () => void;
}

/** Adds a phone, or sets a phone up again (PHON-01). The code stays visible until the dialog closes. */
export default function PhonesDialog({ phone, onClose }: PhonesDialogProps) {
  // Each step is a dialog of its own, so only here the opener's button is known.
  useFocusBack();
  const [made, setMade] = useState<{ phoneKey: PhoneKey; name: string } | null>(null);
  if (made !== null) return <PhonesSetUp {...made} onClose={onClose} />;
  if (phone === undefined)
    return <AddDialog onMade={(phoneKey, name) => setMade({ phoneKey, name })} onClose={onClose} />;
  return <RenewDialog phone={phone} onMade={(phoneKey) => setMade({ phoneKey, name: phone.name })} onClose={onClose} />;
}

function AddDialog({ onMade, onClose }: { onMade: (key: PhoneKey, name: string) => void; onClose: () => void }) {
  const { mutateAsync, isPending, error } = useAddPhone();
  const { field, submit } = useOneField({
    check: checkBy(newPhoneSchema.shape.name),
    onSubmit: (name, refuse) =>
      whenSettled(
        mutateAsync(name, {
          onSuccess: (key) => onMade(key, name.trim()),
          onError: (failure) => refusedField(failure) === 'name' && refuse(failureWords(failure)),
        }),
      ),
  });
  return (
    <Dialog isOpen onClose={onClose} title={texts.add} text={texts.addText}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={texts.name}
          autoComplete="off"
          maxLength={phonesRules.nameMaxLength}
          data-autofocus
          {...field}
        />
        {error && refusedField(error) !== 'name' && (
          <OutcomeLine tone="bad">{texts.addFailed(failureWords(error))}</OutcomeLine>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.next}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface RenewDialogProps {
  phone: { serialNumber: string; name: string };
  onMade: (key: PhoneKey) => void;
  onClose: () => void;
}

function RenewDialog({ phone, onMade, onClose }: RenewDialogProps) {
  const { mutate, isPending, error } = useRenewSecret(phone.serialNumber);
  const once = useSinglePress(isPending);
  return (
    <Dialog isOpen onClose={onClose} title={texts.setUpOf(phone.name)} text={texts.renewText}>
      {error && <OutcomeLine tone="bad">{texts.renewFailed(failureWords(error))}</OutcomeLine>}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button loading={isPending} onClick={() => once(() => mutate(undefined, { onSuccess: onMade }))}>
          {texts.renew}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

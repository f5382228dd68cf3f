import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { FACTORY_SERIAL_PREFIX, SERIAL_MAX_LENGTH } from '@trace/contract/kernel/serial';
import type { RegistryRow } from '@trace/contract/devices/registry/devices.registry.schema';
import { registryTexts as texts } from '@trace/contract/devices/registry/devices.registry.texts';
import { LabelsButton } from './devices-labels-button.tsx';
import { NewCode } from './devices-registry-load-dialog.tsx';
import { labelsOf, useAddRegistryEntry } from './devices.registry.queries.ts';

const claims = (['none', 'new', 'own'] as const).map((value) => ({ value, label: texts.claims[value] }));

/** Enters one serial, then shows the generated claim code this once (REG-11). */
export function AddRegistryDialog({ onClose }: { onClose: () => void }) {
  const add = useAddRegistryEntry();
  return (
    <Dialog isOpen size="md" title={texts.addTitle} isHeld={add.data?.isNewCode === true} onClose={onClose}>
      {add.data ? <AddedEntry row={add.data} onClose={onClose} /> : <AddForm add={add} onClose={onClose} />}
    </Dialog>
  );
}

interface AddFormProps {
  add: ReturnType<typeof useAddRegistryEntry>;
  onClose: () => void;
}

function AddForm({ add: { mutateAsync, isPending, error }, onClose }: AddFormProps) {
  const { field, form, submit, refuse } = useFields<Record<'serialNumber' | 'choice' | 'claimCode', string>>({
    initialValues: { serialNumber: FACTORY_SERIAL_PREFIX, choice: 'none', claimCode: '' },
    validate: {
      serialNumber: (text) => complaintOf(text, SERIAL_MAX_LENGTH, texts.serialMissing, texts.serialMissing),
      claimCode: (text, { choice }) => (choice === 'own' && text.trim() === '' ? texts.ownClaimMissing : null),
    },
  });
  const isOwn = form.values.choice === 'own';
  const send = submit(({ serialNumber, choice, claimCode }) => {
    const code = { none: '', new: 'new', own: claimCode }[choice as 'none' | 'new' | 'own'];
    const entry = { serialNumber, claimCode: code };
    return whenSettled(mutateAsync(entry, { onError: (failure) => void refuse(failure) }));
  });
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.serialLabel}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...field('serialNumber')}
        />
        <NativeSelect label={texts.claimChoice} data={claims} {...field('choice')} />
        {isOwn && (
          <TextInput label={texts.ownClaim} required autoComplete="off" spellCheck={false} {...field('claimCode')} />
        )}
        {error && (
          <OutcomeLine tone="bad" title={texts.addFailed}>
            {failureWords(error)}
          </OutcomeLine>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isPending}>
          {texts.add}
        </Button>
      </DialogActions>
    </form>
  );
}

const words: Record<RegistryRow['outcome'], string> = {
  entered: texts.added,
  changed: texts.changed,
  unchanged: texts.unchanged,
  bad: texts.addFailed,
};

const focus = (node: HTMLElement | null) => node?.focus();

function AddedEntry({ row, onClose }: { row: RegistryRow; onClose: () => void }) {
  return (
    <>
      <OutcomeLine tone="good" title={`${row.serialNumber}: ${words[row.outcome]}`}>
        {row.isNewCode && row.claimCode !== null && <NewCode code={row.claimCode} />}
      </OutcomeLine>
      <DialogActions>
        <LabelsButton labels={labelsOf([row])} />
        <Button onClick={onClose} ref={focus}>
          {texts.done}
        </Button>
      </DialogActions>
    </>
  );
}

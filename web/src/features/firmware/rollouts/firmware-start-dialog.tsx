import { failureWords } from '#lib/http/api.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Stack } from '@mantine/core';
import { rolloutTexts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { useState } from 'react';
import { FirmwareStartLimits, FirmwareStartTarget } from './firmware-start-fields.tsx';
import { checkStart, rolloutOf, startValues, type StartValues } from './firmware-start-form.ts';
import { FirmwareStartPreview } from './firmware-start-preview.tsx';
import { useStartRollout } from './firmware.rollout.queries.ts';

const texts = rolloutTexts.start;

/** FWM-03: chooses devices and limits, previews the reached devices, and starts the rollout. */
export function FirmwareStartDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  // All tries share the id, so that a repeat starts no second rollout.
  const [id] = useState(() => crypto.randomUUID());
  const { mutateAsync, isPending, error } = useStartRollout(release);
  const fields = useFields<StartValues>({ initialValues: startValues, validate: checkStart });
  const send = (values: StartValues) =>
    whenSettled(mutateAsync({ id, ...rolloutOf(release.id, values) }, { onSuccess: onClose }));
  return (
    <Dialog isOpen isTall size="lg" title={texts.title(release.version)} isHeld={isPending} onClose={onClose}>
      <form noValidate onSubmit={fields.submit(send)}>
        <Stack gap="md">
          <FirmwareStartTarget {...fields} />
          <FirmwareStartLimits {...fields} />
          <FirmwareStartPreview releaseId={release.id} values={fields.form.values} />
          {error && (
            <OutcomeLine tone="bad" title={texts.failed}>
              {failureWords(error)}
            </OutcomeLine>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {firmwareScreenTexts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Stack, Textarea } from '@mantine/core';
import { CERTIFICATION_REASON_MAX_LENGTH } from '@trace/contract/certification/certification.rules';
import type { ManagedCertification } from '@trace/contract/certification/certification.staff.schema';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { useRevokeCertification } from './certification.managed.queries.ts';

interface RevokeCertificationDialogProps {
  certification: ManagedCertification;
  onClose: () => void;
}

/** Revokes a certification for good, with a reason for colleagues (CERT-08, CERT-09). */
export function RevokeCertificationDialog({ certification, onClose }: RevokeCertificationDialogProps) {
  const { number } = certification;
  const { mutateAsync, isPending, error } = useRevokeCertification();
  const { field, submit } = useFields({
    initialValues: { reason: '' },
    validate: {
      reason: (text) => complaintOf(text, CERTIFICATION_REASON_MAX_LENGTH, texts.reasonMissing, texts.reasonLong),
    },
  });
  const send = submit(({ reason }) => whenSettled(mutateAsync({ number, reason }, { onSuccess: onClose })));
  return (
    <Dialog
      isOpen
      size="md"
      title={texts.revokeTitle(number)}
      text={texts.revokeText[effectOn(certification)]}
      onClose={onClose}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Textarea
            label={texts.reason}
            description={texts.reasonHint}
            required
            autosize
            minRows={2}
            data-autofocus
            {...field('reason')}
          />
          {error && (
            <OutcomeLine tone="bad" title={texts.revokeFailed}>
              {failureWords(error)}
            </OutcomeLine>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" color="red" loading={isPending}>
            {texts.revoke}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function effectOn({ isInUse, state }: ManagedCertification): keyof typeof texts.revokeText {
  if (!isInUse) return 'notInUse';
  return state === 'ended' ? 'ended' : 'inUse';
}

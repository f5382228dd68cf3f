import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Radio, Stack } from '@mantine/core';
import type { Company, Member } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import classes from './companies-hand-over-dialog.module.css';
import { useHandOver } from './companies-employee-actions.ts';

interface HandOverDialogProps {
  company: Company;
  /** The accepted employees. Only an accepted employee can become the owner. */
  candidates: readonly Member[];
  isOpen: boolean;
  onClose: () => void;
}

/** Chooses the new owner of the company and states the consequences for the current owner (COMP-08). */
export function CompaniesHandOverDialog({ company, candidates, isOpen, onClose }: HandOverDialogProps) {
  const isPossible = candidates.length > 0;
  const handing = useHandOver(company);
  return (
    <Dialog
      isOpen={isOpen}
      title={texts.handOverTitle(company.name)}
      text={isPossible ? texts.handOverText : texts.handOverNobody}
      size="md"
      isHeld={handing.isPending}
      onClose={onClose}
    >
      {isPossible ? (
        <HandOverForm handing={handing} candidates={candidates} onClose={onClose} />
      ) : (
        <DialogActions>
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.close}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

interface HandOverFormProps extends Pick<HandOverDialogProps, 'candidates' | 'onClose'> {
  handing: ReturnType<typeof useHandOver>;
}

function HandOverForm({ handing, candidates, onClose }: HandOverFormProps) {
  const candidateOf = (chosenId: string) => candidates.find(({ id }) => id === chosenId);
  const { field, submit } = useOneField({
    check: (id) => (candidateOf(id) ? null : texts.handOverMissing),
    onSubmit: (id) => whenSettled(handing.mutateAsync(candidateOf(id)!, { onSuccess: onClose })),
  });

  return (
    <form onSubmit={submit} noValidate>
      <Radio.Group label={texts.handOverTo} {...field}>
        <Stack gap="sm" className={classes.choices ?? ''}>
          {candidates.map(({ id, name, email }, index) => (
            <Radio key={id} value={id} label={name} description={email} data-autofocus={index === 0 || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={handing.isPending}>
          {texts.handOver}
        </Button>
      </DialogActions>
    </form>
  );
}

import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { companyLengths } from '@trace/contract/companies/companies.rules';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { useDeleteCompany } from './companies-details-actions.ts';
import classes from './companies-delete.module.css';

/** A card that shows the consequences. The user types the company's name before the deletion (COMP-06). */
export function CompaniesDelete({ company }: { company: Company }) {
  const [isOpen, dialog] = useDisclosure(false);
  const deleting = useDeleteCompany(company.id);
  return (
    <SectionCard title={texts.deleteCompany}>
      <div className={classes.place}>
        <p className={classes.words}>{texts.deleteFrees(company)}</p>
        <Button variant="default" className={classes.button ?? ''} onClick={dialog.open}>
          {texts.deleteCompany}
        </Button>
      </div>
      {/* While the deletion waits for re-authentication, Escape closes the re-authentication dialog and not this dialog. */}
      <Dialog
        isOpen={isOpen}
        title={texts.deleteTitle(company.name)}
        text={texts.deleteText(company)}
        size="md"
        isHeld={deleting.isPending}
        onClose={dialog.close}
      >
        <DeleteForm company={company} deleting={deleting} onClose={dialog.close} />
      </Dialog>
    </SectionCard>
  );
}

interface DeleteFormProps {
  company: Company;
  deleting: ReturnType<typeof useDeleteCompany>;
  onClose: () => void;
}

function DeleteForm({ company, deleting, onClose }: DeleteFormProps) {
  const isReady = (typed: string) => typed.trim() === company.name;
  const { field, submit } = useOneField({
    check: (typed) => (isReady(typed) ? null : companiesTexts.nameDiffers),
    onSubmit: (typed, refuse) => {
      const onError = (error: Error) => {
        if (refusedField(error) === 'name') refuse(failureWords(error));
      };
      return whenSettled(deleting.mutateAsync(typed.trim(), { onError }));
    },
  });

  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={texts.deleteType(company.name)}
        autoComplete="off"
        maxLength={companyLengths.name}
        data-autofocus
        {...field}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" color="red" loading={deleting.isPending} disabled={!isReady(field.value)}>
          {texts.deleteCompany}
        </Button>
      </DialogActions>
    </form>
  );
}

import { LeaveQuestion } from '#ui/dialogs/leave-question.tsx';
import { Button, TextInput } from '@mantine/core';
import { logoPath } from '@trace/contract/companies/companies.card.rules';
import { companyLengths } from '@trace/contract/companies/companies.rules';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { useId } from 'react';
import classes from './companies-details-form.module.css';
import { useDetailsForm } from './companies-details-submit.ts';
import { detailFields, type DetailField } from './companies-details-values.ts';
import { CompaniesLogoField } from './companies-logo-field.tsx';

interface CompaniesDetailsFormProps {
  /** Null: no company exists yet, and the form creates the company. */
  company: Company | null;
  onDone?: () => void;
}

const looks: Record<DetailField, { type?: string; autoComplete: string; placeholder?: string; description?: string }> =
  {
    name: { autoComplete: 'organization' },
    email: { type: 'email', autoComplete: 'email', description: texts.hints.email },
    phone: { type: 'tel', autoComplete: 'tel', placeholder: texts.examples.phone },
    website: {
      type: 'url',
      autoComplete: 'url',
      placeholder: texts.examples.website,
      description: texts.hints.website,
    },
    abnAcn: { autoComplete: 'off', placeholder: texts.examples.abnAcn, description: texts.hints.abnAcn },
    address: { autoComplete: 'street-address' },
  };

/** Logo and details. Errors appear at their fields, and the first invalid field gets the focus (COMP-02). */
export function CompaniesDetailsForm({ company, onDone }: CompaniesDetailsFormProps) {
  const { form, logo, save, submit } = useDetailsForm(company, onDone);
  const missing = missingWords(form.values);
  const reasonId = useId();
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.wide}>
        <CompaniesLogoField
          savedUrl={company && logoPath(company.logoId)}
          upload={logo.upload}
          error={logo.error}
          buttonRef={logo.buttonRef}
          onChoose={logo.choose}
        />
      </div>
      {form.isDirty() && <LeaveQuestion />}
      {detailFields.map((field) => (
        <TextInput
          key={field}
          label={texts.fields[field]}
          required={isRequired(field)}
          maxLength={companyLengths[field]}
          // A hint stands below, so that two inputs side by side are in line.
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data-autofocus={(company !== null && field === 'name') || undefined}
          {...looks[field]}
          // The error repeats the content of the hint.
          {...(form.errors[field] && { description: null })}
          {...form.getInputProps(field)}
        />
      ))}
      <div className={classes.actions}>
        {missing !== null && (
          <p id={reasonId} className={classes.reason}>
            {missing}
          </p>
        )}
        {onDone && (
          <Button variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
        )}
        <Button
          type="submit"
          loading={save.isPending}
          disabled={missing !== null}
          aria-describedby={missing === null ? undefined : reasonId}
        >
          {company ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  );
}

const isRequired = (field: DetailField): boolean => field === 'name' || field === 'email';

/** Returns the reason why the button is disabled, or null when enabled. */
function missingWords({ name, email }: { name: string; email: string }): string | null {
  if (name.trim() === '') return companiesTexts.nameMissing;
  return email.trim() === '' ? companiesTexts.emailMissing : null;
}

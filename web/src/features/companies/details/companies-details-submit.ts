import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { useRef, useState } from 'react';
import { useSaveCompany } from './companies-details-actions.ts';
import { checkDetails, detailFields, detailsOf, valuesOf, type DetailValues } from './companies-details-values.ts';
import { useLogoUpload } from './companies-logo-upload.ts';

/** The form with its logo: validates, sends, and shows a refusal at the field. */
export function useDetailsForm(company: Company | null, onDone: (() => void) | undefined) {
  const logo = useLogoOfForm(company);
  const save = useSaveCompany(company);
  const { form, submit, refuse } = useFields({ initialValues: valuesOf(company), validate: checkDetails });

  /** Another tab may have saved meanwhile, so a field that was not changed here keeps the newest value. */
  const newest = (values: DetailValues): DetailValues => {
    const saved = valuesOf(company);
    const changed = detailFields.filter((field) => company === null || form.isDirty(field));
    return { ...saved, ...Object.fromEntries(changed.map((field) => [field, values[field]])) };
  };

  const showRefusal = (error: Error) => {
    if (refusedField(error) === 'logoId') logo.refuse(failureWords(error));
    else refuse(error);
  };

  const send = submit(async (values) => {
    const logoId = logo.settle();
    if (logoId === undefined) return;
    const details = { ...detailsOf(newest(values)), logoId };
    await whenSettled(save.mutateAsync(details, { onSuccess: () => onDone?.(), onError: showRefusal }));
  });

  return { form, logo, save, submit: send };
}

/** COMP-02: creating requires a logo. Saving waits until an upload has finished. */
function useLogoOfForm(company: Company | null) {
  const { upload, choose, reset } = useLogoUpload();
  const [complaint, setComplaint] = useState<string | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  // The upload has finished since, so the error no longer applies.
  const isOutdated = complaint === texts.logoWaits && upload.state === 'ready';

  const refuse = (words: string): undefined => {
    setComplaint(words);
    buttonRef.current?.focus();
  };

  return {
    upload,
    buttonRef,
    error: isOutdated ? null : (complaint ?? (upload.state === 'failed' ? upload.words : null)),
    choose: (file: File) => {
      setComplaint(null);
      void choose(file);
    },
    refuse: (words: string) => {
      reset();
      refuse(words);
    },
    /**
     * Returns the logo to save, or null for the existing logo. An invalid logo shows an error and returns undefined.
     */
    settle: (): string | null | undefined => {
      if (upload.state === 'ready') return upload.logoId;
      if (upload.state === 'sending') return refuse(texts.logoWaits);
      if (company) return null;
      return refuse(upload.state === 'failed' ? upload.words : companiesTexts.logoRequired);
    },
  };
}

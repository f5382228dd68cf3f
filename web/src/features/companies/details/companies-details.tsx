import { SectionCard } from '#ui/layout/section-card.tsx';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { useEffect, useRef } from 'react';
import { CompaniesDetailsFacts } from './companies-details-facts.tsx';
import { CompaniesDetailsForm } from './companies-details-form.tsx';
import classes from './companies-details.module.css';

interface CompaniesDetailsProps {
  company: Company;
  isOwner: boolean;
  isEditing: boolean;
  onEdited: () => void;
}

/** The details: read by all, and edited in the same place by the owner (COMP-01). */
export function CompaniesDetails({ company, isOwner, isEditing, onEdited }: CompaniesDetailsProps) {
  if (isOwner && isEditing) return <EditedDetails company={company} onEdited={onEdited} />;
  return (
    <SectionCard title={companiesTexts.tabs.details} isFlush>
      <CompaniesDetailsFacts company={company} />
      {!isOwner && <p className={classes.note}>{texts.readOnly}</p>}
    </SectionCard>
  );
}

function EditedDetails({ company, onEdited }: { company: Company; onEdited: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input[data-autofocus]')?.focus(), []);
  return (
    <div ref={place}>
      <SectionCard title={companiesTexts.tabs.details}>
        <CompaniesDetailsForm company={company} onDone={onEdited} />
      </SectionCard>
    </div>
  );
}

/** Shown in place of the details while no company exists: leads to creating a company. */
export function CompaniesCreate() {
  return (
    <SectionCard title={texts.createTitle}>
      <p className={classes.lead}>{texts.createText}</p>
      <CompaniesDetailsForm company={null} />
    </SectionCard>
  );
}

import { AddCertificationDialog } from '#features/certification/managed/certification-add-dialog.tsx';
import { LoadCertificationsDialog } from '#features/certification/managed/certification-load-dialog.tsx';
import { ManagedCertificationsCard } from '#features/certification/managed/certification-managed-card.tsx';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { managedCertificationRules } from '@trace/contract/certification/certification.rules';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { useState } from 'react';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** The records of the training provider (CERT-08). The address holds the search. */
export default function SupportCertificationsPage() {
  const { q = '' } = useSearch({ from: '/support-area/support/certifications' });
  const navigate = useNavigate({ from: '/support/certifications' });
  const [open, setOpen] = useState<'load' | 'add' | null>(null);
  const close = () => setOpen(null);
  return (
    <SupportPage
      title={texts.page}
      context={texts.context}
      right={
        <>
          <Button variant="default" onClick={() => setOpen('add')}>
            {texts.add}
          </Button>
          <Button onClick={() => setOpen('load')}>{texts.load}</Button>
        </>
      }
    >
      <ManagedCertificationsCard
        search={q.slice(0, managedCertificationRules.searchMaxLength)}
        onSearch={(search) => void navigate({ search: readDeskSearch({ q: search }), replace: true })}
      />
      {open === 'load' && <LoadCertificationsDialog onClose={close} />}
      {open === 'add' && <AddCertificationDialog onClose={close} />}
    </SupportPage>
  );
}

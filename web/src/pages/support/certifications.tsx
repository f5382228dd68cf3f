import { AddCertificationDialog } from '#features/certification/managed/certification-add-dialog.tsx';
import { LoadCertificationsDialog } from '#features/certification/managed/certification-load-dialog.tsx';
import { ManagedCertificationsCard } from '#features/certification/managed/certification-managed-card.tsx';
import { Button } from '@mantine/core';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { useState } from 'react';
import { SupportPage } from './support-page.tsx';

/** The records of the training provider (CERT-08). */
export default function SupportCertificationsPage() {
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
      <ManagedCertificationsCard />
      {open === 'load' && <LoadCertificationsDialog onClose={close} />}
      {open === 'add' && <AddCertificationDialog onClose={close} />}
    </SupportPage>
  );
}

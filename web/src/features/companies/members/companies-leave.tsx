import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout2 } from '@tabler/icons-react';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { useLeaveCompany } from '../details/companies-details-actions.ts';

interface LeaveProps {
  company: Pick<Company, 'id' | 'name'>;
  /** Names the access that ends. */
  text?: string;
}

/** Lets an employee or a customer leave the company. The dialog names the consequences. */
export function CompaniesLeave({ company, text = texts.leaveText(company.name) }: LeaveProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const leaving = useLeaveCompany(company.id);
  return (
    <>
      <Button variant="default" leftSection={<IconLogout2 size={17} stroke={1.7} />} onClick={dialog.open}>
        {companiesTexts.leave}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.leaveTitle(company.name)}
        confirmLabel={companiesTexts.leave}
        isWorking={leaving.isPending}
        onConfirm={() => leaving.mutate(undefined, { onSettled: dialog.close })}
        onClose={dialog.close}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}

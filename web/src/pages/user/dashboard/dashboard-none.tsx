import { CompaniesSupportCard } from '#features/companies/companies-support-card.tsx';
import { usePerson } from '#lib/session/session.ts';
import { useCustomerCompany } from '#pages/area-brand.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Card } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { phonesTexts } from '@trace/contract/phones/phones.texts';
import { AddPhone } from './devices/dashboard-add-phone.tsx';

/** UDASH-10: shows the next step instead of an empty table, and whom a customer can ask (COMP-10). */
export default function NoDevices() {
  const { email } = usePerson();
  const { company } = useCustomerCompany();
  return (
    <>
      <Card component="section" aria-label={devicesTexts.none}>
        <EmptyState
          icon={IconDeviceMobileOff}
          text={`${devicesTexts.none}. ${devicesTexts.noneNext} ${devicesTexts.noneAddress(email)} ${phonesTexts.tryPhone}`}
          action={<AddPhone variant="filled" />}
        />
      </Card>
      {company && <CompaniesSupportCard company={company} isCustomer />}
    </>
  );
}

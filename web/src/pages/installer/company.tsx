import { AreaPage } from '#pages/area-page.tsx';
import { paths } from '#lib/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Button, Card } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { companiesTexts } from '@trace/contract/companies/companies.texts';

/** Company settings, as far as this server has them. */
export default function InstallerCompanyPage() {
  return (
    <AreaPage area="installer" title={companiesTexts.title} context={companiesTexts.context}>
      <Card>
        <EmptyState
          icon={IconBuildingStore}
          text={companiesTexts.notYet}
          action={
            <Button variant="light" renderRoot={(props) => <Link {...props} to={paths.installerSettings} />}>
              {companiesTexts.toSettings}
            </Button>
          }
        />
      </Card>
    </AreaPage>
  );
}

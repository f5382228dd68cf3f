import { AreaPage } from '#pages/area-page.tsx';
import { paths } from '#lib/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Button, Card } from '@mantine/core';
import { IconCirclePlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { deviceSetupTexts } from '@trace/contract/device-setup/device-setup.texts';

/** Registering devices, as far as this server has it. */
export default function InstallerSetupPage() {
  return (
    <AreaPage area="installer" title={deviceSetupTexts.title} context={deviceSetupTexts.context}>
      <Card>
        <EmptyState
          icon={IconCirclePlus}
          text={deviceSetupTexts.notYet}
          action={
            <Button variant="light" renderRoot={(props) => <Link {...props} to={paths.installerDevices} />}>
              {deviceSetupTexts.toDevices}
            </Button>
          }
        />
      </Card>
    </AreaPage>
  );
}

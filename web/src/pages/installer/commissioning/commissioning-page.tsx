import { useDeviceTable } from '#features/fleet/fleet.table.queries.ts';
import { failureWords } from '#lib/http/api.ts';
import { paths } from '#lib/paths.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { commissioningTexts as texts } from '@trace/contract/fleet/fleet.commissioning.texts';
import { CommissioningChoice } from './commissioning-choice.tsx';
import { CommissioningDevice } from './commissioning-device.tsx';

/** REG-15: shows whether a mounted device works, live, and makes the record for the customer. */
export default function InstallerCommissioningPage() {
  useZoneChanges();
  const { device: serial = '' } = useSearch({ from: '/installer-area/installer/commissioning' });
  if (serial !== '') return <PageOfDevice serial={serial} />;
  return (
    <AreaPage title={texts.title} context={texts.context}>
      <CommissioningChoice />
    </AreaPage>
  );
}

function PageOfDevice({ serial }: { serial: string }) {
  const { data, error, refetch } = useDeviceTable({ search: serial });
  const device = data?.devices.find(({ serialNumber }) => serialNumber === serial);
  return (
    <AreaPage
      title={texts.title}
      tabTitle={device ? texts.recordName(device.name) : texts.title}
      context={texts.context}
    >
      {device && <CommissioningDevice device={device} />}
      {!device && !data && !error && <LoadingText>{texts.loading}</LoadingText>}
      {!device && (data ?? error) && (
        <Card>
          <EmptyState
            icon={IconDeviceMobileOff}
            text={data ? texts.notFound : failureWords(error)}
            action={
              data ? (
                <Button renderRoot={(props) => <Link {...props} to={paths.installerCommissioning} />}>
                  {texts.choose}
                </Button>
              ) : (
                <Button onClick={() => void refetch()}>Try again</Button>
              )
            }
          />
        </Card>
      )}
    </AreaPage>
  );
}

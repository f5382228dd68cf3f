import { devicesQuery } from '#features/devices/devices.queries.ts';
import { LocationAccessLedger } from '#features/location-access/location-access-log.tsx';
import { LocationAccessNow } from '#features/location-access/location-access-now.tsx';
import { useHasOwnIncident } from '#features/panic/incident/panic-own-incident.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';

/** Shows the users with current access to the user's location and the access log (LOCREQ-04). */
export default function LooksPage() {
  useZoneChanges();
  const devices = useQuery(devicesQuery);
  const isEmergency = useHasOwnIncident();
  return (
    <AreaPage title={locationAccessTexts.ledger} context={accessUserTexts.context}>
      <Stack gap={40}>
        <LocationAccessNow isEmergency={isEmergency} />
        <LocationAccessLedger devices={devices.data ?? []} />
      </Stack>
    </AreaPage>
  );
}

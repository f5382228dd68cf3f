import { DeskDevice } from '#features/support-desk/support-desk-device.tsx';
import { useParams } from '@tanstack/react-router';
import { SupportLocation } from './support-location.tsx';
import { SupportPage } from './support-page.tsx';

/** A device, with the serial number as its title (SUPP-01). */
export default function SupportDevicePage() {
  const { serial } = useParams({ from: '/support-area/support/devices/$serial' });
  return (
    <SupportPage title={serial}>
      <DeskDevice
        serial={serial}
        renderLocation={(tickets) => <SupportLocation serialNumber={serial} tickets={tickets} />}
      />
    </SupportPage>
  );
}

import { FirmwareDeviceCard } from '#features/firmware/staff/firmware-device-card.tsx';
import { DeskDevice } from '#features/support-desk/support-desk-device.tsx';
import { useParams } from '@tanstack/react-router';
import { isPhone } from '@trace/contract/kernel/serial';
import { SupportLocation } from '../support-location.tsx';
import { SupportPage } from '../support-page.tsx';

/** A device, with the serial number as its title (SUPP-01). */
export default function SupportDevicePage() {
  const { serial } = useParams({ from: '/support-area/support/devices/$serial' });
  return (
    <SupportPage title={serial}>
      {/* A typed reason or a shown token must not go on to another device. */}
      <DeskDevice
        key={serial}
        serial={serial}
        firmware={!isPhone(serial) && <FirmwareDeviceCard serial={serial} />}
        renderLocation={(tickets) => <SupportLocation serialNumber={serial} tickets={tickets} />}
      />
    </SupportPage>
  );
}

import { isPhone } from '@trace/contract/kernel/serial';
import { lazy, Suspense } from 'react';

const FirmwareCue = lazy(() => import('./firmware-cue.tsx'));

interface CuePlaceProps {
  device: { readonly serialNumber: string; readonly name: string };
  serials: string;
  onOpen: () => void;
}

/** The server answers for so many devices of a list. */
const MOST = 100;

/** The trackers of a list as one text, independent of their order. A phone has no firmware. */
export const cueSerialsOf = (devices: readonly { readonly serialNumber: string }[]): string =>
  devices
    .map(({ serialNumber }) => serialNumber)
    .filter((serial) => !isPhone(serial))
    .toSorted()
    .slice(0, MOST)
    .join();

/** The cue loads after the list. */
export function FirmwareCuePlace(props: CuePlaceProps) {
  if (isPhone(props.device.serialNumber)) return null;
  return (
    <Suspense>
      <FirmwareCue {...props} />
    </Suspense>
  );
}

import { DeviceSetupReconfigureDialog } from '#features/device-setup/device-setup-reconfigure-dialog.tsx';
import { DevicesGiveBackDialog } from '#features/devices/assignment/devices-give-back-dialog.tsx';
import { DevicesRemoveDialog } from '#features/devices/devices-remove-dialog.tsx';
import { DevicesRenameDialog } from '#features/devices/devices-rename-dialog.tsx';
import { HubReceiverDialog } from '#features/hub-receiver/hub-receiver-dialog.tsx';
import { HubReceiverOffer } from '#features/hub-receiver/hub-receiver-offer.tsx';
import { useHubChoice } from '#features/hubs/hubs-choice.ts';
import { HubsPart } from '#features/hubs/hubs-part.tsx';
import { hubServiceQuery } from '#features/hubs/hubs.queries.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { useQuery } from '@tanstack/react-query';
import { isPhone } from '@trace/contract/kernel/serial';
import { phonesTexts } from '@trace/contract/phones/phones.texts';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import { useRef, useState, type ReactNode } from 'react';

/** The device data that the dialogs need. */
export interface ManagedDevice {
  serialNumber: string;
  name: string;
  hubId: string | null;
  /** The company that services the device, if the viewer is the device's user. */
  companyName: string | null;
  /** The name or address of the assigned user, if the viewer is the device's installer. */
  userName: string | null;
}

export type DeviceDialogName = 'reconfigure' | 'rename' | 'give-back' | 'remove';

export interface DeviceDialogProps {
  question: DeviceDialogName;
  device: ManagedDevice;
  area: 'user' | 'installer';
  /** An export offered before the device is removed. */
  beforeRemoval?: ReactNode;
  onClose: () => void;
}

/** The dialog to reconfigure, rename, give back or remove one device, the same for its user and its installer. */
export default function DeviceDialog({ question, device, area, beforeRemoval, onClose }: DeviceDialogProps) {
  const named = { serial: device.serialNumber, name: device.name, onClose };
  if (question === 'rename') return <DevicesRenameDialog {...named} />;
  if (question === 'give-back') return <DevicesGiveBackDialog {...named} installer={device.companyName} />;
  if (question === 'reconfigure') return <ReconfigureDialog {...named} />;
  return (
    <DevicesRemoveDialog
      {...named}
      isTyped={area === 'installer' && device.userName !== null}
      losses={lossesOf(device, area)}
      {...(isPhone(device.serialNumber) && { text: phonesTexts.removeText })}
      before={beforeRemoval}
    />
  );
}

function ReconfigureDialog({ serial, name, onClose }: { serial: string; name: string; onClose: () => void }) {
  const { data: isServiceOn = true } = useQuery(hubServiceQuery);
  const choice = useHubChoice(serial);
  const username = useRef<HTMLInputElement>(null);
  const [isReporting, setReporting] = useState(false);
  const { chosen } = choice;
  if (isReporting) return <HubReceiverDialog serial={serial} name={name} onClose={onClose} />;
  return (
    <DeviceSetupReconfigureDialog
      serial={serial}
      name={name}
      otherWay={<HubReceiverOffer onOpen={() => setReporting(true)} />}
      hub={chosen && { handle: chosen.handle, hubId: chosen.hub.hubId }}
      hubPart={
        isServiceOn ? (
          <HubsPart choice={choice} usernameRef={username} />
        ) : (
          <OutcomeLine tone="bad">{hubsTexts.off}</OutcomeLine>
        )
      }
      onHubRefused={choice.refuse}
      onHubMissing={() => username.current?.focus()}
      onClose={onClose}
    />
  );
}

function lossesOf({ serialNumber, hubId, companyName, userName }: ManagedDevice, area: 'user' | 'installer'): string[] {
  const { losses } = manageTexts;
  if (isPhone(serialNumber)) return [losses.sight, losses.positions, phonesTexts.lossName];
  const losesInstaller = area === 'user' && companyName !== null;
  return [
    losses.sight,
    losses.positions,
    ...(area === 'installer' && userName !== null ? [losses.user(userName)] : []),
    ...(hubId !== null ? [losses.hub] : []),
    ...(losesInstaller ? [losses.installer(companyName)] : []),
    losses.registration,
  ];
}

import { useGiveUp, useOwnAccess } from '#features/location-access/requests/location-access.request.queries.ts';
import { paths } from '#lib/paths.ts';
import { RowMenuItem } from '#ui/controls/row-menu.tsx';
import { Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconBarcode,
  IconClipboardCheck,
  IconEyeOff,
  IconLifebuoy,
  IconPencil,
  IconReplace,
  IconSettings,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { commissioningTexts } from '@trace/contract/fleet/fleet.commissioning.texts';
import { setupDialogTexts } from '@trace/contract/device-setup/device-setup.dialog.texts';
import { assignmentTexts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import { replacementTexts } from '@trace/contract/devices/devices.replacement.texts';
import type { Ask, DevicesDialogName } from './devices-questions.ts';
import { isInUse, isTaken, mayEndOrAssign, mayReplace } from './devices-rights.ts';

interface DevicesMenuItemsProps {
  device: TableRow;
  ask: Ask;
  /** Also lists the actions that are next to the menu where there is room. */
  isWhole?: boolean;
}

/** The actions on a device besides locating. */
export function DevicesMenuItems({ device, ask, isWhole = false }: DevicesMenuItemsProps) {
  const item = (question: DevicesDialogName, icon: TablerIcon, label: string) => (
    <RowMenuItem key={question} icon={icon} label={label} onClick={() => ask(question, device)} />
  );
  const { mayManage } = device;
  const mayChange = mayManage && isInUse(device);
  return (
    <>
      {isWhole && item('control', IconAdjustments, texts.control)}
      {isWhole && mayEndOrAssign(device) && item(...assignmentItem(device))}
      {mayChange && isTaken(device) && item('claim', IconBarcode, texts.enterClaim)}
      <GiveUpItem serial={device.serialNumber} />
      {mayChange && item('reconfigure', IconSettings, setupDialogTexts.reconfigure)}
      {mayChange && item('rename', IconPencil, manageTexts.rename)}
      {mayReplace(device) && <CommissioningItem serial={device.serialNumber} />}
      {mayReplace(device) && item('replace', IconReplace, replacementTexts.replace)}
      {item('support', IconLifebuoy, texts.requestSupport)}
      {mayManage && <Menu.Divider />}
      {mayManage && (
        <RowMenuItem icon={IconTrash} label={texts.deleteDevice} isEnding onClick={() => ask('remove', device)} />
      )}
    </>
  );
}

function assignmentItem({ assignment, relation }: TableRow): [DevicesDialogName, TablerIcon, string] {
  if (relation === 'assigned_user') return ['give-back', IconArrowBackUp, assignmentTexts.giveBack];
  if (assignment === 'none') return ['assign', IconUserPlus, assignmentTexts.title];
  return ['end', IconUserMinus, assignment === 'waiting' ? assignmentTexts.cancel : assignmentTexts.end];
}

/** REG-15: opens the checks and the record again. */
function CommissioningItem({ serial }: { serial: string }) {
  const navigate = useNavigate();
  const open = () => void navigate({ to: paths.installerCommissioning, search: { device: serial } });
  return <RowMenuItem icon={IconClipboardCheck} label={commissioningTexts.item} onClick={open} />;
}

/** Lets an installer give up a user's grant before the grant ends. */
function GiveUpItem({ serial }: { serial: string }) {
  const { grant } = useOwnAccess().of(serial);
  const givingUp = useGiveUp();
  if (!grant) return null;
  return <RowMenuItem icon={IconEyeOff} label={texts.giveUp} onClick={() => givingUp.mutate(grant)} />;
}

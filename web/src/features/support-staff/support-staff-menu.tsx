import { rowMenuLook, RowMenuItem } from '#ui/controls/row-menu.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconDots,
  IconMailForward,
  IconPencil,
  IconShieldCheck,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import type { StaffChange, StaffMember } from '@trace/contract/support-staff/support-staff.schema';
import { CorrectStaffEmailDialog } from './support-staff-correct-email-dialog.tsx';
import { useChangeStaff, useSendStaffLink } from './support-staff.queries.ts';

/** The actions of an admin on a staff member. Steps that give or take rights ask first. */
export function SupportStaffMenu({ member }: { member: StaffMember }) {
  const { fullName, isActive, isAdmin, isInvited } = member;
  const [isDeactivating, deactivation] = useDisclosure(false);
  const [isRaising, raise] = useDisclosure(false);
  const [isCorrecting, correction] = useDisclosure(false);
  const changing = useChangeStaff();
  const sending = useSendStaffLink();
  const change = (values: StaffChange, onSettled?: () => void) =>
    changing.mutate({ member, change: values }, { ...(onSettled && { onSettled }) });
  return (
    <>
      <Menu {...rowMenuLook} position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={texts.actionsOf(fullName)}>
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isActive && isInvited && (
            <RowMenuItem icon={IconMailForward} label={texts.sendLink} onClick={() => sending.mutate(member)} />
          )}
          {isActive && isInvited && (
            <RowMenuItem icon={IconPencil} label={texts.correctEmail} onClick={correction.open} />
          )}
          {isActive && !isAdmin && <RowMenuItem icon={IconShieldCheck} label={texts.makeAdmin} onClick={raise.open} />}
          {isAdmin && (
            <RowMenuItem icon={IconShieldOff} label={texts.removeAdmin} onClick={() => change({ isAdmin: false })} />
          )}
          {isActive ? (
            <RowMenuItem icon={IconUserOff} label={texts.deactivate} isEnding onClick={deactivation.open} />
          ) : (
            <RowMenuItem icon={IconUserCheck} label={texts.reactivate} onClick={() => change({ isActive: true })} />
          )}
        </Menu.Dropdown>
      </Menu>
      {isCorrecting && <CorrectStaffEmailDialog member={member} onClose={correction.close} />}
      <ConfirmDialog
        isOpen={isDeactivating}
        title={texts.deactivateTitle(fullName)}
        confirmLabel={texts.deactivate}
        isWorking={changing.isPending}
        onConfirm={() => change({ isActive: false }, deactivation.close)}
        onClose={deactivation.close}
      >
        {texts.deactivateText}
      </ConfirmDialog>
      <Dialog isOpen={isRaising} title={texts.adminTitle(fullName)} text={texts.adminText} onClose={raise.close}>
        <DialogActions>
          <Button variant="default" onClick={raise.close} data-autofocus>
            {texts.cancel}
          </Button>
          <Button loading={changing.isPending} onClick={() => change({ isAdmin: true }, raise.close)}>
            {texts.makeAdmin}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

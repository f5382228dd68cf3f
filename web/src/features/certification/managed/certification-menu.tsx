import { RowMenuItem, rowMenuLook } from '#ui/controls/row-menu.tsx';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots, IconUserCheck, IconUserMinus } from '@tabler/icons-react';
import type { ManagedCertification } from '@trace/contract/certification/certification.staff.schema';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import type { Decision } from './certification-decisions.tsx';

interface CertificationMenuProps {
  certification: ManagedCertification;
  onDecide: (decision: Decision) => void;
}

/** The decisions that the server would accept now. Without any there is no menu. */
export function CertificationMenu({ certification, onDecide }: CertificationMenuProps) {
  const { number, isInUse, claim, revokedAt } = certification;
  const mayConfirm = !isInUse && claim !== null && claim.outcome !== 'taken';
  const mayRelease = isInUse || claim?.outcome === null;
  const mayRevoke = revokedAt === null;
  if (!mayConfirm && !mayRelease && !mayRevoke) return null;
  return (
    <Menu {...rowMenuLook} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={texts.actionsOf(number)}>
          <IconDots size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayConfirm && (
          <RowMenuItem
            icon={IconUserCheck}
            label={texts.confirm}
            onClick={() => onDecide({ kind: 'confirm', certification })}
          />
        )}
        {mayRelease && (
          <RowMenuItem
            icon={IconUserMinus}
            label={texts.release}
            onClick={() => onDecide({ kind: 'release', certification })}
          />
        )}
        {mayRevoke && (
          <RowMenuItem
            icon={IconBan}
            label={texts.revoke}
            isEnding
            onClick={() => onDecide({ kind: 'revoke', certification })}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

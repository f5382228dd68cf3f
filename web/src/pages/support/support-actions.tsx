import { useIsPhone } from '#ui/is-phone.ts';
import { Button } from '@mantine/core';
import { IconBell, IconKey, IconPlus, type TablerIcon } from '@tabler/icons-react';
import { sentNotificationsTexts } from '@trace/contract/notifications/notifications.texts';
import { supportResetTexts } from '@trace/contract/support-staff/support-staff.reset.texts';
import { staffTicketsTexts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { lazy, Suspense, useState } from 'react';
import classes from './support-page.module.css';

const CreateTicketDialog = lazy(async () => ({
  default: (await import('#features/tickets/staff/tickets-create-dialog.tsx')).CreateTicketDialog,
}));
const CreateNotificationDialog = lazy(async () => ({
  default: (await import('#features/notifications/sent/notifications-create-dialog.tsx')).CreateNotificationDialog,
}));
const PasswordResetDialog = lazy(async () => ({
  default: (await import('#features/support-staff/support-staff-password-reset-dialog.tsx')).PasswordResetDialog,
}));

type Action = 'reset' | 'notification' | 'ticket';

const buttons: readonly { action: Action; label: string; icon: TablerIcon }[] = [
  { action: 'reset', label: supportResetTexts.tool, icon: IconKey },
  { action: 'notification', label: sentNotificationsTexts.create, icon: IconBell },
  { action: 'ticket', label: staffTicketsTexts.create, icon: IconPlus },
];

/** Create Ticket, Create Notification and the Password Reset Tool (SUPL-03). For a person: with the person's address. */
export function SupportActions({ email }: { email?: string | undefined }) {
  const [open, setOpen] = useState<Action | null>(null);
  const isPhone = useIsPhone();
  const about = { ...(email !== undefined && { email }), onClose: () => setOpen(null) };
  const shown = email === undefined ? buttons : buttons.filter(({ action }) => action !== 'notification');
  return (
    <div className={isPhone ? classes.buttons : classes.actions}>
      {shown.map(({ action, label, icon: Icon }) => (
        <Button
          key={action}
          variant={action === 'ticket' ? 'filled' : 'default'}
          leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => setOpen(action)}
        >
          {label}
        </Button>
      ))}
      <Suspense>
        {open === 'ticket' && <CreateTicketDialog {...about} />}
        {open === 'notification' && <CreateNotificationDialog onClose={about.onClose} />}
        {open === 'reset' && <PasswordResetDialog {...about} />}
      </Suspense>
    </div>
  );
}

import { Badge } from '@mantine/core';
import type { NotificationType } from '@trace/contract/notifications/notifications.rules';
import { notificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';

const colors = { info: 'gray', warning: 'amber', error: 'red', success: 'green' } as const;

export function NotificationTypeBadge({ type }: { type: NotificationType }) {
  return <Badge color={colors[type]}>{texts.types[type]}</Badge>;
}
